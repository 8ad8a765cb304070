import { checkPayload } from "../../../../../src/features/pensions/common/checks/checkPayload";
import {
  type CheckContext,
  type Finding,
  type Fix,
  RULE_IDS,
  type RuleId,
} from "../../../../../src/features/pensions/common/checks/findings";
import { SENTENCES } from "../../../../../src/features/pensions/texts/findingSentences";
import { DEFINITION } from "./definitions";

/** A context in which only these rules are on. */
export function only(rules: readonly RuleId[], definition = DEFINITION): CheckContext {
  return { definition, off: RULE_IDS.filter((id) => !rules.includes(id)) };
}

/** What one rule says of a text: the sentence's key, its values, the source it is about. */
export function said(rule: RuleId, text: string, definition = DEFINITION): readonly string[] {
  return checkPayload(text, only([rule], definition)).map((finding) => {
    const { offset, length, values } = finding;
    const words = [keyOf(finding), ...values.map(String), text.slice(offset, offset + length)];
    return words.join(" ");
  });
}

/** The texts that the fixes of a text's only finding lead to. */
export function fixed(rule: RuleId, text: string, definition = DEFINITION): readonly string[] {
  const [finding, ...others] = checkPayload(text, only([rule], definition));
  if (finding === undefined || others.length > 0) {
    throw new Error(`${others.length + (finding === undefined ? 0 : 1)} findings`);
  }
  return finding.fixes.map((fix) => applied(text, fix));
}

/** A text after a fix. */
export function applied(text: string, { edits }: Fix): string {
  return [...edits]
    .sort((one, other) => other.offset - one.offset)
    .reduce(
      (now, { offset, length, text: put }) =>
        now.slice(0, offset) + put + now.slice(offset + length),
      text,
    );
}

/** Which of the sentences a finding says. */
export function keyOf({ message }: Finding): string {
  return Object.entries(SENTENCES).find(([, sentence]) => sentence === message)?.[0] ?? message;
}
