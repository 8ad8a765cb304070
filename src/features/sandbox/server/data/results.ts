import type { ClientEntry } from "./clients";
import { day } from "./clients";
import { decimal } from "./decimal";
import type { RawNumber } from "./losslessJson";
import { createRandom, type Random } from "./random";
import { listOf, type RowList } from "./rows";

/** A result of a questionnaire; `factors` and `answers` come only where they are asked for. */
interface Result {
  readonly resultId: string;
  readonly questionnaireId: string;
  readonly questionnaire: string;
  readonly union: string;
  readonly completedOn: string;
  readonly riskLevel: number;
  readonly riskDescription: string;
  readonly score: RawNumber;
  readonly status: string;
  readonly factors?: readonly Factor[];
  readonly answers?: readonly Answer[];
}

interface Factor {
  readonly factor: string;
  readonly score: RawNumber;
  readonly weight: RawNumber;
}

interface Answer {
  readonly question: number;
  readonly answer: string;
}

/** What may be asked of results; names that are not known add nothing. */
export interface ResultQuery {
  readonly fields: readonly string[];
  readonly unions: readonly string[];
  readonly questionnaireId: string | undefined;
}

/** Of the results of a client; the sandbox knows no others. */
export const QUESTIONNAIRES = [
  { id: "attitude-to-risk", title: "Attitude to risk" },
  { id: "capacity-for-loss", title: "Capacity for loss" },
  { id: "knowledge-and-experience", title: "Knowledge and experience" },
  { id: "sustainability-preferences", title: "Sustainability preferences" },
] as const;

const RISK_WORDS = [
  "Lowest risk",
  "Very low risk",
  "Low risk",
  "Lowest medium risk",
  "Low medium risk",
  "High medium risk",
  "Highest medium risk",
  "High risk",
  "Very high risk",
  "Highest risk",
] as const;

/** A risk level from 1 to 10 in words. */
export function describeRisk(riskLevel: number): string {
  return RISK_WORDS[riskLevel - 1] ?? RISK_WORDS[0];
}

const FACTORS = ["Comfort", "Experience", "Horizon", "Loss tolerance", "Resilience"] as const;
export const ANSWERS = [
  "Strongly disagree",
  "Disagree",
  "Neither",
  "Agree",
  "Strongly agree",
] as const;

/** The results of a client that fit the query, newest first; only those of a page are expanded. */
export function createResults(seed: string, client: ClientEntry, query: ResultQuery): RowList {
  if (client.given?.results !== undefined) {
    return givenResults(client.given.results as readonly unknown[] as readonly Result[], query);
  }
  const random = createRandom(`${seed}/results/${client.row.clientId}`);
  const all =
    client.edge === "series"
      ? createSeries(random, client.results)
      : Array.from({ length: client.results }, () => createResult(random));
  const found = all
    .toReversed()
    .filter(({ questionnaireId }) => questionnaireId === (query.questionnaireId ?? questionnaireId))
    .filter(({ union }) => query.unions.length === 0 || query.unions.includes(union))
    .sort((one, other) => compare(other.completedOn, one.completedOn));
  return listOf(found, (result) => expand(seed, result, query.fields));
}

/** As a scenario has them: filtered, and with what was not asked for left out. */
function givenResults(
  results: readonly Result[],
  { fields, unions, questionnaireId }: ResultQuery,
): RowList {
  const leftOut = new Set(["factors", "answers"].filter((name) => !fields.includes(name)));
  const found = results
    .filter((result) => questionnaireId === undefined || result.questionnaireId === questionnaireId)
    .filter(({ union }) => unions.length === 0 || unions.includes(union));
  return listOf(found, (result) =>
    Object.fromEntries(Object.entries(result).filter(([name]) => !leftOut.has(name))),
  );
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function createResult(random: Random): Result {
  const questionnaire = random.pick(QUESTIONNAIRES);
  const riskLevel = random.between(1, 10);
  return {
    resultId: random.uuid(),
    questionnaireId: questionnaire.id,
    questionnaire: questionnaire.title,
    union: random.oneIn(3) ? "joint" : "single",
    completedOn: day(random, 2019, 2025),
    riskLevel,
    riskDescription: describeRisk(riskLevel),
    score: decimal(BigInt(riskLevel * 100 - random.between(0, 99)) * 10n, 2),
    status: random.oneIn(9) ? "superseded" : "final",
  };
}

const FIRST_YEAR = 2024;

/** Each questionnaire every month: scores that rise and fall from the one before, as lines do. */
function createSeries(random: Random, count: number): readonly Result[] {
  const scores = QUESTIONNAIRES.map(() => random.between(30_000, 70_000));
  return Array.from({ length: count }, (_item, index) => {
    const which = index % QUESTIONNAIRES.length;
    const month = Math.floor(index / QUESTIONNAIRES.length);
    const moved = (scores[which] ?? 0) + random.between(-6_000, 6_000);
    const hundredths = Math.min(Math.max(moved, 1), 99_999);
    scores[which] = hundredths;
    const riskLevel = Math.ceil(hundredths / 10_000);
    return {
      ...createResult(random),
      ...nameOf(QUESTIONNAIRES[which] ?? QUESTIONNAIRES[0]),
      union: month % 3 === 2 ? "joint" : "single",
      completedOn: monthDay(month),
      riskLevel,
      riskDescription: describeRisk(riskLevel),
      score: decimal(BigInt(hundredths), 2),
    };
  });
}

function nameOf({
  id,
  title,
}: (typeof QUESTIONNAIRES)[number]): Pick<Result, "questionnaireId" | "questionnaire"> {
  return { questionnaireId: id, questionnaire: title };
}

function monthDay(month: number): string {
  const year = FIRST_YEAR + Math.floor(month / 12);
  return `${year}-${String((month % 12) + 1).padStart(2, "0")}-15`;
}

function expand(seed: string, result: Result, fields: readonly string[]): Result {
  const random = createRandom(`${seed}/result/${result.resultId}`);
  const factors = FACTORS.map((factor) => ({
    factor,
    score: decimal(BigInt(random.between(0, 1_000)) * 10n, 2),
    weight: decimal(20n, 2),
  }));
  const answers = Array.from({ length: 8 }, (_item, index) => ({
    question: index + 1,
    answer: random.pick(ANSWERS),
  }));
  return {
    ...result,
    ...(fields.includes("factors") ? { factors } : {}),
    // Of what was replaced the answers were not kept.
    ...(fields.includes("answers")
      ? { answers: result.status === "superseded" ? [] : answers }
      : {}),
  };
}
