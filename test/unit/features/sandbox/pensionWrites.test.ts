import assert from "node:assert/strict";
import type {
  FaultRule,
  PutVariant,
} from "../../../../src/features/sandbox/messages/sandboxFaults";
import {
  Caller,
  type RawAnswer,
  type SandboxUnderTest,
  startSandbox,
} from "../../support/sandboxProcess";

type Pension = Readonly<Record<string, unknown>>;

const BODY = '{"provider":"Aviva",  "value":100.50,"colour":"red","notes":"n"}';

/** A stage of one sandbox: each pension that is asked for is one that nobody wrote. */
class Stage {
  private count = 0;

  private constructor(
    readonly sandbox: SandboxUnderTest,
    readonly caller: Caller,
    private readonly clientId: string,
  ) {}

  static async start(options: Parameters<typeof startSandbox>[0]): Promise<Stage> {
    const sandbox = await startSandbox(options);
    const caller = await Caller.signIn(sandbox.facts);
    return new Stage(sandbox, caller, await caller.firstClientId());
  }

  fresh(): string {
    return `/finances/v1/clients/${this.clientId}/pensions/PEN-W${this.count++}`;
  }

  put(path: string, body: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
    return this.caller.call(path, { method: "PUT", body, headers });
  }

  async pension(path: string): Promise<Pension> {
    return this.caller.json<Pension>(path);
  }
}

describe("tags of the sandbox's pensions", () => {
  let stage: Stage;

  before(async () => {
    stage = await Stage.start({ pensionTags: true });
  });

  after(() => stage.sandbox.stop());

  const statusOf = async (path: string, headers: Record<string, string>, body = "{}") =>
    (await stage.put(path, body, headers)).status;

  it("are strong, the same for PUT, GET and HEAD, and another for every change", async () => {
    const path = stage.fresh();
    const created = await stage.put(path, BODY);
    const read = await stage.caller.call(path);
    const head = await stage.caller.call(path, { method: "HEAD" });
    assert.match(String(created.headers.etag), /^"[\w-]{22}"$/);
    const tags = [read, head, await stage.put(path, BODY)].map(({ headers }) => headers.etag);
    assert.deepEqual(tags, Array(3).fill(created.headers.etag));
    const changed = await stage.put(path, '{"provider":"Fidelity"}');
    assert.notEqual(changed.headers.etag, created.headers.etag);
    assert.equal((await stage.caller.call(path)).headers.etag, changed.headers.etag);
  });

  it("let a write replace the version that it names, and no other", async () => {
    const path = stage.fresh();
    const first = String((await stage.put(path, BODY)).headers.etag);
    assert.equal(await statusOf(path, { "If-Match": `"x", ${first}` }), 200);
    const stale = await stage.put(path, '{"provider":"Lost"}', { "If-Match": first });
    assert.equal(stale.status, 412);
    assert.equal(stale.headers.etag, undefined);
    assert.equal((JSON.parse(stale.text) as Pension)["error"], "precondition_failed");
    assert.equal((await stage.pension(path))["provider"], undefined);
  });

  it("are compared strongly by If-Match: a weak one fits nothing", async () => {
    const path = stage.fresh();
    const tag = String((await stage.put(path, BODY)).headers.etag);
    assert.equal(await statusOf(path, { "If-Match": `W/${tag}` }), 412);
    assert.equal(await statusOf(path, { "If-Match": tag.slice(1, -1) }), 412);
    assert.equal(await statusOf(path, { "If-Match": "*" }), 200);
  });

  it("are none of a pension that is not there: no If-Match fits, not even *", async () => {
    const path = stage.fresh();
    for (const value of ["*", '"x"', ""]) {
      assert.equal(await statusOf(path, { "If-Match": value }), 412, value);
    }
    assert.equal((await stage.caller.call(path)).status, 404);
  });

  it("let a write create and never replace: If-None-Match", async () => {
    const path = stage.fresh();
    assert.equal(await statusOf(path, { "If-None-Match": "*" }, BODY), 201);
    assert.equal(await statusOf(path, { "If-None-Match": "*" }), 412);
    const tag = String((await stage.caller.call(path)).headers.etag);
    assert.equal(await statusOf(path, { "If-None-Match": `W/${tag}` }), 412);
    assert.equal((await stage.pension(path))["provider"], "Aviva");
    assert.equal(await statusOf(path, { "If-None-Match": '"x"' }), 200);
  });

  it("do not keep a DELETE from being repeated", async () => {
    const path = stage.fresh();
    await stage.put(path, BODY);
    const statuses = [];
    for (let time = 0; time < 2; time++) {
      statuses.push((await stage.caller.call(path, { method: "DELETE" })).status);
    }
    assert.deepEqual(statuses, [204, 204]);
  });
});

describe("the sandbox's answers to PUTs", () => {
  let stage: Stage;

  before(async () => {
    stage = await Stage.start({});
  });

  afterEach(() => stage.sandbox.setFaults([]));

  after(() => stage.sandbox.stop());

  async function putWith(variant: PutVariant): Promise<{ answer: RawAnswer; stored: Pension }> {
    const path = stage.fresh();
    const rule: FaultRule = { method: "PUT", times: 1, fault: { kind: "putAnswer", variant } };
    await stage.sandbox.setFaults([rule]);
    const answer = await stage.put(path, BODY);
    assert.match(String(answer.headers["x-dt-requestid"]), /^[\da-f-]{36}$/);
    return { answer, stored: await stage.pension(path) };
  }

  const asStored = { provider: "Aviva", value: 100.5, notes: "n" };
  const content = ({ provider, value, notes }: Pension): Pension => ({ provider, value, notes });

  it("have no tag and meet no condition unless they are to", async () => {
    const path = stage.fresh();
    const answer = await stage.put(path, BODY, { "If-Match": '"x"' });
    assert.deepEqual([answer.status, answer.headers.etag], [201, undefined]);
    assert.equal((await stage.put(path, BODY, { "If-None-Match": "*" })).status, 200);
    assert.equal((await stage.caller.call(path)).headers.etag, undefined);
  });

  it("can be 204, a receipt or a text, and the pension is stored", async () => {
    const none = await putWith("noContent");
    assert.deepEqual([none.answer.status, none.answer.text], [204, ""]);
    const receipt = await putWith("receipt");
    assert.equal(receipt.answer.status, 200);
    assert.equal("provider" in (JSON.parse(receipt.answer.text) as Pension), false);
    const text = await putWith("text");
    assert.match(String(text.answer.headers["content-type"]), /^text\/plain/);
    assert.equal(text.answer.text, "Saved.\n");
    for (const { stored } of [none, receipt, text]) {
      assert.deepEqual(content(stored), asStored);
    }
  });

  it("can be the body to the byte, with a field that is not stored", async () => {
    const { answer, stored } = await putWith("echo");
    assert.equal(answer.text, BODY);
    assert.match(String(answer.headers["content-type"]), /^application\/json/);
    assert.equal("colour" in stored, false);
  });

  it("can change one value in what is stored and answered", async () => {
    const { answer, stored } = await putWith("changed");
    assert.equal(answer.status, 201);
    assert.deepEqual(JSON.parse(answer.text), stored);
    assert.deepEqual(content(stored), { ...asStored, provider: "Aviva (amended)" });
  });

  it("can show a field that is not stored: only a read tells", async () => {
    const { answer, stored } = await putWith("dropped");
    assert.deepEqual(content(JSON.parse(answer.text) as Pension), asStored);
    assert.deepEqual(content(stored), { ...asStored, notes: undefined });
  });

  it("are not changed where the write was refused", async () => {
    await stage.sandbox.setFaults([{ fault: { kind: "putAnswer", variant: "noContent" } }]);
    assert.equal((await stage.put(stage.fresh(), '{"provider":1}')).status, 400);
    assert.equal((await stage.caller.call(stage.fresh())).status, 404);
  });

  it("can say that a method is not there: 405 with the methods that are", async () => {
    const fault = { kind: "status", status: 405 } as const;
    await stage.sandbox.setFaults([{ operationId: "getPension", fault }]);
    const answer = await stage.caller.call(stage.fresh());
    assert.deepEqual([answer.status, answer.headers.allow], [405, ""]);
  });
});
