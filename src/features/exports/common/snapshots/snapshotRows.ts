import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import path from "node:path";
import { AppError, isAppError } from "../../../../platform/base/errors";
import { NO_RULES } from "../../../lists/common/listRules";
import type { PageReader, RowTable } from "../../../lists/common/table/rowTables";
import { LinesAsArray } from "./linesAsArray";

/** Beyond it no text can hold the rows. */
const MOST_BYTES = 400_000_000;
const CHUNK_BYTES = 1_048_576;

/** Rows of a file, in a table. */
export interface SnapshotRows {
  readonly rows: number;
  readonly revision: number;
  readonly bytes: number;
  /** Of the file as it was read, lower case hexadecimal. */
  readonly sha256: string;
}

interface SnapshotFile {
  readonly path: string;
  readonly format: "jsonl" | "json";
}

/**
 * Brings the rows of an exported file into a table, whose thread reads them.
 * @throws AppError kind `input`: `snapshots/gone`, `snapshots/tooLarge`, `snapshots/damaged`,
 * `snapshots/noList`; kind `canceled`
 */
export async function readSnapshotRows(
  { path: file, format }: SnapshotFile,
  table: RowTable,
  signal: AbortSignal,
): Promise<SnapshotRows> {
  const name = path.basename(file);
  const asked = { pageNumber: 1, pageSize: 1 };
  const reader = table.receive({ asked, rules: NO_RULES, isAdded: false });
  try {
    const { bytes, sha256 } = await pour(
      file,
      format === "jsonl" ? asArray(reader) : asIs(reader),
      {
        ...{ signal, name },
      },
    );
    const { rows, facts } = await reader.finish("application/json; charset=utf-8");
    return { rows, revision: facts.revision, bytes, sha256 };
  } catch (error) {
    reader.abandon();
    throw asFileError(error, name);
  }
}

interface Sink {
  readonly add: (bytes: Uint8Array) => void;
  readonly end: () => void;
}

function asArray(reader: PageReader): Sink {
  const lines = new LinesAsArray();
  return {
    add: (bytes) => reader.add(lines.add(bytes)),
    end: () => reader.add(lines.end()),
  };
}

function asIs(reader: PageReader): Sink {
  return { add: (bytes) => reader.add(bytes), end: () => undefined };
}

async function pour(
  file: string,
  sink: Sink,
  { signal, name }: { readonly signal: AbortSignal; readonly name: string },
): Promise<Pick<SnapshotRows, "bytes" | "sha256">> {
  const hash = createHash("sha256");
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    if (size > MOST_BYTES) {
      throw new AppError("input", "snapshots/tooLarge", { values: { name } });
    }
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, size + 1));
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      if (signal.aborted) {
        throw new AppError("canceled", "canceled/byUser");
      }
      if (bytesRead === 0) {
        break;
      }
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      sink.add(chunk);
      bytes += bytesRead;
    }
    sink.end();
    return { bytes, sha256: hash.digest("hex") };
  } finally {
    await handle.close();
  }
}

/** The thread speaks of an answer; here it was a file. */
function asFileError(error: unknown, name: string): unknown {
  if (!isAppError(error)) {
    return new AppError("input", "snapshots/gone", { values: { name }, cause: error });
  }
  switch (error.code) {
    case "answer/notJson":
    case "answer/tooDeep":
      return new AppError("input", "snapshots/damaged", { values: { ...error.values, name } });
    case "answer/notAList":
      return new AppError("input", "snapshots/noList", { values: { name } });
    default:
      return error;
  }
}
