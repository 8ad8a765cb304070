import { randomUUID } from "node:crypto";
import { createWriteStream, type WriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import * as vscode from "vscode";
import { AppError, isAppError } from "../base/errors";
import { renameFile } from "../files/renameFile";

/** Writes one chunk after the other; done when the disk took it. */
export type WriteChunk = (chunk: Uint8Array) => Promise<void>;

/**
 * Lets `write` fill a file that is there under its name only when it is whole. Files of this
 * machine are written beside their place; others are made here and copied once.
 * @throws AppError `input/notSaved`, or what `write` throws
 */
export async function saveFile(
  target: vscode.Uri,
  write: (chunk: WriteChunk) => Promise<void>,
): Promise<void> {
  const isHere = target.scheme === "file";
  const part = isHere
    ? `${target.fsPath}.${randomUUID().slice(0, 8)}.part`
    : join(tmpdir(), `financial-planning-${randomUUID()}.part`);
  try {
    await fill(part, write);
    await (isHere
      ? renameFile(part, target.fsPath)
      : vscode.workspace.fs.copy(vscode.Uri.file(part), target, { overwrite: true }));
  } catch (error) {
    throw isAppError(error) ? error : new AppError("input", "input/notSaved", { cause: error });
  } finally {
    await rm(part, { force: true });
  }
}

async function fill(path: string, write: (chunk: WriteChunk) => Promise<void>): Promise<void> {
  // Of nobody else's business: it can hold client data.
  const stream = createWriteStream(path, { flags: "wx", mode: 0o600 });
  const done = finished(stream);
  // It is awaited below; a failure before that shows by the next chunk.
  done.catch(() => undefined);
  try {
    await write((chunk) => writeChunk(stream, chunk));
    stream.end();
    await done;
  } finally {
    stream.destroy();
  }
}

async function writeChunk(stream: WriteStream, chunk: Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
