import type { KnownIds, Span } from "./knownIds";

interface IdLink {
  /** Offset in UTF-16 units. */
  readonly from: number;
  /** As the text has it. */
  readonly id: string;
}

const MOST_LINKS = 2_000;

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** Behind the end of a word that is no part of such a number: what prefixes usually end with. */
const OTHER_TRACE = "[g-z._-][0-9a-f]{32}";
/** Whoever wrote down what came wrote down these, too. */
const HEADERS = "x-dt-(?:request|trace)id";

/** Ids of known calls in a text, whatever their form, in capital letters or small ones. */
export function findIdLinks(text: string, known: readonly KnownIds[]): readonly IdLink[] {
  const links: IdLink[] = [];
  const words = /[\w-]+/g;
  let end = 0;
  for (let word = words.exec(text); word !== null; word = words.exec(text)) {
    const span = firstAt(text, { from: word.index, to: words.lastIndex }, known);
    if (span !== undefined && span.from >= end) {
      links.push({ from: span.from, id: text.slice(span.from, span.to) });
      if (links.length === MOST_LINKS) {
        break;
      }
      end = span.to;
      words.lastIndex = end;
    }
  }
  return links;
}

function firstAt(text: string, word: Span, known: readonly KnownIds[]): Span | undefined {
  for (const ids of known) {
    const span = ids.at(text, word);
    if (span !== undefined) {
      return span;
    }
  }
  return undefined;
}

/**
 * Whether there is anything of the form of an id before any call is known: a UUID, a trace id with
 * this prefix or another one, or the name of the header that ids come in.
 */
export function hasIdForm(text: string, prefix: string): boolean {
  const [start, end] = ["(?<![\\w-])", "(?![\\w-])"];
  const own = `${escapePattern(prefix)}[0-9a-f]{32}`;
  const forms = `${start}(?:${own}|${UUID})${end}|${OTHER_TRACE}${end}|${HEADERS}`;
  return new RegExp(forms, "i").test(text);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** True for what is worth being offered as an id: one word of 8 to 128 characters with a digit. */
export function looksLikeId(text: string): boolean {
  return /^(?=.*\d)[A-Za-z0-9._-]{8,128}$/.test(text);
}
