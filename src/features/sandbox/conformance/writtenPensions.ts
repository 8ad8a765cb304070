import type { Answer } from "./httpClient";
import { isSuccess } from "./statuses";

/** A pension that was written and could not be removed. */
export interface LeftBehind {
  readonly path: string;
  /** False where its PUT failed or was not answered: then it may be there. */
  readonly isCertain: boolean;
  /** What came of its removal. */
  readonly found: string;
}

/** The pensions that were written, by their paths, until they are removed. */
export class WrittenPensions {
  private readonly puts = new Map<string, readonly Promise<Answer>[]>();
  /** Paths whose DELETE may have been done though nobody said so. */
  private readonly perhapsGone = new Set<string>();

  /** Notes a PUT that is on its way. */
  add(path: string, put: Promise<Answer>): void {
    this.perhapsGone.delete(path);
    this.puts.set(path, [...(this.puts.get(path) ?? []), put]);
  }

  /** Notes how a DELETE ended. */
  noteDelete(path: string, end: PromiseSettledResult<Answer>): void {
    if (isUnknown(end)) {
      this.perhapsGone.add(path);
    } else if (end.status === "fulfilled" && isSuccess(end.value)) {
      this.puts.delete(path);
    }
  }

  /** Removes them all; gives those that stay. */
  async removeAll(remove: (path: string) => Promise<Answer>): Promise<readonly LeftBehind[]> {
    const left: LeftBehind[] = [];
    for (const [path, puts] of this.puts) {
      // A DELETE that overtakes the PUT would leave the pension there.
      const ends = await Promise.allSettled(puts);
      const answer = await remove(path).catch(() => undefined);
      const isCertain = ends.some((end) => end.status === "fulfilled" && isSuccess(end.value));
      const isThere = isCertain && !this.perhapsGone.has(path);
      if ((isCertain || ends.some(isUnknown)) && !isGone(answer, isThere)) {
        const found =
          answer === undefined ? "DELETE failed" : `DELETE was answered with ${answer.status}`;
        left.push({ path, isCertain, found });
      }
    }
    return left;
  }
}

/** Whether a call may have been done that nobody said was. */
function isUnknown(end: PromiseSettledResult<Answer>): boolean {
  return end.status === "rejected" || end.value.status >= 500;
}

/** A service that has no DELETE may answer 404 as well: of what is there that says nothing. */
function isGone(answer: Answer | undefined, isThere: boolean): boolean {
  if (answer === undefined) {
    return false;
  }
  return isSuccess(answer) || answer.status === 410 || (answer.status === 404 && !isThere);
}
