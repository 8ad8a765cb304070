import { readDefinition } from "../../../platform/service/definition/definition";
import type { Translate } from "../../../platform/texts/words";
import type { ExplanationSection } from "../messages/requestPanel";
import { accessSections } from "./explanation/accessSections";
import { answerSections } from "./explanation/answerSections";
import { nextSection } from "./explanation/nextSection";
import { questionSection } from "./explanation/questionSection";
import { readEvidence } from "./explanation/evidence";
import type { Attempt } from "../../../platform/base/action";
import type { ExplanationFacts } from "./explanation/explanationFacts";

/** Scopes that the definition's text marks as an illustration for an operation, if it is one. */
export function illustrativeScopes(
  definition: string,
  { method, pathTemplate }: Pick<Attempt, "method" | "pathTemplate">,
): readonly string[] {
  const { operations } = readDefinition(definition);
  const found = operations.find(
    (operation) => operation.method === method && pathTemplate.endsWith(operation.path),
  );
  return found?.scopes ?? [];
}

/**
 * Why a call did not show what was hoped for, from evidence alone: what the specification does
 * not show is said to be a guess. Pure; texts may hold ids of the call, never a secret.
 */
export function explanationOf(
  facts: ExplanationFacts,
  t: Translate,
): readonly ExplanationSection[] {
  const evidence = readEvidence(facts);
  return [
    ...answerSections(evidence, t),
    ...accessSections(evidence, t),
    questionSection(evidence, t),
    nextSection(evidence, t),
  ].filter(({ lines }) => lines.length > 0);
}
