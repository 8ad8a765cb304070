import { decimal } from "./decimal";
import type { RawNumber } from "./losslessJson";
import { ANSWERS, describeRisk, QUESTIONNAIRES } from "./results";

export interface Questionnaire {
  readonly questionnaireId: string;
  readonly title: string;
  /** Null while no end is planned. */
  readonly validUntil: string | null;
}

/** Questions under a title; groups stand in groups. */
interface QuestionGroup {
  readonly title: string;
  readonly questions: readonly { readonly number: number; readonly text: string }[];
  readonly groups: readonly QuestionGroup[];
}

/** An answer to be scored. */
export interface GivenAnswer {
  readonly question: number;
  readonly answer: string;
}

interface Score {
  readonly questionnaireId: string;
  readonly answered: number;
  readonly score: RawNumber;
  readonly riskLevel: number;
  readonly riskDescription: string;
}

/** The questionnaires that results are of. */
export function listQuestionnaires(): readonly Questionnaire[] {
  return QUESTIONNAIRES.map(({ id, title }, index) => ({
    questionnaireId: id,
    title,
    validUntil: index === 0 ? null : `${2027 + index}-03-31`,
  }));
}

/** The same eight questions for each questionnaire. */
export const QUESTIONS: QuestionGroup = {
  title: "All questions",
  questions: [],
  groups: [
    {
      title: "What you have done",
      questions: [
        { number: 1, text: "I have invested in funds before." },
        { number: 2, text: "I read about markets every week." },
      ],
      groups: [],
    },
    {
      title: "What you would do",
      questions: [{ number: 3, text: "I would wait ten years for a better result." }],
      groups: [
        {
          title: "When markets fall",
          questions: [
            { number: 4, text: "I would hold on." },
            { number: 5, text: "I would buy more." },
          ],
          groups: [
            {
              title: "By half",
              questions: [{ number: 6, text: "I would still sleep well." }],
              groups: [],
            },
          ],
        },
        {
          title: "When markets rise",
          questions: [
            { number: 7, text: "I would keep to my plan." },
            { number: 8, text: "I would take some profit." },
          ],
          groups: [],
        },
      ],
    },
  ],
};

export const QUESTION_COUNT = 8;
const NEITHER = ANSWERS.indexOf("Neither");

/** What answers result in; a question without one counts as "Neither". */
export function scoreAnswers(questionnaireId: string, given: readonly GivenAnswer[]): Score {
  const byQuestion = new Map(given.map(({ question, answer }) => [question, answer]));
  const points = Array.from({ length: QUESTION_COUNT }, (_item, index) => {
    const answer = byQuestion.get(index + 1);
    const rank = ANSWERS.findIndex((choice) => choice === answer);
    return rank < 0 ? NEITHER : rank;
  }).reduce((sum, rank) => sum + rank, 0);
  // Hundredths of 1000, which all questions answered with the highest make.
  const hundredths = (points * 100_000) / (QUESTION_COUNT * (ANSWERS.length - 1));
  const riskLevel = Math.max(Math.ceil(hundredths / 10_000), 1);
  return {
    questionnaireId,
    answered: byQuestion.size,
    score: decimal(BigInt(hundredths), 2),
    riskLevel,
    riskDescription: describeRisk(riskLevel),
  };
}
