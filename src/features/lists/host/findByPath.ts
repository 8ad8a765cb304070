import * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import { countText } from "../../../platform/vscode/formats";
import { withProgress } from "../../../platform/vscode/progress";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { ANSWER_SCHEME } from "../../../manifest";
import { pathProblem } from "../common/jsonPath";
import { findInThread } from "../common/jsonPathClient";
import { MATCHES_LIMIT } from "../messages/listQuestions";
import { refusal } from "../../../platform/texts/refusals";
import { LIST_REFUSALS } from "../texts/refusals";
import { localizer } from "../../../platform/vscode/translate";

interface PathServices {
  readonly dialogs: Dialogs;
  /** Path of `jsonPathWorker.js`. */
  readonly pathWorker: string;
  copy(text: string): Promise<void>;
}

/** Finds values of the answer in front by JSONPath, and marks them. */
export class PathFinder implements vscode.Disposable {
  private readonly marks = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.findMatchHighlightBackground"),
    border: "1px solid",
    borderColor: new vscode.ThemeColor("editor.findMatchHighlightBorder"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.findMatchForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  private last = "$";

  constructor(private readonly services: PathServices) {}

  /** Asks for the query, again and again from the last one. */
  async find(): Promise<void> {
    const editor = answerInFront();
    const query = await this.services.dialogs.input({
      title: vscode.l10n.t("Find by JSONPath"),
      prompt: vscode.l10n.t("A query by RFC 9535. It finds what is shown, masked if it is."),
      placeHolder: "$..value",
      value: this.last,
      check: (typed) => {
        const problem = pathProblem(typed, localizer);
        return problem === undefined
          ? undefined
          : refusal(LIST_REFUSALS.jsonPath, localizer, { problem });
      },
    });
    if (query === undefined) {
      return;
    }
    this.last = query;
    const text = editor.document.getText();
    const { pathWorker: worker } = this.services;
    const { count, isCountExact, places } = await withProgress(
      vscode.l10n.t("Finding {0}", query),
      async (signal) => findInThread(text, query, { signal, worker }),
    );
    const ranges = rangesOf(editor.document, places);
    editor.setDecorations(this.marks, ranges);
    const [first] = ranges;
    if (first !== undefined) {
      editor.selection = new vscode.Selection(first.start, first.start);
      editor.revealRange(first, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
    await this.tell(editor, { count, isCountExact }, ranges);
  }

  dispose(): void {
    this.marks.dispose();
  }

  private async tell(
    editor: vscode.TextEditor,
    { count, isCountExact }: { readonly count: number; readonly isCountExact: boolean },
    ranges: readonly vscode.Range[],
  ): Promise<void> {
    const { dialogs } = this.services;
    if (count === 0) {
      await dialogs.notify("information", vscode.l10n.t("Nothing matches {0}.", this.last));
      return;
    }
    const message =
      count === 1
        ? vscode.l10n.t("1 match, marked.")
        : count > MATCHES_LIMIT
          ? vscode.l10n.t(
              "{0} matches. The first {1} are marked.",
              isCountExact ? countText(count) : vscode.l10n.t("At least {0}", countText(count)),
              countText(ranges.length),
            )
          : vscode.l10n.t("{0} matches, marked.", countText(count));
    const [copyThem, selectThem] = [vscode.l10n.t("Copy"), vscode.l10n.t("Select")];
    const chosen = await dialogs.notify("information", message, [copyThem, selectThem]);
    if (chosen === copyThem) {
      await this.services.copy(ranges.map((range) => editor.document.getText(range)).join("\n"));
    } else if (chosen === selectThem) {
      const shown = await vscode.window.showTextDocument(editor.document);
      shown.selections = ranges.map(({ start, end }) => new vscode.Selection(start, end));
    }
  }
}

function answerInFront(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== ANSWER_SCHEME) {
    throw new AppError("input", "lists/noAnswer");
  }
  return editor;
}

function rangesOf(document: vscode.TextDocument, places: Int32Array): readonly vscode.Range[] {
  const ranges: vscode.Range[] = [];
  for (let at = 0; at < places.length; at += 2) {
    const [offset = 0, length = 0] = [places[at], places[at + 1]];
    ranges.push(
      new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)),
    );
  }
  return ranges;
}
