import type { Finding, Fix, RuleId, TextEdit } from "../checks/findings";

/**
 * The fixes that can be made together for a rule: where there is only one way to mend it and
 * nothing is taken out, without changing the same place twice.
 */
export function fixesOfAll(findings: readonly Finding[], rule: RuleId): readonly Fix[] {
  const taken: TextEdit[] = [];
  return findings.flatMap(({ rule: of, fixes: [fix, ...others] }) => {
    const isSafe = of === rule && fix !== undefined && others.length === 0 && fix.kind !== "remove";
    if (!isSafe || fix.edits.some((edit) => taken.some((other) => touches(edit, other)))) {
      return [];
    }
    taken.push(...fix.edits);
    return [fix];
  });
}

function touches(one: TextEdit, other: TextEdit): boolean {
  return one.offset <= other.offset + other.length && other.offset <= one.offset + one.length;
}
