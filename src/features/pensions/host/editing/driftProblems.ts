import * as vscode from "vscode";
import type { DriftFinding } from "../../../definitions/common/drift/drift";
import { driftSentence } from "../../../definitions/texts/driftTexts";
import { fieldPlaces } from "../../common/editing/fieldPlace";
import { DisposableStore } from "../../../../platform/vscode/disposables";
import { isPayload, onPayloadsChange } from "../payloadPatterns";
import { onSettingChange } from "../../../../platform/vscode/settings";
import { diagnosticAt } from "../../../../platform/vscode/surfaces";
import { localizer } from "../../../../platform/vscode/translate";
import { targetConnection } from "../targetConnection";
import { CHECKS_SETTING, ruleLevels } from "./checkLevels";
import { rangeOf, settingLink } from "./problems";
import type { EditingServices } from "./services";

/** Operations whose answers are a pension, as its payload file is. */
const PENSION_ANSWERS = ["getPension", "putPension"] as const;
/** In longer payloads findings are shown at the first line. */
const LONGEST_SEARCHED = 1_000_000;
/** Debounces typing. */
const PAUSE_MILLISECONDS = 300;

/**
 * Says in open payloads where answers of their connection differ from the interface definition:
 * at the field where the payload has it, else at its first line.
 */
export class DriftProblems implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly collection = this.store.add(vscode.languages.createDiagnosticCollection());
  private cancelPause: (() => void) | undefined;

  constructor(private readonly services: EditingServices) {
    const { drift, targets } = services;
    const workspace = vscode.workspace;
    this.store.add(drift.onDidChange(() => this.showAll()));
    this.store.add(targets.onDidChange(() => this.showAll()));
    this.store.add(services.onDidChange(() => this.showAll()));
    this.store.add(onSettingChange(CHECKS_SETTING, () => this.showAll()));
    this.store.add(onPayloadsChange(() => this.showAll()));
    this.store.add(workspace.onDidOpenTextDocument((document) => this.show(document)));
    this.store.add(workspace.onDidCloseTextDocument(({ uri }) => this.collection.delete(uri)));
    this.store.add(workspace.onDidChangeTextDocument(({ document }) => this.showLater(document)));
    this.showAll();
  }

  dispose(): void {
    this.cancelPause?.();
    this.store.dispose();
  }

  private showAll(): void {
    vscode.workspace.textDocuments.forEach((document) => this.show(document));
  }

  private showLater(document: vscode.TextDocument): void {
    if (isPayload(document.uri) && this.findingsOf(document).length > 0) {
      this.cancelPause?.();
      this.cancelPause = this.services.clock.schedule(PAUSE_MILLISECONDS, () => this.showAll());
    }
  }

  private show(document: vscode.TextDocument): void {
    if (document.isClosed || !isPayload(document.uri)) {
      this.collection.delete(document.uri);
      return;
    }
    const level = ruleLevels().drift;
    const findings = this.findingsOf(document);
    if (level === "off" || findings.length === 0) {
      this.collection.delete(document.uri);
      return;
    }
    const text = document.getText();
    const placeOf = fieldPlaces(text.length > LONGEST_SEARCHED ? "" : text);
    this.collection.set(
      document.uri,
      findings.map((finding) =>
        problemOf(document, finding, { place: placeOf(finding.path), level }),
      ),
    );
  }

  /** A finding of both operations is shown once. */
  private findingsOf({ uri }: vscode.TextDocument): readonly DriftFinding[] {
    const { drift, targets } = this.services;
    const connection = targetConnection(this.services, targets.of(uri));
    const all =
      connection === undefined
        ? []
        : PENSION_ANSWERS.flatMap((id) => drift.of(connection.id, id)?.findings ?? []);
    const known = new Map(all.map((one) => [JSON.stringify([one.kind, one.path, one.seen]), one]));
    return [...known.values()];
  }
}

interface Shown {
  readonly place: { readonly offset: number; readonly length: number } | undefined;
  readonly level: "warning" | "information";
}

function problemOf(
  document: vscode.TextDocument,
  finding: DriftFinding,
  { place, level }: Shown,
): vscode.Diagnostic {
  const { Information, Warning } = vscode.DiagnosticSeverity;
  const shown = diagnosticAt(
    place === undefined ? document.lineAt(0).range : rangeOf(document, place),
    vscode.l10n.t("In answers of the service: {0}", driftSentence(finding, localizer)),
    level === "information" ? Information : Warning,
  );
  shown.source = vscode.l10n.t("Interface definition");
  shown.code = { value: finding.kind, target: settingLink() };
  return shown;
}
