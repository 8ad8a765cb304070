import type { SendDraft } from "../../messages/sendPanel";

const VALUES = "values.";
type TextMember = Exclude<keyof SendDraft, "values">;

/** What stands in the field of this key. */
export function valueOf(draft: SendDraft, key: string): string {
  if (key.startsWith(VALUES)) {
    const name = key.slice(VALUES.length);
    return Object.hasOwn(draft.values, name) ? (draft.values[name] ?? "") : "";
  }
  return Object.hasOwn(draft, key) ? draft[key as TextMember] : "";
}

/** The draft with another value in the field of this key. */
export function changeOf(draft: SendDraft, key: string, value: string): SendDraft {
  if (key.startsWith(VALUES)) {
    return { ...draft, values: { ...draft.values, [key.slice(VALUES.length)]: value } };
  }
  return Object.hasOwn(draft, key) ? { ...draft, [key]: value } : draft;
}
