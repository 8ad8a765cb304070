import type { Translate } from "../../../../platform/texts/words";
import { type ConnectionDraft, DRAFT_FIELDS } from "../../messages/connectionDraft";
import type { PastedSecrets } from "./services";

/** What a form begins with or leaves behind. */
export interface FormContent {
  /** Undefined as long as the connection is new. */
  readonly id: string | undefined;
  readonly saved: ConnectionDraft;
  readonly draft: ConnectionDraft;
  /** Pasted ones that are not stored yet. */
  readonly secrets?: PastedSecrets | undefined;
  /** True for changes that were left in a closed form. */
  readonly isFromBefore?: boolean;
}

/** Whether saving would store anything. */
export function isChanged({ draft, saved, secrets }: FormContent): boolean {
  return secrets !== undefined || !sameDraft(draft, saved);
}

/** True when secrets cannot be entered before the connection is stored: they are bound to it. */
export function savesFirst({ id, draft, saved, secrets }: FormContent): boolean {
  // Pasted ones that came later would undo what is entered now.
  return id === undefined || isLedElsewhere(saved, draft) || secrets !== undefined;
}

/** True when secrets that are meant for the servers of one draft are not for those of the other. */
export function isLedElsewhere(one: ConnectionDraft, other: ConnectionDraft): boolean {
  return one.baseUrl !== other.baseUrl || one.authUrl !== other.authUrl;
}

/** What was typed into a draft that began as `saved`, over what is stored now. */
export function rebased(
  { draft, saved }: Pick<FormContent, "draft" | "saved">,
  stored: ConnectionDraft,
): ConnectionDraft {
  return { ...stored, ...changesOf(saved, draft) };
}

/** The fields that are others than before. */
export function changesOf(
  before: ConnectionDraft,
  draft: ConnectionDraft,
): Partial<ConnectionDraft> {
  const changed = DRAFT_FIELDS.filter((field) => draft[field] !== before[field]);
  return Object.fromEntries(changed.map((field) => [field, draft[field]] as const));
}

/** A connection in quotes, or words for one without a label. */
export function formName({ saved, draft }: FormContent, t: Translate): string {
  const label = saved.label === "" ? draft.label : saved.label;
  return label === "" ? t("the new connection") : `'${label}'`;
}

/** Field by field: the order of members does not count. */
export function sameDraft(one: ConnectionDraft, other: ConnectionDraft): boolean {
  return DRAFT_FIELDS.every((field) => one[field] === other[field]);
}
