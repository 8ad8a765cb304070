/** Texts that stand for somebody, each with its pseudonym, to be found in running text. */
export interface KnownTexts {
  add(text: string, mask: string): void;
  /** The text with every known one in it replaced, the longest first. */
  replaceIn(text: string): string;
}

/** More are forgotten, the oldest first. */
const MOST_TEXTS = 20_000;
const FIRST_WORD = /[\p{L}\p{N}]+/u;
const WORDS = /[\p{L}\p{N}]+/gu;

/** Finds known texts by their first word: the time does not grow with how many are known. */
export function createKnownTexts(): KnownTexts {
  const masks = new Map<string, string>();
  const byFirstWord = new Map<string, Set<string>>();
  const forget = (text: string): void => {
    masks.delete(text);
    const first = firstWordOf(text);
    const others = byFirstWord.get(first);
    others?.delete(text);
    if (others?.size === 0) {
      byFirstWord.delete(first);
    }
  };
  return {
    add: (given, mask) => {
      const text = given.slice(given.search(FIRST_WORD));
      const first = firstWordOf(text);
      // A single letter would be found everywhere.
      if (first === "" || text.length < 2 || masks.has(text)) {
        return;
      }
      masks.set(text, mask);
      byFirstWord.set(first, (byFirstWord.get(first) ?? new Set()).add(text));
      for (const oldest of masks.keys()) {
        if (masks.size <= MOST_TEXTS) {
          break;
        }
        forget(oldest);
      }
    },
    replaceIn: (text) => (masks.size === 0 ? text : replaceKnown(text, masks, byFirstWord)),
  };
}

function replaceKnown(
  text: string,
  masks: ReadonlyMap<string, string>,
  byFirstWord: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  let masked = "";
  let done = 0;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (index < done) {
      continue;
    }
    const found = longest(byFirstWord.get(word), text, index);
    if (found !== undefined) {
      masked += text.slice(done, index) + (masks.get(found) ?? "");
      done = index + found.length;
    }
  }
  return masked + text.slice(done);
}

function longest(
  candidates: ReadonlySet<string> | undefined,
  text: string,
  index: number,
): string | undefined {
  let found: string | undefined;
  for (const candidate of candidates ?? []) {
    const isLonger = candidate.length > (found?.length ?? 0);
    if (isLonger && text.startsWith(candidate, index) && endsThere(text, index, candidate)) {
      found = candidate;
    }
  }
  return found;
}

/** "Ann" is not found in "Anna". */
function endsThere(text: string, index: number, { length }: string): boolean {
  const last = text.slice(index, index + length);
  const after = text.slice(index + length, index + length + 2);
  return !(/[\p{L}\p{N}]$/u.test(last) && /^[\p{L}\p{N}]/u.test(after));
}

function firstWordOf(text: string): string {
  return FIRST_WORD.exec(text)?.[0] ?? "";
}
