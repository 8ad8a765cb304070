import * as vscode from "vscode";
import { memoizeLastTexts } from "../../../../platform/service/definition/lastTexts";
import { FIELD_NOT_TAKEN } from "../../texts/schemaSentences";
import { payloadSchema } from "../../common/checks/payloadSchema";
import { SCHEMA_SOURCE } from "../../common/editing/jsonServiceProblems";
import { DisposableStore } from "../../../../platform/vscode/disposables";
import { isPayload, onPayloadsChange } from "../payloadPatterns";
import { diagnosticAt } from "../../../../platform/vscode/surfaces";
import { translate } from "../../../../platform/vscode/translate";
import { validatePayload } from "../validatePayload";
import { connectionOfPayload, onConnectionsChange, openConnections } from "./payloadConnections";
import { rangeOf } from "./problems";
import type { EditingServices } from "./services";

/** Longer payloads are validated only before they are sent. */
const LONGEST_CHECKED = 200_000;
/** Debounces typing. */
const PAUSE_MILLISECONDS = 300;

const schemaOf = memoizeLastTexts((definition) => payloadSchema(definition, translate));

/** The schemas of the payloads that are open; the editor's JSON service takes one for all files. */
export async function openSchemas(services: EditingServices): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(openConnections(services).map((id) => services.definition(id)));
  return new Set(texts.map(schemaOf));
}

/**
 * Says where open payloads do not fit the definition of their connection while the editor's JSON
 * service cannot, because theirs differ.
 */
export class SchemaProblems implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly collection = this.store.add(vscode.languages.createDiagnosticCollection());
  private cancelPause: (() => void) | undefined;
  /** Only the last check publishes its problems. */
  private turn = 0;

  constructor(private readonly services: EditingServices) {
    const { workspace } = vscode;
    const changed = (uri: vscode.Uri): void => (isPayload(uri) ? this.checkSoon() : undefined);
    this.store.add(workspace.onDidOpenTextDocument(({ uri }) => changed(uri)));
    this.store.add(workspace.onDidChangeTextDocument(({ document }) => changed(document.uri)));
    this.store.add(workspace.onDidCloseTextDocument(({ uri }) => changed(uri)));
    this.store.add(onPayloadsChange(() => this.checkSoon()));
    this.store.add(services.onDidChangeDefinition(() => this.checkSoon()));
    this.store.add(onConnectionsChange(services, () => this.checkSoon()));
    this.checkSoon();
  }

  dispose(): void {
    this.cancelPause?.();
    this.turn++;
    this.store.dispose();
  }

  private checkSoon(): void {
    this.cancelPause?.();
    this.cancelPause = this.services.clock.schedule(PAUSE_MILLISECONDS, () => {
      this.check(++this.turn).catch((error: unknown) =>
        this.services.log.warn("Payloads not validated", { error: String(error) }),
      );
    });
  }

  private async check(turn: number): Promise<void> {
    const isOne = (await openSchemas(this.services)).size <= 1;
    const open = vscode.workspace.textDocuments.filter(
      ({ uri, isClosed }) => !isOne && !isClosed && isPayload(uri),
    );
    const found = await Promise.all(
      open.map(async (document) => [document.uri, await this.problemsOf(document)] as const),
    );
    if (turn === this.turn) {
      this.collection.clear();
      this.collection.set(found.map(([uri, problems]) => [uri, [...problems]]));
    }
  }

  private async problemsOf(document: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> {
    const { services } = this;
    const [text, version] = [document.getText(), document.version];
    const definition = await services.definition(connectionOfPayload(services, document.uri));
    const check = validatePayload(text.length > LONGEST_CHECKED ? "{}" : text, definition);
    // What is no JSON the editor marks itself.
    const findings = await check.then(
      (checked) => checked.findings,
      () => [],
    );
    return findings
      .filter(({ message }) => document.version === version && message !== FIELD_NOT_TAKEN)
      .map(({ message, values, offset, length }) => {
        // Of an object or a list its beginning, as the editor does.
        const range = rangeOf(document, {
          offset,
          length: /[{[]/.test(text[offset] ?? "") ? 1 : length,
        });
        const shown = diagnosticAt(
          range,
          translate(message, ...values),
          vscode.DiagnosticSeverity.Warning,
        );
        shown.source = translate(SCHEMA_SOURCE);
        return shown;
      });
  }
}
