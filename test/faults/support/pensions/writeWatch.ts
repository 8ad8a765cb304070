import type { WriteReview } from "../../../../src/features/pensions/common/writing/writer";
import type { Passed, Relay } from "./serviceRelay";
import type { Held, Truth } from "./truth";

/** What the service lets a window know before it writes. */
export interface Sight {
  /** A read shows what is there. */
  readonly isReadable: boolean;
  /** A read answers as if nothing were there. */
  readonly isHidden: boolean;
}

export interface WatchOptions {
  readonly truth: Truth;
  readonly pensionId: string;
  readonly sight: Sight;
  /** Holds up other PUTs of a pension while one, and the looks before and after it, go on. */
  readonly turn?: Turn;
  /** Before the first PUT, when nothing stands between it and the service any more. */
  readonly beforePut?: (() => Promise<void>) | undefined;
}

/** One at a time: between `enter` and `leave`. */
export interface Turn {
  enter(): Promise<void>;
  leave(): void;
}

/** Answers after which the same write may be sent again without asking (idempotent, advised). */
const REPEATABLE = new Set([401, 429, 500, 503]);

/**
 * Watches one pension on the wire of one window, and holds each PUT against what the user was shown
 * and said. Knows nothing of the product but its reviews.
 */
export class WriteWatch {
  /** PUTs that nobody had agreed to. */
  readonly unconfirmed: string[] = [];
  /** Versions that were overwritten unseen. */
  readonly lost: string[] = [];
  /** PUTs after which the service held something else than before. */
  landed = 0;
  puts = 0;
  private licence: WriteReview | undefined;
  private found: Held | undefined;
  /** What the service held after the last PUT of this window. */
  private own: string | undefined;

  constructor(private readonly options: WatchOptions) {}

  /** Follows what passes the relay; `step` may hold up each request, and each answer. */
  follow({ hooks }: Relay, step: () => Promise<void> = () => Promise.resolve()): void {
    hooks.before = async (request) => {
      await step();
      await this.before(request);
    };
    hooks.after = async (request) => {
      await this.after(request);
      await step();
    };
  }

  /** The user has seen this review and said yes to it. */
  confirm(review: WriteReview): void {
    this.licence = review;
  }

  private async before(request: Passed): Promise<void> {
    if (!this.isWrite(request)) {
      return;
    }
    await this.options.turn?.enter();
    this.puts++;
    if (this.puts === 1) {
      await this.options.beforePut?.();
    }
    this.found = await this.options.truth.held(this.options.pensionId);
    if (this.licence === undefined) {
      this.unconfirmed.push(`PUT ${this.puts} without a yes`);
    } else if (!request.body.equals(this.licence.payload.bytes)) {
      this.unconfirmed.push(`PUT ${this.puts} with another body`);
    } else if (!this.licence.goesTo.url.endsWith(request.path)) {
      this.unconfirmed.push(`PUT ${this.puts} to another place`);
    }
  }

  private async after(request: Passed): Promise<void> {
    if (!this.isWrite(request)) {
      return;
    }
    const left = await this.options.truth.held(this.options.pensionId);
    if (left?.text !== this.found?.text) {
      this.landed++;
      this.holdAgainstReview();
      this.own = left?.text;
    }
    if (!REPEATABLE.has(request.status ?? 0)) {
      this.licence = undefined;
    }
    this.options.turn?.leave();
  }

  /** Nothing but what the user was shown may have been overwritten. */
  private holdAgainstReview(): void {
    const { found, own, licence } = this;
    const isOwn = found !== undefined && found.text === own;
    if (!isOwn && (licence === undefined || !this.wasShown(licence, found))) {
      const shown = licence === undefined ? "nothing" : JSON.stringify(licence.current);
      this.lost.push(`${String(found?.text)} after ${shown}`);
    }
  }

  private wasShown({ current, effect, seen, comparison }: WriteReview, found?: Held): boolean {
    const { isReadable, isHidden } = this.options.sight;
    switch (current.kind) {
      case "present": {
        const isOld = seen !== undefined && contentOf(seen.text) !== contentOf(current.text);
        const isTold = !isOld || (comparison?.changedThere ?? 0) > 0;
        const isShown = contentOf(current.text) === contentOf(found?.text ?? "");
        return isShown && isTold && effect !== "create";
      }
      case "absent":
        return found === undefined ? effect === "create" : isHidden;
      case "unread":
        return !isReadable && effect === "unknown";
    }
  }

  private isWrite({ method, path }: Passed): boolean {
    return method === "PUT" && path.endsWith(`/pensions/${this.options.pensionId}`);
  }
}

/** Without the time that the service sets, which is no edit of anybody. */
function contentOf(text: string): string {
  return text.replace(/"lastUpdated":"[^"]*"/, "");
}
