import { rm } from "node:fs/promises";
import { isAppError } from "../../../platform/base/errors";
import { isResumableSpec } from "./export";
import type { Exports, PartFacts, ExportsOptions } from "./exports";
import { ExportThread } from "./exportThread";
import { JOURNAL_ENDING } from "./journal";
import { OneExport, WHOLE_ENDING } from "./oneExport";
import { partDamaged, partError } from "./partErrors";
import { withPartLock } from "./partLock";
import { underOneKey } from "./underOneKey";

const UNREADABLE = new Set(["exports/partGone", "exports/partDamaged"]);

/** All exports of a window, with one thread for them. */
export function createExports(options: ExportsOptions): Exports {
  const thread = new ExportThread(options);
  const all = new Set<OneExport>();
  const open = (one: Pick<OneExport["options"], "spec" | "source" | "left">): OneExport => {
    const made: OneExport = new OneExport({
      ...{ ...options, ...one, thread, source: underOneKey(one.source) },
      onDispose: () => all.delete(made),
    });
    all.add(made);
    return made;
  };
  const readPart = async (path: string): Promise<PartFacts> => {
    const facts = await thread.read(path);
    if (!isResumableSpec(facts.spec)) {
      throw partDamaged();
    }
    return facts;
  };
  return {
    begin: (spec, source) => open({ spec, source, left: undefined }),
    resume: async (part, source) => {
      const left = await withPartLock(options, part, () => readPart(part));
      return open({ spec: left.spec, source: { ...source, part }, left });
    },
    readPart,
    hold: (part, work) => withPartLock(options, part, work),
    discard: async (part, id) => {
      try {
        await withPartLock(options, part, async () => {
          if (!(await isAnothers(thread, part, id))) {
            await removePart(part);
          }
        });
      } catch (error) {
        throw partError(error);
      }
    },
    dispose: async () => {
      await Promise.all([...all].map(async (one) => await one.dispose()));
      await thread.dispose();
    },
  };
}

/** Whether a later export of the same name has its part there; what cannot be read says of none. */
async function isAnothers(thread: ExportThread, part: string, id: string): Promise<boolean> {
  try {
    return (await thread.read(part)).spec.id !== id;
  } catch (error) {
    if (isAppError(error) && UNREADABLE.has(error.code)) {
      return false;
    }
    throw error;
  }
}

async function removePart(part: string): Promise<void> {
  // The journal last: what has one can be discarded again.
  for (const ending of ["", WHOLE_ENDING, JOURNAL_ENDING]) {
    await rm(part + ending, { force: true });
  }
}
