import type { Clock } from "../base/clock";
import { dueWarning, isGiven, untilNextWarning, type GivenWarning } from "./consentWarnings";

/** A consent whose end is known. */
export interface Consent {
  readonly connectionId: string;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

export interface ConsentWatchOptions {
  readonly clock: Clock;
  readonly consents: () => readonly Consent[];
  /** Kept for all windows of this machine. */
  readonly given: (connectionId: string) => GivenWarning | undefined;
  readonly note: (connectionId: string, given: GivenWarning) => Promise<void>;
  /** One window speaks for all: the one that the user looks at. */
  readonly isFocused: () => boolean;
  readonly warn: (connectionId: string, warning: GivenWarning) => void;
}

/** A timer may sleep with the machine, or be set back with its clock: looked at this often. */
const LONGEST_WAIT = 3_600_000;

/** Warns before a consent ends, each time once. To be told when a session or the focus changes. */
export class ConsentWatch {
  private stopTimer = (): void => undefined;

  constructor(private readonly options: ConsentWatchOptions) {}

  /** Gives the warnings that are due, and waits for the next one. */
  check(): void {
    this.stopTimer();
    const { clock, consents, isFocused } = this.options;
    const now = clock.now();
    const waits: number[] = [];
    for (const { connectionId, endsAt } of consents()) {
      const warning = dueWarning(endsAt, now);
      if (warning !== undefined && isFocused()) {
        this.warnOnce(connectionId, { endsAt, warning });
      }
      waits.push(untilNextWarning(endsAt, now) ?? Infinity);
    }
    const next = Math.min(...waits);
    if (next !== Infinity) {
      this.stopTimer = clock.schedule(Math.min(next, LONGEST_WAIT), () => this.check());
    }
  }

  /** What the user has just typed need not be said again. */
  async skip({ connectionId, endsAt }: Consent): Promise<void> {
    const warning = dueWarning(endsAt, this.options.clock.now());
    if (warning !== undefined) {
      await this.options.note(connectionId, { endsAt, warning });
    }
  }

  dispose(): void {
    this.stopTimer();
  }

  private warnOnce(connectionId: string, asked: GivenWarning): void {
    const { given, note, warn } = this.options;
    if (!isGiven(given(connectionId), asked)) {
      warn(connectionId, asked);
      // Said twice is better than not at all: a note that is not kept is no error.
      note(connectionId, asked).catch(() => undefined);
    }
  }
}
