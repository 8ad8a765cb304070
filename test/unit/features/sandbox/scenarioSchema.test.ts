import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import * as v from "valibot";
import { sandboxScenario } from "../../../../src/features/sandbox/messages/sandboxScenario";

type Schema = Readonly<Record<string, unknown>>;

const FILE = "media/schemas/scenario.schema.json";
const ID = "0a0a0a0a-0000-4000-8000-000000000001";
const schema = JSON.parse(readFileSync(FILE, "utf8")) as Schema;
const fits = new Ajv({ formats: { date: true, "date-time": true } }).compile(schema);

function givenClient(rows: Schema): Schema {
  const client = { clientId: ID, name: { firstName: "A", lastName: "B" }, ...rows };
  return { environments: { development: { given: [client] } } };
}

const SOUND: readonly Schema[] = [
  {},
  { $schema: "./scenario.schema.json", seed: "a", people: undefined },
  {
    environments: {
      development: {
        clients: 3,
        given: [{ clientId: ID, name: { firstName: "A", lastName: "B" }, holdings: [{ a: 1 }] }],
        pensions: [{ clientId: ID, pensionId: "P", content: null }],
      },
    },
  },
  {
    environments: {
      production: {
        pensions: Array<unknown>(10_001).fill({ clientId: ID, pensionId: "P", content: {} }),
      },
    },
  },
  givenClient({ holdings: 10_000_000, results: 10_000 }),
  {
    environments: {
      development: { pensions: [{ clientId: ID, pensionId: "P".repeat(10_000), content: {} }] },
    },
  },
  { people: [{ userName: "dana", name: "Dana", sees: { lastNames: "A-F" } }] },
  { behaviour: { tokenLifetime: 60, consentSeconds: 5, pensionReading: false } },
  { faults: [{ every: 2, fault: { kind: "paging", variant: "clamped", size: 3 } }] },
  { answers: [{ path: "/crm/*", status: 410, headers: { "X-One": "1" }, body: [null] }] },
];

const BROKEN: readonly Schema[] = [
  { version: 2 },
  { colour: "red" },
  { environments: { staging: {} } },
  { environments: { development: { clients: -1 } } },
  { environments: { development: { given: [{ clientId: "one", name: {} }] } } },
  givenClient({ holdings: 10_000_001 }),
  givenClient({ results: 10_001 }),
  { environments: { development: { pensions: [{ clientId: ID, pensionId: "", content: {} }] } } },
  { people: [] },
  { people: [{ userName: "dana", name: "Dana", sees: "some" }] },
  { behaviour: { tokenLifetime: 0 } },
  { faults: [{ fault: { kind: "status", status: 418 } }] },
  { faults: [{ fault: { kind: "paging", variant: "clamped", size: 0 } }] },
  { faults: [{ chance: 1.5, fault: { kind: "cut" } }] },
  { answers: [{ path: "crm" }] },
];

describe("the published schema of scenarios", () => {
  it("is what the sandbox's own schema gives", () => {
    const check = spawnSync(process.execPath, ["scripts/generateScenarioSchema.mjs", "--check"], {
      encoding: "utf8",
    });
    assert.equal(check.status, 0, check.stderr);
  });

  it("is contributed for files of its name", () => {
    const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as {
      readonly contributes: { readonly jsonValidation: readonly object[] };
    };
    assert.deepEqual(
      contributes.jsonValidation.filter((entry) => "url" in entry && entry.url === `./${FILE}`),
      [{ fileMatch: "*.fp-scenario.json", url: `./${FILE}` }],
    );
  });

  it("takes and refuses what the sandbox takes and refuses", () => {
    for (const [parts, isSound] of [
      [SOUND, true],
      [BROKEN, false],
    ] as const) {
      for (const part of parts) {
        const scenario: unknown = JSON.parse(JSON.stringify({ version: 1, ...part }));
        const text = JSON.stringify(scenario);
        assert.equal(v.is(sandboxScenario, scenario), isSound, `sandbox: ${text}`);
        assert.equal(fits(scenario), isSound, `schema: ${text}`);
      }
    }
  });

  it("describes every member", () => {
    const members = membersOf(schema);
    assert.ok(members.length > 80, String(members.length));
    assert.deepEqual(
      members.filter(({ member }) => !("description" in member)).map(({ path }) => path),
      [],
    );
  });
});

/** The members of all objects in a schema. */
function membersOf(value: unknown, path = ""): { path: string; member: object }[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  const properties = "properties" in value ? value.properties : undefined;
  const own = Object.entries((properties ?? {}) as Record<string, object>);
  return [
    ...own.map(([name, member]) => ({ path: `${path}.${name}`, member })),
    ...own.flatMap(([name, member]) => membersOf(member, `${path}.${name}`)),
    ...Object.entries(value)
      .filter(([key]) => key !== "properties")
      .flatMap(([key, member]) => membersOf(member, `${path}/${key}`)),
  ];
}
