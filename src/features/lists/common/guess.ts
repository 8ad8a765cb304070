/** A value that was found by its shape; `from` is the member it was read from. */
export interface Guess<T> {
  readonly value: T;
  readonly from: string;
}

/** `isVague`: by its name it may as well count this page alone. */
export interface TotalGuess extends Guess<number> {
  readonly isVague?: true;
}
