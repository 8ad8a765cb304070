import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { itemOf, type ItemSources } from "../../../../src/features/explorer/host/items";
import type { TreeNode } from "../../../../src/features/explorer/host/nodes";
import type { ListEndpoint } from "../../../../src/features/lists/common/listEndpoint";
import type { ConnectionSummary } from "../../../../src/platform/base/connection";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import { aConnection } from "../../../fakes/connection";

const ID = "5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b";
const PLACE = { nodeId: "n", connectionId: "c", domain: "crm" } as const;
const CLIENT = { ...PLACE, clientId: ID, clientLabel: "Ito, Ren" } as const;
const guess = (value: string) => ({ value, from: value });
const ROW = { id: guess(ID), label: guess("Ito, Ren"), description: guess("1980-01-02") };
const PARENT: TreeNode = { ...PLACE, kind: "clients", list: "clients" };
const ENDPOINT = {
  ...{ operationId: "listPolicies", path: "/policies", summary: "Policies" },
  domain: "finances",
} as ListEndpoint;

/** One of each kind, or of each look of it, and what is read aloud of its row. */
const ROWS: { readonly [Kind in TreeNode["kind"]]: readonly (readonly [TreeNode, string])[] } = {
  connection: [
    [{ ...PLACE, kind: "connection" }, "Acme, signed out, PRODUCTION · sign in · locked"],
  ],
  addConnection: [[{ ...PLACE, kind: "addConnection" }, "Add Connection…, your account"]],
  domain: [[{ ...PLACE, kind: "domain" }, "Client records, /crm/v1"]],
  clients: [[PARENT, "Clients, 2,000"]],
  client: [
    [{ ...PLACE, kind: "client", row: ROW, isPinned: false }, "Ito, Ren, 1980-01-02"],
    [{ ...PLACE, kind: "client", row: ROW, isPinned: true }, "Ito, Ren, pinned, 1980-01-02"],
  ],
  record: [[{ ...CLIENT, kind: "record" }, "Client record"]],
  list: [[{ ...CLIENT, kind: "list", list: "holdings" }, "Holdings, 1,234 · in Finances"]],
  otherList: [
    [
      {
        ...{ ...PLACE, kind: "otherList", list: "other" },
        ...{ operationId: "listPolicies", endpoint: ENDPOINT },
      },
      "Policies, in Finances",
    ],
  ],
  moreLists: [[{ ...PLACE, kind: "moreLists", lists: [] }, "More lists, 0"]],
  pensions: [[{ ...CLIENT, kind: "pensions" }, "Pensions, in Finances"]],
  pension: [true, false].map((hasFile) => [
    {
      ...{
        ...CLIENT,
        kind: "pension",
        pensionId: "PEN-1",
        hasFile,
        description: "changed",
        canUndo: false,
      },
    },
    `PEN-1, ${hasFile ? "payload file" : "no payload file"}, changed`,
  ]),
  newPension: [[{ ...CLIENT, kind: "newPension" }, "New pension payload…"]],
  more: [
    [
      { ...PLACE, kind: "more", parent: PARENT, label: "Load 100 more", description: "100 shown" },
      "Load 100 more, 100 shown",
    ],
  ],
  error: [
    [
      {
        ...{ ...PLACE, kind: "error", parent: PARENT, context: {}, error: { status: 503 } },
        text: { code: "x", what: "The service is busy (503).", advice: "" },
      },
      "Could not load · 503, The service is busy (503).",
    ],
  ],
  loading: [[{ ...PLACE, kind: "loading", parent: PARENT }, "Loading…"]],
  canceled: [[{ ...PLACE, kind: "canceled", parent: PARENT }, "Cancelled, Click to load again."]],
  way: [
    [
      {
        ...{
          ...PLACE,
          kind: "way",
          parent: PARENT,
          operationId: "listClients",
          way: { id: "list.smallerPages" },
        },
        ...{ label: "Load the whole list", description: "" },
      },
      "Load the whole list",
    ],
  ],
  message: [[{ ...PLACE, kind: "message", text: "No clients." }, "No clients."]],
};

const SUMMARY: ConnectionSummary = {
  ...{ id: "c", label: "Acme", environment: "production", state: "ready" },
  ...{ session: undefined, keyFingerprint: undefined, connection: aConnection() },
};

const SOURCES: ItemSources = {
  connection: () => SUMMARY,
  domainDescription: () => undefined,
  clientTotal: () => ({ value: 2000, from: "total" }),
  clientsAtLeast: () => undefined,
  clientsAction: () => undefined,
  listTotal: (node) => (node.kind === "list" ? 1234 : undefined),
  faults: () => [],
  privacy: { masking: NO_MASKING },
  isUnlocked: () => false,
  sameKey: () => undefined,
};

describe("what is read aloud of the rows of the tree", () => {
  for (const [kind, rows] of Object.entries(ROWS)) {
    for (const [node, spoken] of rows) {
      it(`${kind}: ${spoken}`, () => {
        assert.equal(itemOf(node, SOURCES).accessibilityInformation?.label, spoken);
      });
    }
  }
});
