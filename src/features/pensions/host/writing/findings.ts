import type { CheckContext, Finding, RuleId } from "../../common/checks/findings";
import type { PayloadFindings } from "../../texts/findingLines";
import type { WriteReview } from "../../common/writing/writer";
import { ruleLevels } from "../editing/checkLevels";
import { validatePayload } from "../validatePayload";

export interface FindingSources {
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
  /** Runs the rules; in a thread where a text is long. */
  readonly check: (text: string, context: CheckContext) => Promise<readonly Finding[]>;
}

/** Where a payload goes. */
export interface SentThrough {
  readonly connectionId: string;
  /** The version that the service showed last, if there is one. */
  readonly seen: string | undefined;
}

/** What a review says of that. */
export function sentThrough({
  connection,
  current,
  seen,
}: Pick<WriteReview, "connection" | "current" | "seen">): SentThrough {
  const version = current.kind === "present" ? current : seen;
  return { connectionId: connection.id, seen: version?.text };
}

/** All there is to say of a payload before it leaves: the definition's view, and the rules'. */
export async function findingsOf(
  { definition: read, check }: FindingSources,
  text: string,
  { connectionId, seen }: SentThrough,
): Promise<PayloadFindings> {
  const definition = await read(connectionId);
  const levels = Object.entries(ruleLevels()) as [RuleId, string][];
  const off = levels.filter(([, level]) => level === "off").map(([rule]) => rule);
  const isWarning = (rule: RuleId): boolean =>
    levels.some(([id, level]) => id === rule && level === "warning");
  const [schema, found] = await Promise.all([
    validatePayload(text, definition),
    check(text, { definition, off, seen }),
  ]);
  return { schema, warnings: found.filter(({ rule }) => isWarning(rule)).length };
}
