interface Sample {
  readonly at: number;
  readonly rows: number;
}

/** The last while says more about the next one than all that came before. */
const WINDOW_MILLISECONDS = 30_000;
/** Before that a guess would jump. */
const LEAST_MILLISECONDS = 1_000;

/** How quickly rows come, of one run; times in milliseconds on any clock that goes forward. */
export class Pace {
  private samples: readonly Sample[] = [];

  note(at: number, rows: number): void {
    const recent = this.samples.filter((sample) => sample.at >= at - WINDOW_MILLISECONDS);
    const last = this.samples.at(-1);
    // The newest one before the window too: else a slow walk would have nothing to go by.
    const kept = recent.length === 0 && last !== undefined ? [last] : recent;
    this.samples = last?.rows === rows ? this.samples : [...kept, { at, rows }];
  }

  /** Milliseconds until there are `all` rows; undefined where it cannot be told. */
  left(all: number | undefined): number | undefined {
    const [first, last] = [this.samples[0], this.samples.at(-1)];
    if (all === undefined || first === undefined || last === undefined || last.rows >= all) {
      return undefined;
    }
    const time = last.at - first.at;
    const rows = last.rows - first.rows;
    return time < LEAST_MILLISECONDS || rows <= 0 ? undefined : ((all - last.rows) * time) / rows;
  }
}
