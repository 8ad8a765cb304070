import { DOMAINS, type Domain } from "../../../platform/base/connection";
import { AppError } from "../../../platform/base/errors";
import type { ActiveDefinition } from "../../../platform/service/definition/active";
import { prefixesOf } from "../../../platform/service/definition/definition";
import { parameterKey, parametersIn } from "../../../platform/service/definition/operations";
import {
  type ForeignOperation,
  foreignOperations,
  operationsFor,
  type Prefixes,
} from "./foreignOperations";
import { moveReferences } from "./movedReferences";
import { namesIn, shapeOf } from "./paths";
import { asRecord, type JsonRecord } from "../../../platform/service/definition/reading";
import { isObject, listIn, resolved } from "../../../platform/service/definition/references";

/** Under which the provider's documents stand in the merged one, by domain. */
const IMPORTED = "x-imported";

/**
 * The definition that the explorer lives by: ours, with what the provider's documents say in the
 * place of what ours says of the same endpoint, and beside it what ours does not have. Without
 * any it is ours, character for character.
 * @throws AppError `definition/unreadable` with the `domain` whose document is none
 */
export function activeDefinition(
  base: string,
  active: readonly ActiveDefinition[],
  prefixes?: Prefixes,
): string {
  if (active.length === 0) {
    return base;
  }
  const document = asRecord(JSON.parse(base));
  const merge = new Merge(document, prefixes ?? prefixesOf(document));
  for (const { domain, document: text } of active) {
    merge.add(domain, text);
  }
  return JSON.stringify({ ...document, paths: merge.paths(), [IMPORTED]: merge.imported() });
}

/** One path of the merged document, and what is done there. */
interface PathEntry {
  /** With its prefix, as it stands in the document. */
  readonly template: string;
  readonly item: Map<string, unknown>;
}

class Merge {
  /** By domain and shape. */
  private readonly entries = new Map<string, PathEntry>();
  private readonly documents = new Map<Domain, JsonRecord>();
  /** Where a text stands that is the definition of several domains. */
  private readonly homes = new Map<string, { domain: Domain; operations: Foreign }>();

  constructor(
    private readonly base: JsonRecord,
    private readonly prefixes: Prefixes,
  ) {
    for (const [template, value] of Object.entries(asRecord(base["paths"]))) {
      const item = asRecord(value);
      const first = Object.values(item).find((one) => isObject(one) && "x-domain" in one);
      const domain = DOMAINS.find((one) => one === asRecord(first)["x-domain"]);
      const key =
        domain === undefined ? template : keyOf(domain, below(template, prefixes[domain]));
      this.entries.set(key, { template, item: new Map(Object.entries(item)) });
    }
  }

  add(domain: Domain, text: string): void {
    let home = this.homes.get(text);
    if (home === undefined) {
      const document = parse(domain, text);
      const found = foreignOperations(document, this.prefixes).map((operation) => ({
        ...operation,
        parameters: parametersIn(document, operation).filter(
          ({ name }) => typeof name === "string",
        ),
      }));
      const kept = moveReferences(document, `/${IMPORTED}/${domain}`);
      home = { domain, operations: found };
      this.homes.set(text, home);
      this.documents.set(domain, withoutPaths(document, kept));
    }
    for (const operation of operationsFor(home.operations, domain) as Foreign) {
      this.addOperation(domain, operation);
    }
  }

  paths(): JsonRecord {
    const paths = new Map<string, Map<string, unknown>>();
    for (const { template, item } of this.entries.values()) {
      paths.set(template, new Map([...item, ...(paths.get(template) ?? [])]));
    }
    return Object.fromEntries([...paths].map(([path, item]) => [path, Object.fromEntries(item)]));
  }

  imported(): JsonRecord {
    return Object.fromEntries(this.documents);
  }

  /** Of two that say something of the same endpoint the first counts. */
  private addOperation(domain: Domain, operation: ForeignOperation & HasParameters): void {
    const { method, path, source } = operation;
    const prefix = this.prefixes[domain];
    const key = keyOf(domain, path);
    const entry = this.entries.get(key) ?? {
      template: prefix + path,
      item: new Map<string, unknown>(),
    };
    this.entries.set(key, entry);
    const known = entry.item.get(method);
    const ours = isObject(known) ? known : {};
    if (ours[IMPORTED] === true) {
      return;
    }
    const template = below(entry.template, prefix);
    const scopes = ours["x-illustrative-scopes"];
    entry.item.set(method, {
      ...withoutMarks(source),
      operationId: ours["operationId"] ?? `${domain}:${method.toUpperCase()} ${template}`,
      parameters: [
        ...renamed(operation.parameters, namesIn(path), namesIn(template)),
        ...this.missing(operation.parameters, ours["parameters"]),
      ],
      "x-domain": domain,
      [IMPORTED]: true,
      ...(scopes === undefined ? {} : { "x-illustrative-scopes": scopes }),
    });
  }

  /** What the specification lets an endpoint be asked stays, whether the provider says so or not. */
  private missing(theirs: readonly JsonRecord[], ours: unknown): readonly unknown[] {
    const known = new Set(theirs.map(parameterKey));
    return listIn(ours).filter((one) => {
      const parameter = resolved(this.base, one);
      return parameter["in"] !== "path" && !known.has(parameterKey(parameter));
    });
  }
}

interface HasParameters {
  /** Those of the path item, too. */
  readonly parameters: readonly JsonRecord[];
}

type Foreign = readonly (ForeignOperation & HasParameters)[];

function parse(domain: Domain, text: string): JsonRecord {
  try {
    return asRecord(JSON.parse(text));
  } catch (cause) {
    throw new AppError("internal", "definition/unreadable", { cause, values: { domain } });
  }
}

/** The marks that only the explorer's own document may make. */
function withoutMarks(source: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(source).filter(([name]) => !name.startsWith("x-illustrative")),
  );
}

function keyOf(domain: Domain, path: string): string {
  return `${domain} ${shapeOf(path)}`;
}

function below(template: string, prefix: string): string {
  return template.startsWith(`${prefix}/`) ? template.slice(prefix.length) : template;
}

/** Parameters of the path under the names of `to`, each there once; the others as they are. */
function renamed(
  parameters: readonly JsonRecord[],
  from: readonly string[],
  to: readonly string[],
): readonly JsonRecord[] {
  const inPath = to.map((name, index) => {
    const known = parameters.find((one) => one["in"] === "path" && one["name"] === from[index]);
    return { schema: { type: "string" }, ...known, name, in: "path", required: true };
  });
  const unique = new Map(inPath.map((one) => [one.name, one]));
  return [...unique.values(), ...parameters.filter((one) => one["in"] !== "path")];
}

/** Paths stay only where something refers to them. */
function withoutPaths(document: JsonRecord, kept: ReadonlySet<string>): JsonRecord {
  const { paths, ...rest } = document;
  const items = Object.entries(isObject(paths) ? paths : {}).filter(([path]) => kept.has(path));
  return items.length === 0 ? rest : { ...rest, paths: Object.fromEntries(items) };
}
