import { LRUCache } from "lru-cache";
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

/** The bodies of the last attempts of this window, in memory. */
export class BodyCache {
  private readonly kept: LRUCache<string, AttemptBodies>;

  constructor({ all, each } = LIMITS) {
    this.kept = new LRUCache({ maxSize: all, maxEntrySize: each });
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.kept.calculatedSize;
  }

  set({ actionId, attempt, ...bodies }: KeptBodies): void {
    const size = sizeOf(bodies);
    if (size === 0) {
      return;
    }
    const { request, response } = bodies;
    const own = {
      ...bodies,
      ...(request === undefined ? {} : { request: trimmed(request) }),
      ...(response === undefined ? {} : { response: trimmed(response) }),
    };
    this.kept.set(keyOf(actionId, attempt), own, { size });
  }

  get(actionId: string, attempt: number): AttemptBodies | undefined {
    return this.kept.get(keyOf(actionId, attempt));
  }

  clear(): void {
    this.kept.clear();
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
