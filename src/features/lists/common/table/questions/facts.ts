import type { TableFacts } from "../../../messages/listQuestions";
import type { QuestionContext } from "../tableData";

/** What is loaded. */
export function answerFacts({ facts }: QuestionContext): TableFacts {
  return facts;
}
