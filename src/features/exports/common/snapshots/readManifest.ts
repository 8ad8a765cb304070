import * as v from "valibot";
import type { Environment } from "../../../../platform/base/connection";
import { parameterValues, pathValues } from "../../../lists/messages/listQuery";
import {
  isAmount,
  isFlag,
  isListOf,
  isRecord,
  isText,
  oneOf,
} from "../../../../platform/base/shapes";
import type { ListIdentity, Snapshot } from "./snapshot";

/** What a manifest says of its export. */
type ManifestFacts = Omit<Snapshot, "name" | "path">;

/**
 * Undefined for a text that is no manifest of this version; members of later ones are no harm.
 * `noRows` for CSV and Markdown, which hold none to be held against others.
 */
export function readManifest(text: string): ManifestFacts | "noRows" | undefined {
  const manifest = parsed(text);
  if (!isRecord(manifest) || manifest["manifestVersion"] !== 1 || !isRecord(manifest["form"])) {
    return undefined;
  }
  const { format } = manifest["form"];
  if (format === "csv" || format === "markdown") {
    return "noRows";
  }
  const { startedAt, scope, isMasked, file, audit } = manifest;
  const list = identityIn(manifest["query"]);
  const isRight =
    (format === "jsonl" || format === "json") &&
    isMoment(startedAt) &&
    isFlag(isMasked) &&
    isRecord(file) &&
    isRecord(audit);
  if (!isRight || list === undefined) {
    return undefined;
  }
  const { rows, bytes, sha256 } = file;
  return isAmount(rows) && isAmount(bytes) && isText(sha256) && /^[0-9a-f]{64}$/.test(sha256)
    ? {
        ...{ at: new Date(startedAt).toISOString(), list, rows, bytes, sha256, format, isMasked },
        isPart: scope !== "all" || audit["isWhole"] !== true || isShort(audit, rows),
      }
    : undefined;
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function identityIn(query: unknown): ListIdentity | undefined {
  if (!isRecord(query)) {
    return undefined;
  }
  const { connectionLabel, environment, operationId, path, parameters } = query;
  return isText(connectionLabel) &&
    isEnvironment(environment) &&
    isText(operationId) &&
    v.is(pathValues, path) &&
    v.is(parameterValues, parameters)
    ? { connectionLabel, environment, operationId, path, parameters }
    : undefined;
}

function isEnvironment(value: unknown): value is Environment {
  return oneOf(value, ["sandbox", "development", "production"] satisfies Environment[]);
}

function isMoment(value: unknown): value is string {
  return isText(value) && !Number.isNaN(Date.parse(value));
}
