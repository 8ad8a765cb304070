import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ExportManifest } from "../../../../../src/features/exports/common/exportManifest";
import type { ListIdentity } from "../../../../../src/features/exports/common/snapshots/snapshot";

export const CLIENT = "0f8fad5b-d9cb-469f-a165-70867728950e";
export const HOLDINGS: ListIdentity = {
  ...{ connectionLabel: "Sandbox", environment: "sandbox", operationId: "listHoldings" },
  ...{ path: { clientId: CLIENT }, parameters: {} },
};

/** A folder that is gone after `run`. */
export async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "fp-snapshots-"));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes lines and their manifest, as an export does. */
export async function writeSnapshot(
  folder: string,
  { name, at, lines, list = HOLDINGS, change = {} }: Written,
): Promise<string> {
  const text = lines.map((line) => `${line}\n`).join("");
  const file = path.join(folder, name);
  await writeFile(file, text);
  const manifest: ExportManifest = {
    manifestVersion: 1,
    tool: { name: "Financial Planning API Explorer", version: "0.0.1" },
    query: { ...list, pathTemplate: "/clients/{clientId}/holdings", pageSize: 25, rules: {} },
    scope: "all",
    form: { format: "jsonl", byteOrderMark: false, guardFormulas: false },
    isMasked: false,
    ...{ startedAt: at, finishedAt: at, traceIds: ["fpx-1"] },
    file: {
      ...{ name, bytes: Buffer.byteLength(text), rows: lines.length },
      sha256: createHash("sha256").update(text).digest("hex"),
    },
    pages: [],
    audit: { isWhole: true, repeatedRows: 0, totals: [], inexactPages: [], findings: [] },
    ...change,
  };
  await writeFile(`${file}.manifest.json`, JSON.stringify(manifest));
  return file;
}

export interface Written {
  readonly name: string;
  readonly at: string;
  readonly lines: readonly string[];
  readonly list?: ListIdentity;
  readonly change?: Partial<ExportManifest>;
}
