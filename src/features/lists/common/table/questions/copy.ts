import type { CopyQuestion } from "../../../messages/listQuestions";
import { AppError } from "../../../../../platform/base/errors";
import type { QuestionContext } from "../loadedRows";
import { jsonLines } from "./copyJson";
import { markdownLines, textLines, tsvLines } from "./copyText";
import { copiedOf } from "./copied";

/** UTF-16 units; more would end in a clipboard that nobody can paste from. */
const LENGTH_LIMIT = 100_000_000;

/** The selected cells as a text for the clipboard; `rows` says how many it has. */
export function answerCopy(
  context: QuestionContext,
  { selection, format, withHeader }: CopyQuestion,
): { readonly text: string; readonly rows: number } {
  const copied = copiedOf(context, selection);
  const lines: Iterable<string> =
    format === "tsv"
      ? tsvLines(copied, withHeader)
      : format === "json"
        ? jsonLines(copied)
        : format === "markdown"
          ? markdownLines(copied)
          : textLines(copied);
  return { text: joined(lines), rows: copied.rows.length };
}

function joined(lines: Iterable<string>): string {
  const all: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > LENGTH_LIMIT) {
      throw new AppError("input", "lists/copyTooLarge", { values: { limitBytes: LENGTH_LIMIT } });
    }
    all.push(line);
  }
  return all.join("\n");
}
