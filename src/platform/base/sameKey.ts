import type { ConnectionSummary } from "./connection";

/** A connection as it is told apart from another one with the same key. */
export type KeyHolder = Pick<ConnectionSummary, "id" | "label" | "environment">;

/**
 * The other connections that have the same subscription key, by its fingerprint. The key alone
 * decides the environment: where their environments differ, one of them is labelled wrongly.
 */
export function sameKeyLabels(
  summaries: readonly (KeyHolder & Pick<ConnectionSummary, "keyFingerprint">)[],
  id: string,
): readonly KeyHolder[] {
  const fingerprint = summaries.find((summary) => summary.id === id)?.keyFingerprint;
  return fingerprint === undefined
    ? []
    : summaries.filter((other) => other.id !== id && other.keyFingerprint === fingerprint);
}
