import type { Coverage } from "../../../src/platform/service/definition/active";
import type { DefinitionChange } from "../../../src/features/definitions/common/changes/changes";
import type { EndpointDrift } from "../../../src/features/definitions/common/drift/drift";
import type { StoredDefinition } from "../../../src/features/definitions/common/imports/stored";
import {
  definitionsContent,
  type ViewSources,
} from "../../../src/features/definitions/host/viewFacts";
import { definitionTexts } from "../../../src/features/definitions/texts/viewTexts";
import {
  type DefinitionAct,
  type DefinitionDomain,
  type DefinitionsToHost,
  definitionsToHost,
  type HostToDefinitions,
  hostToDefinitions,
} from "../../../src/features/definitions/messages/definitionsPanel";
import { fillText } from "../../../src/platform/base/texts";
import type { BrowserBed, OpenPage, PageOptions } from "./bed";

/** Noon of a day in the time zone of whoever runs this. */
export const NOON = new Date(2026, 10, 21, 12, 0, 0).getTime();
const HOUR = 3_600_000;

export function aVersion(change: Partial<StoredDefinition> = {}): StoredDefinition {
  return {
    ...{ id: "v-1", domain: "finances", title: "Finances", version: "2026-1", openapi: "3.0.3" },
    source: { kind: "file", name: "finances.yaml" },
    ...{ importedAt: NOON - 26 * HOUR, hash: "ab".repeat(32), bytes: 12_000, operations: 12 },
    notes: [],
    ...change,
  };
}

export function anEndpoint(change: Partial<Coverage> = {}): Coverage {
  return {
    ...{ operationId: "listHoldings", method: "GET", summary: "Lists holdings" },
    ...{ path: "/finances/v1/clients/{clientId}/holdings", domain: "finances", deprecated: false },
    ...{ places: ["tree", "list", "send"], limits: [], known: "both" },
    ...change,
  };
}

export function aChange(change: Partial<DefinitionChange> = {}): DefinitionChange {
  return {
    ...{ kind: "requiredAdded", breaking: true, after: "required" },
    operation: "PUT /clients/{clientId}/pensions/{pensionId}",
    place: { part: "request", path: "contributions[].amount" },
    ...change,
  };
}

export function aDrift(change: Partial<EndpointDrift> = {}): EndpointDrift {
  return {
    ...{ connectionId: "acme", operationId: "listHoldings", answers: 4 },
    findings: [
      { kind: "new", path: "items[].isin", seen: "string", count: 25 },
      { kind: "type", path: "items[].units", seen: "string", expected: "number", count: 1 },
    ],
    ...{ lastAt: NOON - 90_000, lastActionId: "action-7" },
    ...change,
  };
}

/** Two versions, one of them active, changes between them, an answer that drifts, open notes. */
export function someSources(change: Partial<ViewSources> = {}): ViewSources {
  const first = aVersion();
  const second = aVersion({
    ...{ id: "v-2", version: "2026-2", openapi: "3.1.0", importedAt: NOON - 2 * HOUR },
    source: { kind: "address", name: "https://api.provider.example/definitions/finances.json" },
    notes: [
      {
        ...{ kind: "externalReference", subject: "https://provider.example/common.json#/Money" },
        ...{ places: ["/components/schemas/Holding/properties/value"], count: 3 },
      },
    ],
  });
  const added = aChange({ kind: "operationAdded", breaking: false, operation: "GET /funds" });
  return {
    ...{
      t: fillText,
      language: "en",
      versions: [second, first],
      active: { finances: second },
      lost: 0,
    },
    ...{ choices: {}, ownCoverage: new Map(), connections: [] },
    coverage: [
      anEndpoint(),
      anEndpoint({
        ...{ operationId: "finances:POST /valuations", method: "POST", known: "provider" },
        ...{ path: "/finances/v1/valuations", summary: "Values holdings", deprecated: true },
        ...{ places: [], limits: ["bodyNotJson"] },
      }),
      anEndpoint({ domain: "crm", operationId: "listClients", path: "/crm/v1/clients" }),
    ],
    drift: [aDrift()],
    connectionLabel: (id) => (id === "acme" ? "Acme development" : id),
    changes: {
      ...{ domain: "finances", before: first, after: second },
      changes: [aChange(), { kind: added.kind, breaking: false, operation: added.operation }],
    },
    ...change,
  };
}

export interface DefinitionsBed extends OpenPage<HostToDefinitions, DefinitionsToHost> {
  /** Buttons that were pressed. */
  readonly acts: DefinitionAct[];
  show(sources: ViewSources): Promise<void>;
  reveal(place: DefinitionDomain | "changes"): Promise<void>;
}

export async function openDefinitions(
  bed: BrowserBed,
  sources: ViewSources,
  options: PageOptions = {},
): Promise<DefinitionsBed> {
  const acts: DefinitionAct[] = [];
  const page = await bed.open<HostToDefinitions, DefinitionsToHost>(
    {
      ...{ script: "definitions.js", drawn: "fp-definitions-view h1" },
      ...{ incoming: definitionsToHost, outgoing: hostToDefinitions },
      handlers: {
        start: () => ({ texts: definitionTexts(fillText), content: definitionsContent(sources) }),
        act: (act) => {
          acts.push(act);
          return undefined;
        },
      },
    },
    { now: NOON, ...options },
  );
  return {
    ...page,
    acts,
    show: async (next) => {
      page.rpc.notify("show", definitionsContent(next));
      await page.settle();
    },
    reveal: async (place) => {
      page.rpc.notify("reveal", { place });
      await page.settle();
    },
  };
}
