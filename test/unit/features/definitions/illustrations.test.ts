import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { SANDBOX_CONNECTION_ID } from "../../../../src/platform/base/connection";
import { createActiveText } from "../../../../src/features/definitions/common/activeText";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { exampleOf } from "../../../../src/features/definitions/common/example";
import { checkPayload } from "../../../../src/features/pensions/common/checks/checkPayload";
import { checkSchema } from "../../../../src/features/pensions/common/checks/gate";
import { payloadDefinition } from "../../../../src/features/pensions/common/checks/bodySchema";
import { payloadSchema } from "../../../../src/features/pensions/common/checks/payloadSchema";
import { payloadFromKnown } from "../../../../src/features/sourceControl/common/payloadFromKnown";
import { compareThreeWay } from "../../../../src/features/pensions/common/compare/threeWay";
import {
  payloadOfService,
  payloadTemplate,
  pensionSchema,
} from "../../../../src/features/pensions/common/template";
import { illustrativeScopes } from "../../../../src/features/requests/common/explanation";
import { MemoryLog } from "../../platform/http/support/bench";

const DESCRIPTION = readFileSync("media/service/financial-planning-open-api.json", "utf8");
const nobody = (): { dispose(): void } => ({ dispose: () => undefined });

/** What a connection lives by where nothing was imported. */
function textFor(connectionId: string | undefined): Promise<string> {
  return createActiveText({
    description: () => Promise.resolve(DESCRIPTION),
    store: {
      active: () => Promise.resolve({}),
      document: () => Promise.reject(new Error("none")),
      onDidChange: nobody,
    },
    log: new MemoryLog(),
    onUnreadable: () => undefined,
  }).text(connectionId);
}

/** A pension that has nothing of ours: other names, and ours with values that ours does not take. */
const THEIRS = {
  ...{ scheme_name: "A", lastUpdated: "yesterday", pensionId: 7, status: "dormant" },
  ...{ currency: "XYZ", type: "none of ours", contributions: "monthly", provider: null },
};

const READERS: Readonly<Record<string, (definition: string) => unknown>> = {
  template: (definition) => payloadTemplate(definition),
  opening: (definition) =>
    JSON.parse(payloadOfService(JSON.stringify(THEIRS), definition)) as unknown,
  discarding: (definition) => {
    const version = { text: JSON.stringify(THEIRS), hash: "", at: 0, by: "read" } as const;
    const source = { actionId: "", attempt: 1 };
    const current = { kind: "present", ...version, tag: undefined, source } as const;
    const nothing = { seen: undefined, seenMetadata: undefined, write: undefined, isAbsent: false };
    return JSON.parse(payloadFromKnown("{}", { ...nothing, current }, definition)) as unknown;
  },
  comparison: (definition) => {
    const texts = {
      mine: "{}",
      theirs: JSON.stringify({ lastUpdated: "then", pensionId: "3", clientId: "4" }),
    };
    return compareThreeWay({ ...texts, schema: pensionSchema(definition) }).changes;
  },
  warnings: (definition) =>
    checkPayload(JSON.stringify({ ...THEIRS, currency: undefined }), { definition, off: [] }).map(
      ({ rule }) => rule,
    ),
  thread: (definition) => {
    const context = { definition: payloadDefinition(definition), off: [] };
    return checkPayload(JSON.stringify({ scheme_name: "A", pensionId: 7 }), context).length;
  },
  gate: (definition) => checkSchema(JSON.stringify(THEIRS), definition),
  editor: (definition) => (JSON.parse(payloadSchema(definition)) as { $defs: object }).$defs,
  answers: (definition) => {
    const read = readDefinition(definition);
    return read.operations.map(({ id }) => ({ ...read.answer(id) }));
  },
  examples: (definition) =>
    readDefinition(definition)
      .operations.flatMap(({ parameters }) => parameters)
      .filter(({ name, example }) => name !== "fields" && example !== undefined),
  limits: (definition) =>
    readDefinition(definition)
      .operations.flatMap(({ parameters }) => parameters)
      .flatMap(({ schema }) => Object.keys(schema))
      .filter((keyword) => !["type", "format", "items", "x-illustrative"].includes(keyword)),
  requests: (definition) =>
    exampleOf(readDefinition(definition).operation("putPension").body?.schema ?? {}),
  scopes: (definition) =>
    illustrativeScopes(definition, { method: "GET", pathTemplate: "/crm/v1/clients" }),
};

const OPEN: Readonly<Record<keyof typeof READERS, unknown>> = {
  template: "{}\n",
  ...{ opening: THEIRS, discarding: THEIRS, comparison: 3, warnings: [], thread: 0 },
  gate: { unusable: false, findings: [], more: 0 },
  editor: { Pension: {} },
  // The names of the description's own schemas, and nothing of what they hold.
  answers: [
    "ClientPage",
    "ClientRecord",
    "HoldingPage",
    "Pension",
    "Pension",
    "",
    "ResultPage",
  ].map((title) => (title === "" ? {} : { title })),
  ...{ examples: [], limits: [], requests: "", scopes: [] },
};

describe("what was made up for the sandbox", () => {
  for (const [name, read] of Object.entries(READERS)) {
    it(`is nothing that another connection's ${name} know of`, async () => {
      for (const connectionId of ["own", undefined]) {
        assert.deepEqual(await read(await textFor(connectionId)), OPEN[name]);
      }
      const sandbox = await read(await textFor(SANDBOX_CONNECTION_ID));
      assert.notDeepEqual(sandbox, OPEN[name], "the sandbox has it");
    });
  }

  it("leaves the endpoints that the explorer tries, and the sandbox its own text", async () => {
    const own = readDefinition(await textFor("own")).operations;
    const all = readDefinition(DESCRIPTION).operations;
    assert.deepEqual(
      own.map(({ id, illustrative }) => [id, illustrative]),
      all.map(({ id, illustrative }) => [id, illustrative]),
    );
    assert.equal(await textFor(SANDBOX_CONNECTION_ID), DESCRIPTION);
  });
});
