import { LONGEST_KEPT } from "../../../platform/http/bodyCache";
import type { AttemptBodies } from "../../../platform/base/action";
import type { KeptBodies } from "../../../platform/http/recorder";

interface Kept {
  readonly from: number;
  readonly to: number;
  readonly responseType: string | undefined;
}

/**
 * The answers to the last pages of walks, in one block of memory that is gone round in: of those
 * that were kept one by one, thousands would wait to be collected.
 */
export class BodyRing {
  private block: Buffer | undefined;
  /** Where the next one goes. */
  private at = 0;
  /** By attempt, the oldest first. */
  private readonly kept = new Map<string, Kept>();

  /** Takes a copy of the answer. */
  set({ actionId, attempt, response, responseType }: Omit<KeptBodies, "request">): void {
    const bytes = response?.byteLength ?? 0;
    if (response === undefined || bytes === 0 || bytes > LONGEST_KEPT) {
      return;
    }
    this.block ??= Buffer.allocUnsafeSlow(LONGEST_KEPT);
    if (this.at + bytes > LONGEST_KEPT) {
      this.makeRoom(this.at, LONGEST_KEPT);
      this.at = 0;
    }
    const [from, to] = [this.at, this.at + bytes];
    this.makeRoom(from, to);
    this.block.set(response, from);
    const key = keyOf(actionId, attempt);
    this.kept.delete(key);
    this.kept.set(key, { from, to, responseType });
    this.at = to;
  }

  get(actionId: string, attempt: number): AttemptBodies | undefined {
    const found = this.kept.get(keyOf(actionId, attempt));
    if (found === undefined || this.block === undefined) {
      return undefined;
    }
    const { from, to, responseType } = found;
    const response = new Uint8Array(this.block.subarray(from, to));
    return { response, ...(responseType === undefined ? {} : { responseType }) };
  }

  clear(): void {
    this.kept.clear();
    this.block = undefined;
    this.at = 0;
  }

  /** The oldest are those that stand next. */
  private makeRoom(from: number, to: number): void {
    for (const [key, oldest] of this.kept) {
      if (oldest.to <= from || oldest.from >= to) {
        return;
      }
      this.kept.delete(key);
    }
  }
}

function keyOf(actionId: string, attempt: number): string {
  return `${actionId} ${attempt}`;
}
