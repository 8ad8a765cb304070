/** Texts that stand for somebody, each with its pseudonym, to be found in running text. */
interface KnownTexts {
  add(text: string, mask: string): void;
  /** The text with every known one in it replaced, the longest first. */
  replaceIn(text: string): string;
}

/** More are forgotten, the oldest first. */
const MOST_TEXTS = 20_000;
const FIRST_WORD = /[\p{L}\p{N}]+/u;
const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * Finds known texts by their first word and by how long those are that begin with it: the time
 * does not grow with how many are known.
 */
export function createKnownTexts(): KnownTexts {
  return new FoundByFirstWord();
}

class FoundByFirstWord implements KnownTexts {
  private readonly masks = new Map<string, string>();
  /** How many known texts of each length begin with a word. */
  private readonly lengths = new Map<string, Map<number, number>>();

  add(given: string, mask: string): void {
    const text = given.slice(Math.max(0, given.search(FIRST_WORD)));
    const first = firstWordOf(text);
    // A single letter would be found everywhere.
    if (first === "" || text.length < 2 || this.masks.has(text)) {
      return;
    }
    this.masks.set(text, mask);
    this.count(first, text.length, 1);
    for (const oldest of this.masks.keys()) {
      if (this.masks.size <= MOST_TEXTS) {
        return;
      }
      this.masks.delete(oldest);
      this.count(firstWordOf(oldest), oldest.length, -1);
    }
  }

  replaceIn(text: string): string {
    if (this.masks.size === 0) {
      return text;
    }
    let masked = "";
    let done = 0;
    for (const { 0: word, index } of text.matchAll(WORDS)) {
      const found = index < done ? undefined : this.longestAt(text, index, word);
      if (found !== undefined) {
        masked += text.slice(done, index) + (this.masks.get(found) ?? "");
        done = index + found.length;
      }
    }
    return masked + text.slice(done);
  }

  private longestAt(text: string, index: number, word: string): string | undefined {
    let longest: string | undefined;
    for (const length of this.lengths.get(word)?.keys() ?? []) {
      const candidate = text.slice(index, index + length);
      const isLonger = length > (longest?.length ?? 0) && this.masks.has(candidate);
      if (isLonger && endsThere(text, index + length)) {
        longest = candidate;
      }
    }
    return longest;
  }

  private count(first: string, length: number, change: number): void {
    const lengths = this.lengths.get(first) ?? new Map<number, number>();
    const count = (lengths.get(length) ?? 0) + change;
    if (count > 0) {
      lengths.set(length, count);
    } else {
      lengths.delete(length);
    }
    if (lengths.size > 0) {
      this.lengths.set(first, lengths);
    } else {
      this.lengths.delete(first);
    }
  }
}

/** "Ann" is not found in "Anna". */
function endsThere(text: string, end: number): boolean {
  const [before, after] = [text.slice(Math.max(0, end - 2), end), text.slice(end, end + 2)];
  return !(/[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after));
}

function firstWordOf(text: string): string {
  return FIRST_WORD.exec(text)?.[0] ?? "";
}
