import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import {
  hasExactly,
  hasOnly,
  isAmount,
  isFlag,
  isRecord,
  isText,
  oneOf,
} from "../../../platform/base/shapes";
import { isUuid } from "../../../platform/base/uuid";
import { replaceFile } from "../../../platform/files/replaceFile";
import { EXPORT_SCOPES, type ExportScope } from "./export";

/**
 * What is kept of an export that is not finished, so that other windows and later ones know of
 * it: no rows, and no names of clients where it is masked. The part itself has all the rest.
 */
export interface ExportNote {
  readonly version: 1;
  /** A UUID. */
  readonly id: string;
  /** One list, or a data set of many clients. */
  readonly kind: "list" | "clients";
  /** Path of the part; of a data set its folder. */
  readonly part: string;
  /** What is exported: "Holdings". */
  readonly title: string;
  /** Whose it is; a pseudonym where it is masked, absent for lists of nobody. */
  readonly subject?: string;
  /** What it is asked with, as it is called; notes of earlier versions do not say. */
  readonly connection?: string;
  /** Name of the file that it is to become; "" where it becomes none. */
  readonly target: string;
  readonly scope: ExportScope;
  readonly isMasked: boolean;
  readonly state: (typeof STATES)[number];
  readonly pages: number;
  readonly rows: number;
  readonly bytes: number;
  readonly claimed?: number;
  /** Why it failed, in the words and with the ids that the user was told. */
  readonly failure?: NotedFailure | undefined;
  /** ISO 8601, UTC: when it began. */
  readonly createdAt: string;
  readonly window: NotedWindow;
}

/** A failure as it was told. */
export interface NotedFailure {
  readonly what: string;
  readonly requestId?: string;
  readonly traceId?: string;
}

/** Which window an export is of. */
interface NotedWindow {
  readonly process: number;
  readonly machine: string;
}

/** Notes as files of a folder that all windows share: one small JSON for each export. */
export interface ExportNotes {
  /** All that can be read, the oldest first. */
  all(): Promise<readonly ExportNote[]>;
  /** Throws what the disk says. */
  keep(note: ExportNote): Promise<void>;
  drop(id: string): Promise<void>;
}

const LONGEST = 100_000;
/** `interrupted`: it ran when its window ended, and the user was told. */
const STATES = ["running", "paused", "stopped", "failed", "interrupted"] as const;

/** `folder` is made with the first note. */
export function createExportNotes(folder: string): ExportNotes {
  /** One after the other, so that the newest state is the one that stays. */
  let writing: Promise<unknown> = Promise.resolve();
  const inTurn = (task: () => Promise<void>): Promise<void> => {
    const turn = writing.then(task);
    writing = turn.catch(() => undefined);
    return turn;
  };
  return {
    all: async () => {
      await writing;
      const names = await namesIn(folder);
      const notes = await Promise.all(names.map((name) => readNote(`${folder}/${name}`)));
      return notes
        .filter((note) => note !== undefined)
        .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    },
    keep: (note) =>
      inTurn(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await replaceFile(folder, `${note.id}.json`, JSON.stringify(note));
      }),
    drop: (id) => inTurn(() => rm(`${folder}/${id}.json`, { force: true })),
  };
}

/** This window, as its notes name it. */
export function thisWindow(): NotedWindow {
  return { process: process.pid, machine: hostname() };
}

/** Whether the window of a note can still be at work: `own` says of which exports this one is. */
export function isAtWork({ id, state, window }: ExportNote, own: ReadonlySet<string>): boolean {
  const here = thisWindow();
  if (state !== "running" || window.machine !== here.machine) {
    // Another machine with the same home folder: nobody here can tell.
    return state === "running";
  }
  // A process that came to the number of one that ended is none that exports.
  return window.process === here.process ? own.has(id) : isAlive(window.process);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one all the same.
    return isRecord(error) && error["code"] === "EPERM";
  }
}

/** Names of notes alone: parts that have no better place lie in the same folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith(".json") && isUuid(name.slice(0, -5)));
  } catch {
    return [];
  }
}

async function readNote(path: string): Promise<ExportNote | undefined> {
  try {
    const text = await readFile(path, "utf8");
    const value: unknown = text.length > LONGEST ? undefined : JSON.parse(text);
    return isNote(value) && path.endsWith(`/${value.id}.json`) ? value : undefined;
  } catch {
    // Half written by nobody, as notes are put in place whole: then it is none of ours.
    return undefined;
  }
}

function isNote(value: unknown): value is ExportNote {
  return hasOnly(value, NOTE_CHECKS, {
    ...{ claimed: isAmount, subject: isText, connection: isText, failure: isFailure },
  });
}

function isFailure(value: unknown): boolean {
  return hasOnly(value, { what: isText }, { requestId: isText, traceId: isText });
}

const NOTE_CHECKS = {
  version: (value: unknown) => value === 1,
  id: (value: unknown) => isText(value) && isUuid(value),
  kind: (value: unknown) => oneOf(value, ["list", "clients"]),
  part: (value: unknown) => isText(value) && value !== "",
  title: isText,
  target: isText,
  scope: (value: unknown) => oneOf(value, EXPORT_SCOPES),
  isMasked: isFlag,
  state: (value: unknown) => oneOf(value, STATES),
  pages: isAmount,
  rows: isAmount,
  bytes: isAmount,
  createdAt: (value: unknown) => isText(value) && !Number.isNaN(Date.parse(value)),
  window: (value: unknown) => hasExactly(value, { process: isAmount, machine: isText }),
};
