import type { Socket } from "node:net";
import type { Clock } from "../base/clock";

/** From the connection to a whole request. */
const PATIENCE_MILLISECONDS = 10_000;
const MOST = 32;

/**
 * The sockets of a loopback page. Each has a time to say what it wants; beyond a number of them
 * the oldest that has not said so goes, so that nobody keeps the genuine callback out by
 * holding many.
 */
export class LoopbackSockets {
  /** Oldest first, with what takes back the deadline. */
  private readonly silent = new Map<Socket, () => void>();
  /** Their request is whole: they wait for us. */
  private readonly served = new Set<Socket>();

  constructor(private readonly clock: Clock) {}

  add(socket: Socket): void {
    if (this.silent.size + this.served.size >= MOST) {
      const [oldest = socket] = this.silent.keys();
      this.forget(oldest);
      oldest.destroy();
    }
    if (!socket.destroyed) {
      const stop = this.clock.schedule(PATIENCE_MILLISECONDS, () => socket.destroy());
      this.silent.set(socket, stop);
      socket.once("close", () => this.forget(socket));
    }
  }

  /** Lets a socket wait for its answer as long as that takes. */
  serve(socket: Socket): void {
    if (this.silent.has(socket)) {
      this.forget(socket);
      this.served.add(socket);
    }
  }

  /** Cuts all of them off. */
  end(): void {
    for (const socket of [...this.silent.keys(), ...this.served]) {
      this.forget(socket);
      socket.destroy();
    }
  }

  private forget(socket: Socket): void {
    this.silent.get(socket)?.();
    this.silent.delete(socket);
    this.served.delete(socket);
  }
}
