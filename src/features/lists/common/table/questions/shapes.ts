import { rootOf } from "../../../../../platform/json/jsonText";
import { listShapes, NO_SHAPES, type PageShapes } from "../../shapes";
import type { QuestionContext } from "../tableData";

/** What else in the answer that brought a page could be its list and its total. */
export function answerShapes(
  context: QuestionContext,
  { pageNumber }: { readonly pageNumber: number },
): PageShapes {
  const found = context.page(pageNumber);
  return found === undefined
    ? NO_SHAPES
    : listShapes(found.text, rootOf(found.text, found.entries));
}
