/** Where something stands in a text: offsets in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How an id stands around its first word. */
interface Shape {
  /** Characters of the id before that word. */
  readonly before: number;
  readonly length: number;
}

/** A word of an id or of a text that may hold one: without a limit, and in one way alone. */
const WORD = /[\w-]+/;
const WORD_CHARACTER = /[\w-]/;
/** Longer ones are in no text that people read. */
const LONGEST_ID = 256;
/** Of ids with the same first word: each costs a look at every place where that word stands. */
const MOST_SHAPES = 8;

/**
 * Ids by which calls are known, in small letters, and where they stand in a text. A service gives
 * its ids any form, so they are found by their first words: what a text costs grows with its
 * length, whatever the number of ids.
 */
export class KnownIds {
  private readonly values = new Set<string>();
  /** By the first word; none of ids that are one word. */
  private readonly shapes = new Map<string, Shape[]>();

  /** With `isPicky`, texts are not searched for ids that may as well be an everyday word. */
  constructor(private readonly isPicky = true) {}

  add(id: string): void {
    const value = id.toLowerCase();
    if (this.values.has(value)) {
      return;
    }
    this.values.add(value);
    const word = WORD.exec(value);
    if (word !== null && word[0] !== value && value.length <= LONGEST_ID && this.isMeant(value)) {
      this.noteShape(word[0], { before: word.index, length: value.length });
    }
  }

  has(id: string): boolean {
    return this.values.has(id.toLowerCase());
  }

  /** The id whose first word is this one of a text; of several the longest. */
  at(text: string, { from, to }: Span): Span | undefined {
    if (to - from > LONGEST_ID) {
      return undefined;
    }
    const word = text.slice(from, to).toLowerCase();
    for (const { before, length } of this.shapes.get(word) ?? []) {
      const start = from - before;
      const end = start + length;
      if (start >= 0 && endsAt(text, end) && this.has(text.slice(start, end))) {
        return { from: start, to: end };
      }
    }
    return this.values.has(word) && this.isMeant(word) ? { from, to } : undefined;
  }

  private isMeant(value: string): boolean {
    return !this.isPicky || isUnlikeWords(value);
  }

  private noteShape(word: string, shape: Shape): void {
    const known = this.shapes.get(word);
    if (known === undefined) {
      this.shapes.set(word, [shape]);
      return;
    }
    const isNew = known.every(
      ({ before, length }) => before !== shape.before || length !== shape.length,
    );
    if (isNew && known.length < MOST_SHAPES) {
      known.push(shape);
      known.sort((one, other) => other.length - one.length);
    }
  }
}

/** Whether an id may end there: what goes on is another one. */
function endsAt(text: string, end: number): boolean {
  return (
    end <= text.length &&
    !(WORD_CHARACTER.test(text.charAt(end - 1)) && WORD_CHARACTER.test(text.charAt(end)))
  );
}

/** A digit among letters ("INC-42"), 8 characters with a digit, or more than most words have. */
function isUnlikeWords(value: string): boolean {
  const hasDigit = /\d/.test(value);
  return (
    value.length >= 14 ||
    (hasDigit && (value.length >= 8 || (value.length >= 4 && /[a-z]/.test(value))))
  );
}
