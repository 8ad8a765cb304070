import * as vscode from "vscode";
import type { Finding, RuleLevel } from "../../common/checks/findings";
import type { PayloadChecks } from "../../common/checks/payloadChecks";
import { type CheckedText, CheckedTexts } from "../../texts/checkedTexts";
import {
  isReportedByJsonService,
  type ListedProblem,
  SCHEMA_SOURCE,
} from "../../common/editing/jsonServiceProblems";
import { DisposableStore } from "../../../../platform/vscode/disposables";
import { isPayload, onPayloadsChange } from "../payloadPatterns";
import { onSettingChange } from "../../../../platform/vscode/settings";
import { diagnosticAt } from "../../../../platform/vscode/surfaces";
import { localizer, translate } from "../../../../platform/vscode/translate";
import { findingSentence } from "../../texts/findingLines";
import { CHECKS_SETTING, ruleLevels } from "./checkLevels";
import { connectionOfPayload, onConnectionsChange } from "./payloadConnections";
import type { EditingServices } from "./services";

/** The source of the problems in the list: our name, the same in every language. */
const SOURCE = "Financial Planning";

/** Our warnings on the lines of open payloads, beside those of the editor's JSON service. */
export class PayloadProblems implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly collection = this.store.add(vscode.languages.createDiagnosticCollection());
  private readonly texts: CheckedTexts;

  constructor(
    private readonly services: Pick<
      EditingServices,
      | "clock"
      | "log"
      | "definition"
      | "onDidChangeDefinition"
      | "targets"
      | "records"
      | "defaultConnection"
      | "connections"
      | "onDidChange"
    >,
    private readonly checks: Pick<PayloadChecks, "check">,
  ) {
    this.texts = new CheckedTexts({
      clock: services.clock,
      log: services.log,
      check: (text, signal, id) => this.check(text, signal, vscode.Uri.parse(id, true)),
      onFindings: (id) => this.publish(vscode.Uri.parse(id, true)),
    });
    this.listen();
    this.checkAll();
  }

  /** What was found in a document as it is now; of documents that are no payloads nothing. */
  now({ uri }: vscode.TextDocument): Promise<CheckedText | undefined> {
    return this.texts.now(uri.toString());
  }

  dispose(): void {
    this.texts.dispose();
    this.store.dispose();
  }

  private listen(): void {
    const workspace = vscode.workspace;
    const languages = vscode.languages;
    this.store.add(workspace.onDidOpenTextDocument((document) => this.note(document)));
    this.store.add(workspace.onDidChangeTextDocument(({ document }) => this.note(document)));
    this.store.add(workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)));
    this.store.add(
      languages.onDidChangeDiagnostics(({ uris }) => uris.forEach((uri) => this.publish(uri))),
    );
    this.store.add(onSettingChange(CHECKS_SETTING, () => this.checkAll()));
    this.store.add(onPayloadsChange(() => this.checkAll()));
    this.store.add(this.services.onDidChangeDefinition(() => this.checkAll()));
    this.store.add(onConnectionsChange(this.services, () => this.checkAll()));
  }

  private checkAll(): void {
    vscode.workspace.textDocuments.forEach((document) => this.note(document));
  }

  private note(document: vscode.TextDocument): void {
    if (document.isClosed || !isPayload(document.uri)) {
      this.forget(document.uri);
      return;
    }
    this.texts.note(document.uri.toString(), () => ({
      version: document.version,
      text: document.getText(),
    }));
  }

  private forget(uri: vscode.Uri): void {
    this.texts.forget(uri.toString());
    this.collection.delete(uri);
  }

  private async check(
    text: string,
    signal: AbortSignal,
    uri: vscode.Uri,
  ): Promise<readonly Finding[]> {
    const levels = Object.entries(ruleLevels()) as [Finding["rule"], RuleLevel][];
    const off = levels.flatMap(([rule, level]) => (level === "off" ? [rule] : []));
    const { services } = this;
    const connectionId = connectionOfPayload(services, uri);
    const target = services.targets.of(uri);
    const record =
      target && connectionId !== undefined
        ? services.records.get({ ...target, connectionId })
        : undefined;
    const seen = record?.seen && (await services.records.text(record.seen));
    const definition = await services.definition(connectionId);
    return this.checks.check(text, { definition, seen, off }, signal);
  }

  /** Also after changes of the JSON service: what it reports is not reported twice. */
  private publish(uri: vscode.Uri): void {
    const id = uri.toString();
    const checked = this.texts.last(id);
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === id);
    if (checked === undefined || document === undefined) {
      return;
    }
    const others = vscode.languages.getDiagnostics(uri).map(listed);
    const levels = ruleLevels();
    const problems = checked.findings
      .filter(({ rule }) => levels[rule] !== "off")
      .map((finding) => problemOf(document, finding, levels[finding.rule]))
      .filter(({ rule, shown }) => !isReportedByJsonService(rule, placeOf(shown), others))
      .map(({ shown }) => shown);
    if (!isSame(problems, this.collection.get(uri) ?? [])) {
      this.collection.set(uri, problems);
    }
  }
}

/** The part of a document that a finding speaks of. */
export function rangeOf(
  document: vscode.TextDocument,
  { offset, length }: { readonly offset: number; readonly length: number },
): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

interface Problem {
  readonly rule: Finding["rule"];
  readonly shown: vscode.Diagnostic;
}

function problemOf(document: vscode.TextDocument, finding: Finding, level: RuleLevel): Problem {
  const { Information, Warning } = vscode.DiagnosticSeverity;
  const shown = diagnosticAt(
    rangeOf(document, finding),
    findingSentence(finding, localizer),
    level === "information" ? Information : Warning,
  );
  shown.source = SOURCE;
  shown.code = { value: finding.rule, target: settingLink() };
  return { rule: finding.rule, shown };
}

/** Leads to the setting that says how much the rule counts. */
export function settingLink(): vscode.Uri {
  const values = encodeURIComponent(JSON.stringify([CHECKS_SETTING]));
  return vscode.Uri.parse(`command:workbench.action.openSettings?${values}`);
}

function listed(problem: vscode.Diagnostic): ListedProblem {
  const { code, source } = problem;
  return {
    // As it is shown, in the language of the editor.
    source: source === translate(SCHEMA_SOURCE) ? SCHEMA_SOURCE : source,
    code: typeof code === "object" ? code.value : code,
    place: placeOf(problem),
  };
}

function placeOf({ range: { start, end } }: vscode.Diagnostic): string {
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}

function isSame(one: readonly vscode.Diagnostic[], other: readonly vscode.Diagnostic[]): boolean {
  const keys = (problems: readonly vscode.Diagnostic[]): string =>
    JSON.stringify(problems.map((shown) => [placeOf(shown), shown.severity, shown.message]));
  return keys(one) === keys(other);
}
