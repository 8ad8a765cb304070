import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findNodeAtLocation, parseTree } from "jsonc-parser";

/** A row of a data set, its amount as the digits that stand in the file. */
export interface ExportedRow {
  readonly client: string;
  readonly provider: string;
  readonly currency: string;
  readonly digits: string | undefined;
}

const SCALE = 9;

/** Every row of a data set, read without the tools that the page speaks of. */
export function readExportedRows(folder: string): readonly ExportedRow[] {
  const files = globSync("client_id=*/part-*.jsonl", { cwd: folder }).sort();
  return files.flatMap((file) => {
    const client = file.slice("client_id=".length).split(/[\\/]/)[0] ?? "";
    const lines = readFileSync(join(folder, file), "utf8").split("\n").slice(0, -1);
    return lines.map((line) => ({ client, ...readRow(line) }));
  });
}

function readRow(line: string): Omit<ExportedRow, "client"> {
  const { provider, currency } = JSON.parse(line) as { provider: string; currency: string };
  const tree = parseTree(line);
  const node = tree && findNodeAtLocation(tree, ["value"]);
  const digits =
    node?.type === "number" ? line.slice(node.offset, node.offset + node.length) : undefined;
  return { provider, currency, digits };
}

/** The sum of the amounts in units of 10^-9, with no rounding at all. */
export function exactTotal(rows: readonly ExportedRow[]): bigint {
  return rows.reduce((sum, { digits }) => sum + (digits === undefined ? 0n : scaled(digits)), 0n);
}

/** A decimal in units of 10^-9. */
export function scaled(decimal: string): bigint {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === "" || fraction.length > SCALE) {
    throw new Error(`${decimal} is no decimal of at most ${SCALE} places`);
  }
  const units = BigInt(whole + fraction.padEnd(SCALE, "0"));
  return sign === "-" ? -units : units;
}
