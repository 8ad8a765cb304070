import assert from "node:assert/strict";
import { connect } from "node:net";
import { nextMillisecond } from "../../support/clock";
import {
  Caller,
  exchange,
  type RawAnswer,
  type SandboxUnderTest,
  startSandbox,
} from "../../support/sandboxProcess";

interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly totalItems: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NOBODY = "00000000-0000-4000-8000-000000000000";

/** What the specification shows is checked by the conformance suite. */
describe("the sandbox, where the specification leaves open what is answered", () => {
  let sandbox: SandboxUnderTest;
  let caller: Caller;
  let clientId: string;

  before(async () => {
    sandbox = await startSandbox();
    caller = await Caller.signIn(sandbox.facts);
    clientId = await caller.firstClientId();
  });

  after(() => sandbox.stop());

  const pensionPath = (id: string): string => `/finances/v1/clients/${clientId}/pensions/${id}`;
  const put = (id: string, body: string): Promise<RawAnswer> =>
    caller.call(pensionPath(id), { method: "PUT", body });

  describe("1 purpose", () => {
    it("1.1 what is written in one environment is not seen in the other", async () => {
      const { production } = sandbox.facts.subscriptionKeys;
      const other = await Caller.signIn(sandbox.facts, production);
      assert.equal((await put("PEN-ENV", "{}")).status, 201);
      assert.equal((await other.call(pensionPath("PEN-ENV"))).status, 404);
    });

    it("1.3 bodies are JSON, in UTF-8, with their exact length", async () => {
      const answer = await caller.call("/crm/v1/clients?pageSize=200");
      assert.equal(answer.headers["content-type"], "application/json; charset=utf-8");
      assert.equal(answer.headers["content-length"], String(Buffer.byteLength(answer.text)));
      JSON.parse(answer.text);
    });

    it("1.4 unknown fields of a body are ignored", async () => {
      const answer = await put(
        "PEN-UNKNOWN",
        '{"provider":"Aviva","colour":"red","funds":[{"x":1}]}',
      );
      const pension = JSON.parse(answer.text) as Record<string, unknown>;
      assert.equal(pension["provider"], "Aviva");
      assert.deepEqual(pension["funds"], [{}]);
      assert.ok(!("colour" in pension));
    });
  });

  describe("4.1 methods", () => {
    it("4.1 PUT creates what is not there and replaces what is", async () => {
      assert.equal((await put("PEN-PUT", '{"provider":"Aviva","notes":"a"}')).status, 201);
      const replaced = await put("PEN-PUT", '{"provider":"Fidelity"}');
      assert.equal(replaced.status, 200);
      const pension = JSON.parse(replaced.text) as Record<string, unknown>;
      assert.equal(pension["provider"], "Fidelity");
      assert.ok(!("notes" in pension), "replaced, not merged");
    });

    it("4.1 PUT is idempotent: the same request gives the same pension", async () => {
      const body = '{"provider":"Aviva","value":18733.190}';
      const first = await put("PEN-SAME", body);
      await nextMillisecond();
      assert.equal((await put("PEN-SAME", body)).text, first.text);
    });

    it("4.1 other methods are refused and told which there are", async () => {
      const answer = await caller.call("/crm/v1/clients", { method: "POST", body: "{}" });
      assert.equal(answer.status, 405);
      assert.match(answer.headers["allow"] ?? "", /GET/);
    });
  });

  describe("4.2 headers", () => {
    const odd: readonly (readonly [what: string, send: () => Promise<RawAnswer>])[] = [
      ["200", () => caller.call("/crm/v1/clients")],
      ["201", () => put(`PEN-${String(Date.now())}`, "{}")],
      ["204", () => caller.call(pensionPath("PEN-NONE"), { method: "DELETE" })],
      ["400", () => caller.call("/crm/v1/clients?pageSize=x")],
      ["401", () => exchange(`${sandbox.facts.baseUrl}/crm/v1/clients`)],
      ["404", () => caller.call("/crm/v1/nothing")],
      ["405", () => caller.call("/crm/v1/clients", { method: "DELETE" })],
      ["413", () => put("PEN-BIG", `{"notes":"${"x".repeat(1_100_000)}"}`)],
      [
        "415",
        () =>
          caller.call(pensionPath("P"), {
            method: "PUT",
            body: "{}",
            headers: { "Content-Type": "text/plain" },
          }),
      ],
      ["431", () => caller.call("/", { headers: { "x-big": "x".repeat(40_000) } })],
    ];
    for (const [status, send] of odd) {
      it(`4.2, 7 x-dt-requestid is on a ${status}`, async () => {
        const answer = await send();
        assert.equal(String(answer.status), status);
        assert.match(String(answer.headers["x-dt-requestid"]), UUID);
      });
    }

    it("4.2 x-dt-requestid is on the answer to what is no HTTP", async () => {
      assert.match(await sendRaw(sandbox.facts.baseUrl, "NONSENSE\r\n\r\n"), /x-dt-requestid: \S+/);
    });

    it("4.2 a body is read as it comes, so a compressed one is refused", async () => {
      const answer = await caller.call(pensionPath("P"), {
        method: "PUT",
        body: "{}",
        headers: { "Content-Encoding": "gzip" },
      });
      assert.equal(answer.status, 415);
    });
  });

  describe("4.3, 8 query parameters and paging", () => {
    it("8 there is a largest page, and the answer tells the size that was used", async () => {
      const page = await caller.json<Page>("/crm/v1/clients?pageSize=100000");
      assert.deepEqual([page.pageSize, page.items.length], [200, 200]);
    });

    for (const query of [
      "pageSize=0",
      "pageSize=-1",
      "pageSize=x",
      "pageSize=1.5",
      "pageSize=1e2",
      "pageSize=",
      "pageNumber=0",
      "pageNumber=+1",
    ]) {
      it(`4.3 page parameters are integers from 1: ${query} is refused`, async () => {
        assert.equal((await caller.call(`/crm/v1/clients?${query}`)).status, 400);
      });
    }

    for (const query of [
      "fields=factors&fields=factors",
      "unions=a&unions=b",
      "pageSize=1&pageSize=2",
    ]) {
      it(`4.3 a key sent twice is refused: ${query}`, async () => {
        const answer = await caller.call(`/profiling/v1/clients/${clientId}/results?${query}`);
        assert.equal(answer.status, 400);
        assert.match(answer.text, /must be sent once/);
      });
    }
  });

  describe("4.4 endpoints", () => {
    it("4.4 clientId is a UUID: anything else is refused, an unknown one is not found", async () => {
      assert.equal((await caller.call("/crm/v1/clients/42")).status, 400);
      assert.equal((await caller.call(`/crm/v1/clients/${NOBODY}`)).status, 404);
    });

    it("4.4 PUT answers with the pension, its numbers as they were written", async () => {
      const { text } = await put("PEN-LEXEME", '{"provider":"Aviva","value":1204.3300}');
      assert.match(text, /"value":1204\.3300/);
      assert.match(text, /"pensionId":"PEN-LEXEME"/);
      const read = await caller.call(pensionPath("PEN-LEXEME"));
      assert.equal(read.text, text, "illustrative: the read gives the same");
    });

    for (const [what, body, reason] of [
      ["not JSON", '{"provider":', /not JSON: line 1, column 13/],
      ["an array", "[]", /does not fit/],
      ["of wrong types", '{"value":"much","contributions":[{"amount":"x"}]}', /contributions\[0\]/],
      ["nested too deeply", `{"a":${"[".repeat(200_000)}`, /./],
    ] as const) {
      it(`4.4, 7 a body that is ${what} is refused with a reason`, async () => {
        const answer = await put("PEN-BAD", body);
        assert.equal(answer.status, 400);
        assert.match(answer.text, reason);
        assert.equal((await caller.call(pensionPath("PEN-BAD"))).status, 404, "nothing was kept");
      });
    }

    it("4.4 a member named __proto__ is data like any other", async () => {
      await put("PEN-PROTO", '{"__proto__":{"polluted":true},"provider":"Aviva"}');
      const { text } = await caller.call(pensionPath("PEN-PROTO"));
      assert.match(text, /"provider":"Aviva"/);
      assert.doesNotMatch(text, /polluted/);
    });
  });

  describe("5, 7 authentication", () => {
    it("5.1 a key that was not issued is refused, and the answer points to the key", async () => {
      const answer = await caller.call("/crm/v1/clients", {
        headers: { "Ocp-Apim-Subscription-Key": "0".repeat(32) },
      });
      assert.equal(answer.status, 401);
      assert.match(String(answer.headers["www-authenticate"]), /Ocp-Apim-Subscription-Key/);
    });

    it("5.2 a token that was not issued is refused, and the answer points to the token", async () => {
      for (const sent of ["Bearer nonsense", "Bearer", "Basic abc", "bearer a b"]) {
        const answer = await caller.call("/crm/v1/clients", { headers: { Authorization: sent } });
        assert.equal(answer.status, 401, sent);
        assert.match(String(answer.headers["www-authenticate"]), /^Bearer /);
      }
    });

    it("7 an expired token is an authentication error", async () => {
      const short = await startSandbox({ tokenLifetime: 3_600 }, { clock: "virtual" });
      try {
        const expiring = await Caller.signIn(short.facts);
        await short.pass(1_800_000);
        assert.equal((await expiring.call("/crm/v1/clients")).status, 200);
        await short.pass(1_800_000);
        const refused = await expiring.call("/crm/v1/clients");
        assert.equal(refused.status, 401);
        assert.match(String(refused.headers["www-authenticate"]), /error="invalid_token"/);
      } finally {
        await short.stop();
      }
    });
  });
});

/** Writes text to the socket and gives all that comes back. */
async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = "";
    socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
