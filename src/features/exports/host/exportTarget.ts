import { access, mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as vscode from "vscode";
import type { ExportForm, ExportTarget } from "../common/export";
import { JOURNAL_ENDING } from "../common/journal";
import { fileNameOf, tameName } from "../../lists/host/fileNames";

const ENDINGS = { jsonl: "jsonl", json: "json", csv: "csv", markdown: "md" } as const;

interface NamedList {
  readonly operationId: string;
  /** Whose it is; undefined for lists of nobody, and in privacy mode. */
  readonly subject: string | undefined;
}

/** "holdings-abernathy-ruth-2026-11-22.jsonl"; the day is that of the user. */
export function exportFileName(
  { operationId, subject }: NamedList,
  { format }: Pick<ExportForm, "format">,
  now: Date,
): string {
  const whose = subject === undefined ? "" : tameName(subject.replace(/[^\p{L}\p{N}]+/gu, "-"));
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const parts = [
    fileNameOf(operationId),
    whose.replace(/^-|-$/g, "").toLowerCase(),
    day.map((part) => String(part).padStart(2, "0")).join("-"),
  ];
  return `${parts.filter((part) => part !== "").join("-")}.${ENDINGS[format]}`;
}

/** Name of the file that an export becomes; "" where it becomes none. */
export function targetName(target: ExportTarget): string {
  return target.kind === "file" ? basename(vscode.Uri.parse(target.uri, true).path) : "";
}

/** Whether an export is written on this machine, beside its place. */
export function isHere(target: ExportTarget): boolean {
  return target.kind === "file" && vscode.Uri.parse(target.uri, true).scheme === "file";
}

/** Where parts are that cannot lie beside their target. */
export function partsFolder(folder: string): string {
  return join(folder, "parts");
}

/** A path for the part that nothing has: beside the target, or in a folder of ours. */
export async function freePart(target: ExportTarget, id: string, folder: string): Promise<string> {
  if (target.kind !== "file" || !isHere(target)) {
    const parts = partsFolder(folder);
    await mkdir(parts, { recursive: true, mode: 0o700 });
    return join(parts, `${id}.part`);
  }
  const { fsPath } = vscode.Uri.parse(target.uri, true);
  for (let count = 1; ; count++) {
    const part = count === 1 ? `${fsPath}.part` : `${fsPath}.${count}.part`;
    // A journal alone is what a kill left behind between two files that were to be deleted.
    if (!(await isThere(part)) && !(await isThere(part + JOURNAL_ENDING))) {
      return part;
    }
  }
}

/** The same place, or one beside it where a file is there: "clients-2.jsonl". */
export async function freeTarget(target: ExportTarget): Promise<ExportTarget> {
  if (target.kind !== "file") {
    return target;
  }
  const uri = vscode.Uri.parse(target.uri, true);
  const [, start = "", ending = ""] = /^(.*?)(\.[^./]*)?$/s.exec(uri.path) ?? [];
  for (let count = 1; ; count++) {
    const one = count === 1 ? uri : uri.with({ path: `${start}-${count}${ending}` });
    const free = { kind: "file", uri: one.toString() } as const;
    if (!(await hasFile(free))) {
      return free;
    }
  }
}

/** Whether something is there already. */
export async function hasFile(target: ExportTarget): Promise<boolean> {
  if (target.kind !== "file") {
    return false;
  }
  const uri = vscode.Uri.parse(target.uri, true);
  if (uri.scheme === "file") {
    return isThere(uri.fsPath);
  }
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/**
 * Where a part that was found becomes a file: its target, or the same name beside the part where
 * that was carried to another folder.
 */
export function targetBeside(target: ExportTarget, part: string): ExportTarget {
  if (target.kind !== "file" || !isHere(target)) {
    return target;
  }
  const { fsPath } = vscode.Uri.parse(target.uri, true);
  return dirname(fsPath) === dirname(part)
    ? target
    : { kind: "file", uri: vscode.Uri.file(join(dirname(part), basename(fsPath))).toString() };
}

export async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
