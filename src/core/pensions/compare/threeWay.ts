/** What became of a field between the version last seen, the payload and the service now. */
export interface ComparedField {
  /** Like `contributions[0].amount`. */
  readonly path: string;
  /**
   * `mine`: the payload changes it. `theirs`: the service changed it since it was last seen, and the
   * payload would put it back. `both`: both changed it, to different values. `same`: both changed it
   * to the same value.
   */
  readonly side: "mine" | "theirs" | "both" | "same";
  /** Sources of the values, as they stand in the texts; undefined where a side has no such field. */
  readonly base: string | undefined;
  readonly mine: string | undefined;
  readonly theirs: string | undefined;
}

/** Payload (mine), version last seen (base) and service now (theirs), field by field. */
export interface ThreeWay {
  /** Fields that differ between any two of them; without a base every difference is `mine`. */
  readonly fields: readonly ComparedField[];
  /** How many fields the write would change at the service: what differs between mine and theirs. */
  readonly changes: number;
  /** How many fields the service changed since it was last seen; undefined without a base. */
  readonly changedThere: number | undefined;
}
