import type { Environment } from "../../connection";
import { isParameterValues, isPath } from "../../../shared/listQueryChecks";
import { isAmount, isFlag, isListOf, isRecord, isText, oneOf } from "../../../shared/shapes";
import type { ListIdentity, Snapshot } from "./snapshot";

/** What a manifest says of its export. */
export type ManifestFacts = Omit<Snapshot, "name" | "path">;

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

/** Earlier versions called what ended before the service's number of rows whole. */
function isShort(
  { totals, repeatedRows }: Readonly<Record<string, unknown>>,
  rows: number,
): boolean {
  const total = isListOf(totals, isAmount) ? Number(totals.at(-1) ?? 0) : 0;
  return total > rows - (isAmount(repeatedRows) ? repeatedRows : 0) && total !== rows;
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
    isPath(path) &&
    isParameterValues(parameters)
    ? { connectionLabel, environment, operationId, path, parameters }
    : undefined;
}

function isEnvironment(value: unknown): value is Environment {
  return oneOf(value, ["sandbox", "development", "production"] satisfies Environment[]);
}

function isMoment(value: unknown): value is string {
  return isText(value) && !Number.isNaN(Date.parse(value));
}
