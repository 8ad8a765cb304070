import type { ReactiveController, ReactiveControllerHost } from "lit";

/** The time that an element is drawn by; it is drawn again at each tick while it is shown. */
export class Clock implements ReactiveController {
  /** Milliseconds since the epoch, when it was last read. */
  now = Date.now();
  private ticking: ReturnType<typeof setInterval> | undefined;

  /** Where `isNeeded` says no, a tick is left out. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly milliseconds: number,
    private readonly isNeeded: () => boolean = () => true,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.ticking = setInterval(() => {
      if (this.isNeeded()) {
        this.read();
        this.host.requestUpdate();
      }
    }, this.milliseconds);
  }

  hostDisconnected(): void {
    clearInterval(this.ticking);
  }

  read(): void {
    this.now = Date.now();
  }
}
