import type { TableFacts } from "../../../../shared/listQuestions";
import type { QuestionContext } from "../tableData";

/** What is loaded. */
export function answerFacts({ facts }: QuestionContext): TableFacts {
  return facts;
}
