import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { ADDED_OPERATIONS } from "../../../../src/features/sandbox/server/service/provider/addedOperations";
import { SANDBOX_DEFINITIONS } from "../../../../src/features/sandbox/messages/sandboxMessages";
import { operationsOf, readProviderDocument } from "../../support/providerDocuments";
import {
  Caller,
  type RawAnswer,
  type SandboxUnderTest,
  startSandbox,
} from "../../support/sandboxProcess";

const FOLDER = "media/service/provider/";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const PREFIXES = { finances: "/finances/v1", crm: "/crm/v1", profiling: "/profiling/v1" } as const;

const fileOf = (path: string): string => `${FOLDER}${path.split("/").at(-1) ?? ""}`;
const textOf = (name: string): string => readFileSync(`${FOLDER}${name}`, "utf8");
const operations = (name: string): ReturnType<typeof operationsOf> =>
  operationsOf(readProviderDocument(textOf(name)));

const described = readDefinition(
  readFileSync("media/service/financial-planning-open-api.json", "utf8"),
);

interface Sent {
  readonly path: string;
  readonly status: number;
  readonly body?: string;
}

/** Calls of each operation by its words in the document, those that fail too. */
function callsOf(clients: readonly string[]): Readonly<Record<string, readonly Sent[]>> {
  const [first = ""] = clients;
  const each = (rest: string): Sent[] => [
    ...clients.map((id) => ({ path: `/clients/${id}${rest}`, status: 200 })),
    { path: `/clients/${NOBODY}${rest}`, status: 404 },
    { path: `/clients/42${rest}`, status: 400 },
  ];
  const pension = `/clients/${first}/pensions/PEN-0042`;
  const fresh = `/clients/${first}/pensions/PEN-EMPTY`;
  const full =
    '{"provider":"Aviva","value":1.50,"contributions":[{"payer":"member"}],"funds":[{}]}';
  const answers = '{"answers":[{"question":1,"answer":"Agree"}]}';
  const scores = "/questionnaires/attitude-to-risk/scores";
  return {
    "GET /clients": [
      { path: "/clients?pageSize=200", status: 200 },
      { path: "/clients?pageSize=0", status: 400 },
    ],
    "GET /clients/{clientId}": each(""),
    "GET /clients/{clientId}/holdings": each("/holdings?pageSize=200"),
    "PUT /clients/{id}/pensions/{pensionId}": [
      { path: fresh, status: 201, body: "{}" },
      { path: fresh, status: 200, body: full },
      { path: fresh, status: 400, body: '{"value":"much"}' },
    ],
    "GET /clients/{id}/pensions": each("/pensions"),
    "GET /clients/{id}/pensions/{pensionId}": [
      { path: pension, status: 200 },
      { path: fresh, status: 200 },
      { path: `${pension}-none`, status: 404 },
    ],
    "GET /clients/{clientId}/contributions": each("/contributions?pageSize=200"),
    "DELETE /clients/{id}/pensions/{pensionId}": [{ path: fresh, status: 204 }],
    "GET /funds": [
      { path: "/funds?pageSize=200", status: 200 },
      { path: "/funds?assetClass=bond&pageNumber=2", status: 200 },
      { path: "/funds?assetClass=gold", status: 400 },
    ],
    "GET /clients/{clientId}/results": [
      ...each("/results?fields=factors,answers"),
      ...each("/results?unions=single,joint&questionnaireId=attitude-to-risk"),
    ],
    "GET /questionnaires": [
      { path: "/questionnaires", status: 200 },
      { path: "/questionnaires?pageNumber=x", status: 400 },
    ],
    "GET /questionnaires/{questionnaireId}": [
      { path: "/questionnaires/capacity-for-loss", status: 200 },
      { path: "/questionnaires/none", status: 404 },
    ],
    "POST /questionnaires/{questionnaireId}/scores": [
      { path: scores, status: 200, body: answers },
      { path: scores, status: 200, body: '{"answers":[]}' },
      { path: scores, status: 400, body: "{}" },
      { path: scores, status: 400, body: '{"answers":[{"question":9,"answer":"Agree"}]}' },
      { path: "/questionnaires/none/scores", status: 404, body: answers },
    ],
  };
}

describe("the definitions that the sandbox serves", () => {
  let sandbox: SandboxUnderTest;
  let caller: Caller;
  let clients: readonly string[];

  before(async () => {
    sandbox = await startSandbox();
    caller = await Caller.signIn(sandbox.facts);
    const page = await caller.json<{ items: { clientId: string }[] }>("/crm/v1/clients");
    clients = page.items.map(({ clientId }) => clientId);
  });

  after(() => sandbox.stop());

  async function send(
    prefix: string,
    method: string,
    { path, body }: Omit<Sent, "status">,
  ): Promise<RawAnswer & { readonly json: unknown }> {
    const sent = body === undefined ? { method } : { method, body };
    const answer = await caller.call(`${prefix}${path}`, sent);
    const json: unknown = answer.text === "" ? undefined : JSON.parse(answer.text);
    return { ...answer, json };
  }

  for (const path of SANDBOX_DEFINITIONS) {
    it(`${path} is there byte for byte, with key and token only`, async () => {
      const answer = await caller.call(path);
      assert.equal(answer.status, 200);
      assert.equal(answer.text, readFileSync(fileOf(path), "utf8"));
      const type = path.endsWith(".yaml") ? "application/yaml; charset=utf-8" : "application/json";
      assert.equal(answer.headers["content-type"], type);
      assert.match(String(answer.headers["x-dt-requestid"]), /^[\da-f-]{36}$/);
      for (const name of ["Authorization", "Ocp-Apim-Subscription-Key"]) {
        const refused = await caller.call(path, { headers: { [name]: undefined } });
        assert.equal(refused.status, 401);
        assert.doesNotMatch(refused.text, /openapi|swagger/);
      }
      assert.deepEqual((await caller.call(path, { method: "HEAD" })).text, "");
      const put = await caller.call(path, { method: "PUT", body: "{}" });
      assert.deepEqual([put.status, put.headers["allow"]], [405, "HEAD, GET"]);
    });

    it(`${path} says that it is an illustration, and is small`, () => {
      const text = readFileSync(fileOf(path), "utf8");
      assert.ok(Buffer.byteLength(text) < 30_000);
      const { info } = readProviderDocument(text) as { info: { description: string } };
      assert.match(info.description, /An illustration/);
      assert.match(info.description, /not a definition of the\s+real\s+service/);
    });
  }

  it("nothing else is there", async () => {
    for (const path of ["/definitions", "/definitions/", "/definitions/..%2fx.json"]) {
      assert.equal((await caller.call(path)).status, 404, path);
    }
  });

  it("are in three generations of OpenAPI", () => {
    const versions = SANDBOX_DEFINITIONS.map(
      (path) => /"?(?:openapi|swagger)"?: "?([\d.]+)/.exec(readFileSync(fileOf(path), "utf8"))?.[1],
    );
    assert.deepEqual(versions, ["3.0.3", "3.1.0", "2.0", "3.1.0"]);
  });

  for (const [name, prefix] of [
    ["finances.yaml", PREFIXES.finances],
    ["crm.json", PREFIXES.crm],
    ["profiling.yaml", PREFIXES.profiling],
  ] as const) {
    for (const { method, path, problemsOf } of operations(name)) {
      it(`${name}: ${method} ${path} answers exactly as it says`, async () => {
        const calls = callsOf(clients)[`${method} ${path}`] ?? [];
        assert.ok(calls.length > 0, "nothing is called");
        for (const sent of calls) {
          const { status, json } = await send(prefix, method, sent);
          assert.equal(status, sent.status, sent.path);
          assert.deepEqual(problemsOf(status, json), [], `${status} ${sent.path}`);
        }
      });
    }
  }

  it("finances-2026-2.json is another version: what it changes does not fit", async () => {
    const misfits: string[] = [];
    for (const { method, path, problemsOf } of operations("finances-2026-2.json")) {
      for (const sent of callsOf(clients)[`${method} ${path}`] ?? []) {
        const { status, json } = await send(PREFIXES.finances, method, sent);
        if (status === 200 && problemsOf(status, json).length > 0) {
          misfits.push(`${method} ${path}`);
        }
      }
    }
    assert.deepEqual([...new Set(misfits)].sort(), [
      "GET /clients/{clientId}/holdings",
      "GET /clients/{id}/pensions",
      "GET /clients/{id}/pensions/{pensionId}",
      "GET /funds",
      "PUT /clients/{id}/pensions/{pensionId}",
    ]);
  });

  it("what they describe beyond the service's description is what the sandbox adds", () => {
    const shape = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}");
    const ours = new Set(
      described.operations.map(({ method, path }) => `${method} ${shape(path)}`),
    );
    const theirs = ["finances.yaml", "finances-2026-2.json", "crm.json", "profiling.yaml"].flatMap(
      (name) => operations(name).map(({ method, path }) => `${method} ${path}`),
    );
    const added = ADDED_OPERATIONS.map(({ operation: { method, path } }) => `${method} ${path}`);
    const beyond = theirs.filter((words) => !ours.has(shape(words)));
    assert.deepEqual(added.sort(), [...new Set(beyond)].sort());
  });

  it("parameters of what is added are as they say", () => {
    const documented = ["profiling.yaml", "finances.yaml"].flatMap(operations);
    const facts = (one: object): readonly unknown[] => {
      const { name, in: place, required, schema } = one as Record<string, unknown>;
      const { type, format, default: standard } = schema as Record<string, unknown>;
      return [name, place, required === true, type, format, standard];
    };
    for (const { operation } of ADDED_OPERATIONS) {
      const { method, path, parameters } = operation;
      const found = documented.find((one) => one.method === method && one.path === path);
      if (found !== undefined) {
        const sorted = (list: readonly object[]): unknown[] => list.map(facts).sort();
        assert.deepEqual(sorted(parameters), sorted(found.parameters), `${method} ${path}`);
      }
    }
  });

  it("none of it is in the description that ships with the explorer", () => {
    for (const { operation } of ADDED_OPERATIONS) {
      const code = "definition/unknownOperation";
      assert.throws(() => described.operation(operation.id), { code });
    }
    assert.equal(described.operations.length, 7);
  });
});
