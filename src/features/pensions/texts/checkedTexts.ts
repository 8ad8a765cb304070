import { isAppError } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import type { Log } from "../../../platform/base/log";
import type { Finding } from "../common/checks/findings";

/** Typing is checked when it has paused this long. */
export const QUIET_MILLISECONDS = 150;

/** A document as it is now. */
export interface DocumentText {
  /** Grows with every change. */
  readonly version: number;
  readonly text: string;
}

interface CheckedTextsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Throws kind `canceled` when `signal` ends it. */
  readonly check: (text: string, signal: AbortSignal, id: string) => Promise<readonly Finding[]>;
  /** Called with what was found in the newest text of a document. */
  readonly onFindings: (id: string, checked: CheckedText) => void;
}

export interface CheckedText extends DocumentText {
  readonly findings: readonly Finding[];
}

interface Watched {
  readonly read: () => DocumentText;
  takeBack?: (() => void) | undefined;
  running?: { readonly end: AbortController; readonly done: Promise<void> } | undefined;
  checked?: CheckedText | undefined;
}

/** Texts that are checked while they are typed: after a pause, the newest only. */
export class CheckedTexts {
  private readonly watched = new Map<string, Watched>();

  constructor(private readonly options: CheckedTextsOptions) {}

  /** A document was opened, changed, or has to be checked anew. */
  note(id: string, read: () => DocumentText): void {
    const known = this.watched.get(id);
    known?.takeBack?.();
    known?.running?.end.abort();
    const watched: Watched = { read };
    watched.takeBack = this.options.clock.schedule(QUIET_MILLISECONDS, () => {
      watched.takeBack = undefined;
      this.start(id, watched);
    });
    this.watched.set(id, watched);
  }

  /** What is in the text of a document as it is now: found already, or looked for at once. */
  async now(id: string): Promise<CheckedText | undefined> {
    const watched = this.watched.get(id);
    if (watched === undefined || watched.checked?.version === watched.read().version) {
      return watched?.checked;
    }
    watched.takeBack?.();
    watched.takeBack = undefined;
    await (watched.running ?? this.start(id, watched)).done;
    return watched.checked;
  }

  /** What was found last, if that is of the text as it is now. */
  last(id: string): CheckedText | undefined {
    const watched = this.watched.get(id);
    return watched?.checked?.version === watched?.read().version ? watched?.checked : undefined;
  }

  forget(id: string): void {
    const watched = this.watched.get(id);
    watched?.takeBack?.();
    watched?.running?.end.abort();
    this.watched.delete(id);
  }

  dispose(): void {
    [...this.watched.keys()].forEach((id) => this.forget(id));
  }

  private start(id: string, watched: Watched): NonNullable<Watched["running"]> {
    const end = new AbortController();
    watched.running = { end, done: this.run(id, watched, end.signal) };
    return watched.running;
  }

  private async run(id: string, watched: Watched, signal: AbortSignal): Promise<void> {
    const { version, text } = watched.read();
    try {
      const findings = await this.options.check(text, signal, id);
      // Typed on meanwhile, or closed.
      if (!signal.aborted) {
        watched.checked = { version, text, findings };
        this.options.onFindings(id, watched.checked);
      }
    } catch (error) {
      if (!signal.aborted) {
        // Messages of others may hold a part of the text.
        const code = isAppError(error) ? error.code : typeof error;
        this.options.log.warn("Payload not checked", { error: code });
      }
    }
  }
}
