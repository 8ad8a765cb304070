/** Runs something later; gives what calls it off. */
type Schedule = (run: () => void, milliseconds: number) => () => void;

/** Runs at once, then at most once in so many milliseconds; the last call is never lost. */
export class Coalescer {
  private callOff: (() => void) | undefined;
  private isWanted = false;

  constructor(
    private readonly milliseconds: number,
    private readonly run: () => void,
    private readonly schedule: Schedule = later,
  ) {}

  call(): void {
    if (this.callOff !== undefined) {
      this.isWanted = true;
      return;
    }
    this.callOff = this.schedule(() => {
      this.callOff = undefined;
      if (this.isWanted) {
        this.isWanted = false;
        this.call();
      }
    }, this.milliseconds);
    this.run();
  }

  dispose(): void {
    this.callOff?.();
    this.isWanted = false;
  }
}

/** By a timer of the system. */
export function later(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
