import type { Connection, ConnectionSummary } from "../../../platform/base/connection";
import { readDefinition } from "../../../platform/service/definition/definition";
import type { Translate } from "../../../platform/texts/words";
import type { ExplanationSection } from "../messages/requestPanel";
import type { Masking } from "../../../platform/base/masking";
import type { Session } from "../../../platform/service/client";
import { accessSections } from "./explanation/accessSections";
import { answerSections } from "./explanation/answerSections";
import { nextSection } from "./explanation/nextSection";
import { questionSection } from "./explanation/questionSection";
import { readEvidence } from "./explanation/evidence";
import type { Action, Attempt } from "../../../platform/http/record";

/** What is known around a call. Holds no secret. */
export interface ExplanationFacts {
  readonly action: Action;
  /** Number of the attempt that is meant; the last one where it is absent. */
  readonly attempt?: number | undefined;
  /** Body of the answer, decoded, as far as it is kept. */
  readonly body?: Uint8Array | undefined;
  /** Rows on the page that was shown; absent where the answer was no page. */
  readonly rows?: number | undefined;
  /** As it is now; absent when it was removed. */
  readonly connection: Connection | undefined;
  /** In force now. */
  readonly session: Session | undefined;
  /** First 6 hex digits of the key's SHA-256. */
  readonly keyFingerprint: string | undefined;
  /** Scopes that the definition marks as an illustration for this operation. */
  readonly illustrativeScopes: readonly string[];
  /** The other connections, in order. */
  readonly others: readonly Pick<
    ConnectionSummary,
    "id" | "label" | "environment" | "session" | "keyFingerprint" | "connection"
  >[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly masking: Masking;
}

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
