import * as v from "valibot";
import { ENVIRONMENTS } from "../../../../platform/base/connection";
import { isAmount, isListOf, isRecord, oneOf } from "../../../../platform/base/shapes";
import { decodeJson } from "../../../../platform/files/decodeJson";
import { parameterValues, pathValues } from "../../../lists/messages/listQuery";
import type { Snapshot } from "./snapshot";
import { wholeNumber } from "../../../../platform/base/messageSchemas";

/** What a manifest says of its export. */
type ManifestFacts = Omit<Snapshot, "name" | "path">;

/** Of CSV and Markdown, which hold no rows to be compared with others. */
const rowlessSchema = v.object({
  manifestVersion: v.literal(1),
  form: v.object({ format: v.picklist(["csv", "markdown"]) }),
});

const manifestSchema = v.object({
  manifestVersion: v.literal(1),
  form: v.object({ format: v.picklist(["jsonl", "json"]) }),
  startedAt: v.pipe(
    v.string(),
    v.check((text) => !Number.isNaN(Date.parse(text))),
  ),
  scope: v.optional(v.unknown()),
  isMasked: v.boolean(),
  file: v.object({
    rows: wholeNumber,
    bytes: wholeNumber,
    sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
  audit: v.custom<Readonly<Record<string, unknown>>>(isRecord),
  query: v.object({
    connectionLabel: v.string(),
    environment: v.picklist(ENVIRONMENTS),
    operationId: v.string(),
    path: pathValues,
    parameters: parameterValues,
  }),
});

const anyManifestSchema = v.union([rowlessSchema, manifestSchema]);

/**
 * Undefined for a text that is no manifest of this version; members of later ones are no harm.
 * `noRows` for CSV and Markdown.
 */
export function readManifest(text: string): ManifestFacts | "noRows" | undefined {
  const manifest = decodeJson(anyManifestSchema, text);
  if (manifest === undefined || !("file" in manifest)) {
    return manifest && "noRows";
  }
  const { startedAt, scope, isMasked, file, form, audit, query: list } = manifest;
  return {
    ...{ at: new Date(startedAt).toISOString(), list, ...file, format: form.format, isMasked },
    isPart: scope !== "all" || audit["isWhole"] !== true || isShort(audit, file.rows),
  };
}

/** Earlier versions called each walk whole that had ended: what speaks against that counts. */
function isShort(
  { totals, repeatedRows, findings }: Readonly<Record<string, unknown>>,
  rows: number,
): boolean {
  const said = isListOf(totals, isAmount) ? totals.map(Number) : [];
  const distinct = rows - (isAmount(repeatedRows) ? repeatedRows : 0);
  const last = said.at(-1) ?? 0;
  const isSaid = last === rows || last === distinct;
  const hasShrunk = last >= distinct && said.some((one) => one > last);
  const kinds = Array.isArray(findings) ? findings.map((one) => isRecord(one) && one["kind"]) : [];
  const isOpen = kinds.some((kind) => oneOf(kind, ["repeatedPage", "refusedPage"])) && !isSaid;
  return (last > distinct && !isSaid) || hasShrunk || isOpen || kinds.includes("countsFromZero");
}
