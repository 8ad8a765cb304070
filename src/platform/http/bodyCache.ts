import type { AttemptBodies } from "../base/action";
import type { KeptBodies } from "./recorder";

export interface BodyCacheLimits {
  /** Bytes of all bodies together. */
  readonly all: number;
  /** Bytes of the bodies of one attempt; longer ones are not kept. */
  readonly each: number;
}

const MEGABYTE = 1024 * 1024;
/** Bytes of the longest body that is kept after its call, here or on disk. */
export const LONGEST_KEPT = 8 * MEGABYTE;
const LIMITS: BodyCacheLimits = { all: 32 * MEGABYTE, each: LONGEST_KEPT };

interface Kept {
  readonly bodies: AttemptBodies;
  readonly bytes: number;
}

/** The bodies of the last attempts of this window, in memory; the oldest go first. */
export class BodyCache {
  private readonly kept = new Map<string, Kept>();
  private held = 0;

  constructor(private readonly limits = LIMITS) {}

  /** Bytes that are held now. */
  get bytes(): number {
    return this.held;
  }

  set({ actionId, attempt, ...bodies }: KeptBodies): void {
    const bytes = sizeOf(bodies);
    if (bytes === 0 || bytes > this.limits.each) {
      return;
    }
    const { request, response } = bodies;
    const own = {
      ...bodies,
      ...(request === undefined ? {} : { request: trimmed(request) }),
      ...(response === undefined ? {} : { response: trimmed(response) }),
    };
    const key = keyOf(actionId, attempt);
    this.remove(key);
    this.kept.set(key, { bodies: own, bytes });
    this.held += bytes;
    for (const oldest of this.kept.keys()) {
      if (this.held <= this.limits.all) {
        return;
      }
      this.remove(oldest);
    }
  }

  get(actionId: string, attempt: number): AttemptBodies | undefined {
    return this.kept.get(keyOf(actionId, attempt))?.bodies;
  }

  clear(): void {
    this.kept.clear();
    this.held = 0;
  }

  private remove(key: string): void {
    this.held -= this.kept.get(key)?.bytes ?? 0;
    this.kept.delete(key);
  }
}

/** Bytes of both bodies of an attempt. */
export function sizeOf({ request, response }: AttemptBodies): number {
  return (request?.byteLength ?? 0) + (response?.byteLength ?? 0);
}

/** A short answer is a slice of the buffer it was read into, and would keep all of that. */
function trimmed(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength * 2 < bytes.buffer.byteLength ? Uint8Array.from(bytes) : bytes;
}

function keyOf(actionId: string, attempt: number): string {
  return `${actionId} ${attempt}`;
}
