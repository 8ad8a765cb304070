import { warningWords } from "../../../../platform/texts/warnings";
import type { Translate } from "../../../../platform/texts/words";
import type { FormView, TestStep } from "../../messages/connectionForm";
import { testWord } from "../../texts/formTexts";
import { CONNECTION_WARNINGS } from "../../texts/warnings";
import { type FormContent, isChanged } from "./formContent";

export const DISCARD = "connectionForm.discard";

/** A test as far as the form shows it. */
export interface FormTest {
  steps: readonly TestStep[];
  /** Undefined while it runs. */
  summary: string | undefined;
  /** True once it was of another draft. */
  isStale: boolean;
}

/** Says of changes from a closed form that they were restored. */
export function noticeView(content: FormContent, t: Translate): Pick<FormView, "notice"> {
  if (content.isFromBefore !== true || !isChanged(content)) {
    return {};
  }
  const words = warningWords(CONNECTION_WARNINGS["connections/changesFromBefore"], t);
  return { notice: { ...words, actions: [{ id: DISCARD, label: t("Discard changes") }] } };
}

export function testView(test: FormTest | undefined, t: Translate): Pick<FormView, "test"> {
  if (test === undefined) {
    return {};
  }
  const { summary = "", steps, isStale } = test;
  const isRunning = test.summary === undefined;
  return {
    test: {
      isRunning,
      summary: isStale && !isRunning ? t("Before your last change: {0}", summary) : summary,
      steps: steps.map((step) => ({ ...step, word: testWord(step.state, t) })),
    },
  };
}
