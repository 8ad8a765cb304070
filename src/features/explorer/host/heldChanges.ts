import type { Clock } from "../../../platform/base/clock";

/** In which the editor asks for what it is told of, and draws it. */
const DRAWN_MILLISECONDS = 300;
/**
 * Nothing waits longer: what is asked for can take minutes, such as a sign-in. Lists say that they
 * load before this is over: told of the whole tree while it fetches rows, the editor drops them.
 */
const LONGEST_MILLISECONDS = 2_000;

/**
 * Holds changes of a tree while the editor waits for rows of it: told of a change it asks for all rows
 * below anew, and draws none of those on their way before they have come once more.
 */
export class HeldChanges<Node> {
  /** Undefined stands for the whole tree. */
  private readonly held = new Set<Node | undefined>();
  private asked = 0;
  private stopDrawn: (() => void) | undefined;
  private stopLongest: (() => void) | undefined;

  constructor(
    private readonly clock: Pick<Clock, "schedule">,
    private readonly fire: (node: Node | undefined) => void,
  ) {}

  /** Tells of a change: now, or with the others that are held. */
  add(node: Node | undefined): void {
    if (this.asked === 0 && this.held.size === 0) {
      this.fire(node);
      return;
    }
    this.held.add(node);
    this.stopLongest ??= this.releaseIn(LONGEST_MILLISECONDS);
  }

  /** Holds changes until rows that the editor asks for have come. */
  async during<Rows>(rows: Promise<Rows>): Promise<Rows> {
    this.asked++;
    // Rows of before are drawn, or the user goes on from them: these come first.
    this.stopDrawn?.();
    try {
      return await rows;
    } finally {
      this.asked--;
      if (this.asked === 0 && this.held.size > 0) {
        this.stopDrawn = this.releaseIn(DRAWN_MILLISECONDS);
      }
    }
  }

  dispose(): void {
    this.stopDrawn?.();
    this.stopLongest?.();
  }

  /** Tells of what is held: a row that is to be revealed may be among it. */
  release(): void {
    this.dispose();
    this.stopLongest = undefined;
    const nodes = this.held.has(undefined) ? [undefined] : [...this.held];
    this.held.clear();
    nodes.forEach((node) => this.fire(node));
  }

  private releaseIn(milliseconds: number): () => void {
    return this.clock.schedule(milliseconds, () => this.release());
  }
}
