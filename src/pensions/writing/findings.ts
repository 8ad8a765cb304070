import type { CheckContext, Finding, RuleId } from "../../core/pensions/checks/findings";
import type { PayloadFindings } from "../../core/pensions/words/findingLines";
import { ruleLevels } from "../editing/checkLevels";
import { heldAgainstSchema } from "../heldAgainstSchema";

export interface FindingSources {
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
  /** Runs the rules; in a thread where a text is long. */
  readonly check: (text: string, context: CheckContext) => Promise<readonly Finding[]>;
}

/** All there is to say of a payload before it leaves: the definition's view, and the rules'. */
export async function findingsOf(
  { definition: read, check }: FindingSources,
  text: string,
  connectionId: string,
): Promise<PayloadFindings> {
  const definition = await read(connectionId);
  const levels = Object.entries(ruleLevels()) as [RuleId, string][];
  const off = levels.filter(([, level]) => level === "off").map(([rule]) => rule);
  const isWarning = (rule: RuleId): boolean =>
    levels.some(([id, level]) => id === rule && level === "warning");
  const [schema, found] = await Promise.all([
    heldAgainstSchema(text, definition),
    check(text, { definition, off }),
  ]);
  return { schema, warnings: found.filter(({ rule }) => isWarning(rule)).length };
}
