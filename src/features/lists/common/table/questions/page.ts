import { AppError } from "../../../../../platform/base/errors";
import type { QuestionContext } from "../tableData";

/** The bytes of a page as they came; masked text in privacy mode. */
export function answerPage(
  context: QuestionContext,
  { pageNumber }: { readonly pageNumber: number },
): { readonly bytes: Uint8Array } {
  const { shown } = context;
  const found = context.page(pageNumber);
  if (found === undefined) {
    throw rowsGone();
  }
  const { text, bytes } = found;
  // A copy: what is told to another thread is gone from this one.
  const isAsItCame = bytes !== undefined && !shown.isMasked;
  return { bytes: isAsItCame ? bytes.slice() : new TextEncoder().encode(shown.json(text, [])) };
}

/** What was asked about is not loaded any more. */
export function rowsGone(): AppError {
  return new AppError("input", "lists/rowsGone");
}
