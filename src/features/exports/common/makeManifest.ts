import { createMasking } from "../../privacy/common/masking";
import { pagingFindings } from "../../lists/common/findings";
import type { ExportQuery, ExportSpec } from "./export";
import type { ExportManifest, ManifestAudit } from "./exportManifest";
import type { FinishedLines } from "./exportMessages";
import type { Converted } from "./exports";
import type { PageWalk } from "./pageWalk";

interface ManifestFacts {
  readonly spec: ExportSpec;
  readonly tool: ExportManifest["tool"];
  /** Absent for rows that a panel had. */
  readonly walk: PageWalk | undefined;
  readonly finished: FinishedLines;
  readonly file: Converted;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly traceIds: readonly string[];
  readonly maskingKey: Uint8Array | undefined;
}

/** What lies beside the file, but for its name. */
export function makeManifest(facts: ManifestFacts): ExportManifest {
  const { spec, tool, walk, finished, file, startedAt, finishedAt, traceIds } = facts;
  const { scope, form, isMasked } = spec;
  const { bytes, sha256, rows, flattening } = file;
  return {
    ...{ manifestVersion: 1, tool },
    query: isMasked ? maskedQuery(spec.query, facts.maskingKey) : shownQuery(spec.query),
    ...{ scope, form, isMasked, startedAt, finishedAt, traceIds },
    file: { name: "", bytes, sha256, rows },
    pages: walk?.pages ?? [],
    audit: auditOf(walk, finished),
    ...(flattening === undefined ? {} : { flattening }),
  };
}

/** What the pages have shown so far. */
export function auditOf(
  walk: PageWalk | undefined,
  { watchedRows }: Pick<FinishedLines, "watchedRows">,
): ManifestAudit {
  const isWhole = walk?.isOver === true && walk.audit.isProven;
  return {
    isWhole,
    repeatedRows: walk?.audit.repeatedRows ?? 0,
    ...(watchedRows === undefined ? {} : { watchedRows }),
    totals: [...(walk?.totals ?? [])],
    inexactPages: walk?.inexactPages ?? [],
    findings: walk === undefined ? [] : pagingFindings(walk.audit),
  };
}

/** Where the connection is kept says nothing to others. */
function shownQuery(query: ExportQuery): ExportManifest["query"] {
  const { connectionLabel, environment, operationId, pathTemplate, path } = query;
  const { subject, parameters, pageSize, rules } = query;
  return {
    ...{ connectionLabel, environment, operationId, pathTemplate, path },
    ...(subject === undefined ? {} : { subject }),
    ...{ parameters, pageSize, rules },
  };
}

/** Without the key nothing is told that was to be masked. */
function maskedQuery(query: ExportQuery, key: Uint8Array | undefined): ExportManifest["query"] {
  const masking = key === undefined ? undefined : createMasking(key);
  const shown = shownQuery(query);
  const mask = (name: string, text: string): string =>
    masking?.maskValue({ path: [name], kind: "text", text }) ?? "";
  const path = Object.entries(query.path).map(([name, value]) => [name, mask(name, value)]);
  const parameters = Object.entries(query.parameters).map(([name, value]) => [
    name,
    typeof value === "string" ? mask(name, value) : value.map((one) => mask(name, one)),
  ]);
  return {
    ...shown,
    path: Object.fromEntries(path) as ExportQuery["path"],
    parameters: Object.fromEntries(parameters) as ExportQuery["parameters"],
  };
}
