import type { RowIdentity } from "./identify";
import { datesOf } from "./typedDate";

/** A client as people name it; `description` is the birth date where the service gave one. */
export interface NamedClient {
  readonly clientId: string;
  readonly label: string;
  readonly description?: string;
}

/** Undefined for a row without an id. */
export function namedClient({ id, label, description }: RowIdentity): NamedClient | undefined {
  return id === undefined
    ? undefined
    : {
        clientId: id.value,
        label: label?.value ?? id.value,
        ...(description === undefined ? {} : { description: description.value }),
      };
}

/** Looks clients up by words of their names, a date of birth, or an id. */
export class ClientSearch<Client extends NamedClient> {
  private readonly texts: readonly string[];

  constructor(private readonly clients: readonly Client[]) {
    this.texts = clients.map(textOf);
  }

  /**
   * The clients that fit all words, in any order and of any case, with accents or without; in
   * their own order, those first of whose name each word begins a word.
   */
  find(typed: string): readonly Client[] {
    const born = this.findBorn(typed);
    return born.length > 0 ? born : this.findWords(typed);
  }

  /** Those born on the date that was typed; none where it is no date. */
  findBorn(typed: string): readonly Client[] {
    const dates = datesOf(typed);
    return this.clients.filter(({ description }) =>
      dates.some((date) => description?.startsWith(date)),
    );
  }

  /** Those that fit all words, whatever date these may be. */
  findWords(typed: string): readonly Client[] {
    const words = searchWords(typed);
    const begin: Client[] = [];
    const contain: Client[] = [];
    for (const [index, client] of this.clients.entries()) {
      const text = this.texts[index] ?? "";
      if (words.every((word) => text.includes(word))) {
        const isAtStart = words.every((word) => text.includes(` ${word}`));
        (isAtStart ? begin : contain).push(client);
      }
    }
    return [...begin, ...contain];
  }
}

/** What somebody typed, word by word, to be looked for in `searchText`. */
export function searchWords(typed: string): readonly string[] {
  return searchText(typed)
    .split(/[\s,]+/)
    .filter((word) => word !== "");
}

/** A blank before each word, so that a word that begins one can be told apart. */
function textOf({ clientId, label, description = "" }: NamedClient): string {
  const words = searchText(label).split(/[\s,]+/);
  const id = searchText(clientId);
  return ` ${[...words, searchText(description), id, id.replaceAll("-", "")].join(" ")}`;
}

/** Letters that do not come apart into one of A to Z and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ø: "o", đ: "d", ð: "d", ł: "l", æ: "ae", œ: "oe", þ: "th", ı: "i", "’": "'" },
};

/** A text without its case and its accents. */
export function searchText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[ßøđðłæœþı’]/g, (letter) => LETTERS[letter] ?? letter);
}
