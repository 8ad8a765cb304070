/** Which ids in a text are of calls. */
export interface KnownIds {
  /** What the trace ids of the explorer begin with. */
  readonly prefix: string;
  readonly pinned: string | undefined;
  /** Whether a call has this id. */
  readonly isKnown: (id: string) => boolean;
}

interface IdLink {
  /** Offset in UTF-16 units. */
  readonly from: number;
  readonly id: string;
}

const MOST_LINKS = 2_000;

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Ids of known calls in a text: trace ids and UUIDs by which a call is known, and the pinned one. */
export function findIdLinks(
  text: string,
  { prefix, pinned, isKnown }: KnownIds,
): readonly IdLink[] {
  const links: IdLink[] = [];
  for (const { 0: id, index: from } of text.matchAll(candidates(prefix, pinned))) {
    if (links.length === MOST_LINKS) {
      break;
    }
    if (id === pinned || isKnown(id)) {
      links.push({ from, id });
    }
  }
  return links;
}

/** Whether there is anything of the form of an id: a UUID, or a trace id with this prefix. */
export function hasIdForm(text: string, prefix: string): boolean {
  return candidates(prefix, undefined).test(text);
}

/** One pass over the text; nothing in it can be matched in more than one way. */
function candidates(prefix: string, pinned: string | undefined): RegExp {
  const forms = [
    ...(pinned === undefined ? [] : [escapePattern(pinned)]),
    `${escapePattern(prefix)}[0-9a-f]{32}`,
    UUID,
  ];
  return new RegExp(`(?<![A-Za-z0-9_-])(?:${forms.join("|")})(?![A-Za-z0-9_-])`, "g");
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** True for what is worth being offered as an id: one word of 8 to 128 characters with a digit. */
export function looksLikeId(text: string): boolean {
  return /^(?=.*\d)[A-Za-z0-9._-]{8,128}$/.test(text);
}
