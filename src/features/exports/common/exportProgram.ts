import { rm } from "node:fs/promises";
import { AppError } from "../../../platform/base/errors";
import type { WorkerHandlers } from "../../../platform/workers/serve";
import { createMasking } from "../../privacy/common/masking";
import type { LinesCalls } from "./exportMessages";
import { convertLines } from "./formats/convert";
import { maskLine } from "./formats/maskLines";
import { RowWriter } from "./rowWriter";
import { partError } from "./partErrors";
import { readPartFacts } from "./partFacts";

interface OpenLines {
  readonly lines: RowWriter;
  readonly path: string;
  /** Aborted when nobody wants them any more. */
  readonly closing: AbortController;
  /** What is being made, or was, of the lines. */
  making?: { readonly path: string; readonly converting: Promise<unknown> };
}

/** What the thread answers: about the lines of all lists that are on their way, one a session. */
export function exportHandlers(): WorkerHandlers<LinesCalls> {
  const all = new Map<number, OpenLines>();
  const openLines = (session: number): OpenLines => {
    const found = all.get(session);
    if (found === undefined) {
      throw new AppError("canceled", "canceled/disposed");
    }
    return found;
  };
  const linesOf = (session: number): RowWriter => openLines(session).lines;
  return {
    read: (part) => readPartFacts(part),
    open: async (parameters, { session }) => {
      const { maskingKey, path } = parameters;
      const masking = maskingKey === undefined ? undefined : createMasking(maskingKey);
      const mask = masking && ((row: string): string => maskLine(row, masking));
      const { lines, opened } = await RowWriter.open(parameters, mask);
      all.set(session, { lines, path, closing: new AbortController() });
      return opened;
    },
    page: async (parameters, { session, transfer }) => {
      const taken = await linesOf(session).page(parameters);
      if (taken.spare !== undefined) {
        transfer.push(taken.spare.buffer);
      }
      return taken;
    },
    note: (parameters, { session }) => linesOf(session).note(parameters),
    lines: (parameters, { session }) => linesOf(session).add(parameters),
    flush: (_, { session }) => linesOf(session).flush(),
    finish: (_, { session }) => linesOf(session).finish(),
    convert: async ({ to, form }, { session, report }) => {
      const open = openLines(session);
      const { signal } = open.closing;
      const onProgress = inPercents(report);
      const converting = convertLines({ from: open.path, to, form, signal, onProgress });
      open.making = { path: to, converting };
      try {
        return await converting;
      } catch (error) {
        throw partError(error);
      }
    },
    close: async ({ isUnwanted = false }, { session }) => {
      const open = all.get(session);
      all.delete(session);
      open?.closing.abort();
      // What it takes back may have the name of what is made next.
      await open?.making?.converting.catch(() => undefined);
      if (isUnwanted && open?.making !== undefined && open.making.path !== open.path) {
        await rm(open.making.path, { force: true });
      }
      open?.lines.close();
    },
  };
}

/** Tells of whole percents alone: blocks are many. */
function inPercents(report: (share: number) => void): (share: number) => void {
  let told = 0;
  return (share) => {
    const percents = Math.floor(share * 100);
    if (percents !== told) {
      told = percents;
      report(percents / 100);
    }
  };
}
