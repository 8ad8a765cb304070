import * as vscode from "vscode";
import { type AppError, isAppError } from "../../../platform/base/errors";
import type { Translate } from "../../../platform/texts/words";
import { maskSaid } from "../../requests/common/maskAction";
import { problemPathText } from "../../../platform/http/refusals/problemPath";
import { locateProblems, type ProblemPlace } from "../common/answers/problemPlaces";
import { readBodyProblems } from "../../../platform/http/refusals/problems";
import type { BodyProblem } from "../../../platform/http/refusals/problemList";
import { DisposableStore } from "../../../platform/vscode/disposables";
import type { Privacy } from "../../../platform/vscode/privacy";
import { diagnosticAt } from "../../../platform/vscode/surfaces";
import { shortenId } from "../../../platform/base/statusLine";
import { openNow } from "./writing/places";

export interface ServiceProblemServices {
  readonly privacy: Pick<Privacy, "masking" | "onDidChange">;
  /** For sentences that hold what a server sent: nothing secret, and nothing private to be masked. */
  readonly translateSent: Translate;
}

/** Refusals that say nothing of the body: of access, of the address, of too many calls. */
const NOT_OF_BODY: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 408, 410, 429]);

interface Refusal {
  readonly document: vscode.TextDocument;
  readonly error: AppError;
}

/**
 * What the service said of a payload that it refused, on the lines that it means; what means no
 * line on the first one. Gone with the first edit: what the service would say then is not known.
 */
export class ServiceProblems implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly collection = this.store.add(vscode.languages.createDiagnosticCollection());
  private readonly refusals = new Map<string, Refusal>();

  constructor(private readonly services: ServiceProblemServices) {
    const workspace = vscode.workspace;
    this.store.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) {
          this.clear(document);
        }
      }),
    );
    this.store.add(workspace.onDidCloseTextDocument((document) => this.clear(document)));
    this.store.add(
      services.privacy.onDidChange(() =>
        this.refusals.forEach((refusal) => void this.publish(refusal)),
      ),
    );
  }

  /**
   * Shows what an error says of the text that was sent, and leads to the first of it; other errors do
   * nothing. Of a text that was edited while it was sent the service said nothing.
   */
  async showServiceProblems(
    sentFrom: vscode.TextDocument,
    sentText: string,
    error: unknown,
  ): Promise<void> {
    if (!isAppError(error) || !speaksOfBody(error)) {
      return;
    }
    const document = await openNow(sentFrom);
    if (document?.getText() !== sentText) {
      return;
    }
    const first = this.publish({ document, error });
    if (first !== undefined) {
      try {
        await reveal(document, first);
      } catch {
        // Its file is gone by now: the refusal has to be told all the same.
        this.clear(document);
      }
    }
  }

  /** Before the next PUT, and with every edit. */
  clear({ uri }: vscode.TextDocument): void {
    if (this.refusals.delete(uri.toString())) {
      this.collection.delete(uri);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Returns the range of the first. */
  private publish(refusal: Refusal): vscode.Range | undefined {
    const { document, error } = refusal;
    const { translateSent: t } = this.services;
    const body = error.body ?? new Uint8Array();
    const problems = readBodyProblems(body, contentTypeOf(error), (text) => t("{0}", text));
    const places = locateProblems(document.getText(), problems);
    const shown = problems
      .map((problem, index) => this.diagnosticOf(refusal, problem, places[index]))
      .sort((one, other) => one.range.start.compareTo(other.range.start));
    if (shown.length > 0) {
      this.refusals.set(document.uri.toString(), refusal);
      this.collection.set(document.uri, shown);
    }
    return shown[0]?.range;
  }

  private diagnosticOf(
    { document, error }: Refusal,
    { path, message }: BodyProblem,
    place: ProblemPlace | undefined,
  ): vscode.Diagnostic {
    const { translateSent: t, privacy } = this.services;
    const field = problemPathText(path);
    const said = maskSaid(message, privacy.masking);
    const sentence = field === "" ? t("{0}", said) : t("{0}: {1}", field, said);
    const { requestId, status } = error;
    const text =
      requestId === undefined
        ? sentence
        : vscode.l10n.t("{0} (request {1})", sentence, shortenId(requestId));
    const shown = diagnosticAt(rangeOf(document, place), text);
    // Who says it, in the list of problems.
    shown.source = vscode.l10n.t("Financial Planning (service)");
    if (status !== undefined) {
      shown.code = status;
    }
    return shown;
  }
}

function speaksOfBody({ kind, status, body }: AppError): boolean {
  const isRefusal = status !== undefined && status >= 400 && status < 500;
  return kind === "service" && isRefusal && !NOT_OF_BODY.has(status) && body !== undefined;
}

function contentTypeOf({ action }: AppError): string | undefined {
  const headers = action?.attempts.at(-1)?.responseHeaders ?? [];
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
}

/** Without a place of its own it stands on the first line. */
function rangeOf(document: vscode.TextDocument, place: ProblemPlace | undefined): vscode.Range {
  return place === undefined
    ? document.lineAt(0).range
    : new vscode.Range(
        document.positionAt(place.offset),
        document.positionAt(place.offset + place.length),
      );
}

/** Brings the first place into sight; the cursor goes there only where the user is in that text. */
async function reveal(document: vscode.TextDocument, { start }: vscode.Range): Promise<void> {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const place = new vscode.Range(start, start);
  const editor =
    activeTextEditor?.document === document
      ? activeTextEditor
      : visibleTextEditors.find((visible) => visible.document === document);
  if (editor === undefined) {
    await vscode.window.showTextDocument(document, { preserveFocus: true, selection: place });
    return;
  }
  if (editor === activeTextEditor) {
    editor.selection = new vscode.Selection(start, start);
  }
  editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
