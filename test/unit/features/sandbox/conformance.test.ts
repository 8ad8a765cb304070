import assert from "node:assert/strict";
import {
  checkConformance,
  type Result,
} from "../../../../src/features/sandbox/conformance/conformance";
import { RULES, UNCHECKED_RULES } from "../../../../src/features/sandbox/conformance/rules";
import { Service } from "../../../../src/features/sandbox/conformance/service";
import type { Target } from "../../../../src/features/sandbox/conformance/target";
import { type DeviatingProxy, startProxy } from "../../support/deviatingProxy";
import { signInByHand } from "../../support/handBrowser";
import { type SandboxUnderTest, startSandbox, token } from "../../support/sandboxProcess";
import { impatient } from "./support/checkedService";
import { answerOf, deviationsOf, type Known } from "./support/deviations";

describe("the conformance suite", () => {
  let sandbox: SandboxUnderTest;
  let service: DeviatingProxy;
  let identity: DeviatingProxy;
  let known: Known;
  let target: Target;

  before(async () => {
    sandbox = await startSandbox({ adminPort: 0 }, { clock: "virtual" });
    const { facts } = sandbox;
    const expiredToken = await token(facts);
    await sandbox.pass(3_600_000);
    [service, identity] = await Promise.all([startProxy(facts.baseUrl), startProxy(facts.authUrl)]);
    const redirectUri = "http://127.0.0.1/callback";
    const { serviceAccount, userPresent } = facts.clients;
    known = {
      expiredToken,
      redirectUri,
      token: await token(facts),
      developmentKey: facts.subscriptionKeys.development,
      serviceSecret: serviceAccount.clientSecret,
    };
    const clientOf = ({ clientId, clientSecret, scopes }: typeof serviceAccount) => ({
      ...{ id: clientId, secret: clientSecret, scopes },
    });
    target = {
      baseUrl: service.url,
      authUrl: identity.url,
      adminUrl: facts.adminUrl ?? "",
      prefixes: facts.prefixes,
      subscriptionKey: facts.subscriptionKeys.development,
      otherSubscriptionKey: facts.subscriptionKeys.production,
      serviceAccount: clientOf(serviceAccount),
      userClient: { ...clientOf(userPresent), redirectUri },
      expiredToken,
      firstPage: 1,
      mayWrite: true,
      isSandbox: true,
      signIn: async (address) => (await signInByHand(address)).url.href,
    };
  });

  after(async () => {
    service.stop();
    identity.stop();
    await sandbox.stop();
  });

  const checkWith = async (checked: Service, names: readonly string[]): Promise<Result[]> => {
    const rules = RULES.filter(({ name }) => names.includes(name));
    const results: Result[] = [];
    for await (const result of checkConformance(checked, rules)) {
      results.push(result);
    }
    return results;
  };
  const check = (names: readonly string[], changed?: Partial<Target>): Promise<Result[]> =>
    checkWith(impatient({ ...target, ...changed }), names);
  /** Paths of the calls of a method that passed after so many others. */
  const paths = (method: string, from: number): string[] =>
    service.passed
      .slice(from)
      .filter((call) => call.startsWith(`${method} `))
      .map((call) => call.slice(method.length + 1));
  const all = RULES.map(({ name }) => name);

  it("names each rule once", () => {
    const names = [...all, ...UNCHECKED_RULES.map(({ name }) => name)];
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.length > 60);
  });

  describe("is green against the sandbox", () => {
    const results = new Map<string, Result>();

    before(async () => {
      for (const result of await check(all)) {
        results.set(result.rule.name, result);
      }
    });

    for (const name of all) {
      it(name, () => {
        const { outcome, reason } = results.get(name)!;
        assert.deepEqual([outcome, reason], ["kept", ""]);
      });
    }
  });

  describe("is red against a service that", () => {
    const deviations = deviationsOf(() => known);

    afterEach(() => {
      service.deviate({});
      identity.deviate({});
    });

    for (const deviation of deviations) {
      it(deviation.what, async () => {
        (deviation.server === "identity" ? identity : service).deviate(deviation);
        const results = await check(deviation.breaks);
        assert.deepEqual(
          results.map(({ rule, outcome }) => [rule.name, outcome]).sort(),
          deviation.breaks.map((name) => [name, "broken"]).sort(),
        );
        for (const { reason } of results) {
          assert.match(reason, /^\S.*\.$/);
        }
      });
    }

    it("breaks a rule: there is one for each", () => {
      const broken = new Set(deviations.flatMap(({ breaks }) => breaks));
      assert.deepEqual(
        all.filter((name) => !broken.has(name)),
        [],
      );
    });
  });

  it("only reads a service that it may not write to, and says what it left out", async () => {
    const from = service.passed.length;
    const results = await check(all, { mayWrite: false, isSandbox: false });
    const methods = service.passed.slice(from).map((call) => call.split(" ")[0]);
    assert.deepEqual([...new Set(methods)], ["GET"]);
    assert.deepEqual(
      results.filter(({ outcome }) => outcome === "broken").map(({ rule }) => rule.name),
      [],
    );
    const skipped = results.filter(({ outcome }) => outcome === "skipped");
    assert.ok(skipped.some(({ reason }) => reason.includes("--allow-writes")));
    assert.ok(skipped.length < results.length / 2);
  });

  it("removes the pensions that it wrote", async () => {
    const from = service.passed.length;
    await check(["4.1 PUT creates", "4.4 the pension"]);
    assert.equal(paths("PUT", from).length, 2);
    assert.deepEqual(paths("DELETE", from), paths("PUT", from));
  });

  it("removes a pension that was taken without a key", async () => {
    const from = service.passed.length;
    service.deviate({
      call: ({ method, headers }) => {
        if (method === "PUT") {
          headers["ocp-apim-subscription-key"] ??= known.developmentKey;
        }
        return undefined;
      },
    });
    const [result] = await check(["1.2 key on every request"]);
    service.deviate({});
    assert.equal(result?.outcome, "broken");
    assert.equal(paths("PUT", from).length, 1);
    assert.deepEqual(paths("DELETE", from), paths("PUT", from));
  });

  it("is ended amid a write: removes that one, writes no other and tells no result", async () => {
    const ended = new Service(target);
    const writes: string[] = [];
    service.deviate({
      call: ({ method }) => {
        writes.push(`${method} sent`);
        if (method === "PUT") {
          void ended.removeWritten();
        }
        return undefined;
      },
      answer: (_answer, { method }) => writes.push(`${method} answered`),
    });
    const results = await checkWith(ended, ["4.1 PUT updates", "4.4 the pension"]);
    service.deviate({});
    assert.deepEqual(results, []);
    assert.deepEqual(
      writes.filter((write) => !write.startsWith("GET ")),
      ["PUT sent", "PUT answered", "DELETE sent", "DELETE answered"],
    );
  });

  it("takes a new token before the one that it has ends", async () => {
    let now = 0;
    const checked = new Service(target, () => now);
    const first = await checked.token();
    now = 3_000_000;
    assert.equal(await checked.token(), first);
    now = 3_590_000;
    const second = await checked.token();
    assert.notEqual(second, first);
    assert.equal(await checked.token(), second);
  });

  it("takes a new token after a 401 where the life of the one that it has was not told", async () => {
    identity.deviate({
      answer: (answer) => {
        answer.body = JSON.stringify({
          ...(JSON.parse(answer.body) as object),
          expires_in: undefined,
        });
      },
    });
    const checked = new Service(target);
    const first = await checked.token();
    service.deviate({
      call: ({ headers }) =>
        headers["authorization"] === `Bearer ${first}`
          ? { status: 401, headers: {}, body: "" }
          : undefined,
    });
    const asked = identity.passed.length;
    const { status } = await checked.call(checked.clients);
    const refused = await checked.call(checked.clients, { headers: { Authorization: "none" } });
    const tokens = identity.passed.length - asked;
    service.deviate({});
    identity.deviate({});
    assert.deepEqual([status, refused.status, tokens], [200, 401, 1]);
  });

  it("asks again where there was no token, the first time and when it was to be renewed", async () => {
    let now = 0;
    const checked = new Service(
      target,
      () => now,
      () => Promise.resolve(),
    );
    const failing = async (): Promise<void> => {
      identity.deviate({ call: () => ({ status: 503, headers: {}, body: "" }) });
      const message = /^The token address failed \d+ times, at last with 503\.$/;
      await Promise.all([0, 1].map(() => assert.rejects(checked.token(), { message })));
      identity.deviate({});
    };
    await failing();
    const first = await checked.token();
    now = 3_590_000;
    await failing();
    assert.notEqual(await checked.token(), first);
  });

  it("leaves the faults that the sandbox was given", async () => {
    const own = [{ name: "own", path: "/crm/v1/none", fault: { kind: "notJson" } }] as const;
    await sandbox.setFaults(own);
    const [result] = await check(["7 503 is temporary"]);
    const left: unknown = await (await fetch(`${target.adminUrl}/faults`)).json();
    await sandbox.setFaults([]);
    assert.equal(result?.outcome, "kept");
    assert.deepEqual(left, own);
  });

  it("does not miss the reading of pensions, which is not described", async () => {
    service.deviate({
      call: ({ method, url }) =>
        method === "GET" && url.pathname.includes("/pensions/")
          ? { status: 405, headers: {}, body: "" }
          : undefined,
    });
    const results = await check(all.filter((name) => name.startsWith("4.1 ")));
    service.deviate({});
    assert.deepEqual(
      results
        .filter(({ outcome }) => outcome !== "kept")
        .map(({ rule, outcome }) => [rule.name, outcome]),
      [["4.1 DELETE removes", "skipped"]],
    );
  });

  for (const status of [429, 500, 503]) {
    it(`sends reads and writes again after a ${status}, as the specification advises`, async () => {
      const waits: number[] = [];
      const patient = new Service(target, Date.now, (milliseconds) => {
        waits.push(milliseconds);
        return Promise.resolve();
      });
      const failed = new Set<string>();
      service.deviate({
        call: ({ method }) => {
          const isFirst = !failed.has(method);
          failed.add(method);
          return isFirst ? { status, headers: { "retry-after": "7" }, body: "" } : undefined;
        },
      });
      const results = await checkWith(patient, ["4.4 list of clients", "4.4 the pension"]);
      const left = await patient.removeWritten();
      service.deviate({});
      assert.deepEqual(
        results.map(({ outcome }) => outcome),
        ["kept", "kept"],
      );
      assert.deepEqual(left, []);
      assert.deepEqual([...failed], ["GET", "PUT", "DELETE"]);
      assert.deepEqual(waits, [7_000, 7_000, 7_000]);
    });

    it(`takes a ${status} that stays for no answer, and for no refusal`, async () => {
      service.deviate({ call: () => answerOf(status) });
      const names = ["4.4 list of clients", "5 a key that was not issued"];
      const results = await check(names);
      service.deviate({});
      for (const { outcome, reason } of results) {
        assert.equal(outcome, "skipped");
        assert.match(reason, new RegExp(`^GET /crm/v1/clients failed 4 times.* ${status}\\.$`));
      }
      assert.equal(results.length, names.length);
    });

    it(`asks for a token again after a ${status}, and takes one that stays for no answer`, async () => {
      const from = identity.passed.length;
      let left = 2;
      identity.deviate({ call: () => (left-- > 0 ? answerOf(status) : undefined) });
      const [given] = await check(["5.3 token address"]);
      const asked = identity.passed.length - from;
      identity.deviate({ call: () => answerOf(status) });
      const [refused] = await check(["5.2 client secret"]);
      identity.deviate({});
      assert.deepEqual([given?.outcome, asked, refused?.outcome], ["kept", 3, "skipped"]);
    });
  }

  it("takes a failing connection for a broken rule", async () => {
    const [result] = await check(["4.4 list of clients"], { baseUrl: "http://127.0.0.1:9" });
    assert.deepEqual(
      [result?.outcome, /ECONNREFUSED/.test(result?.reason ?? "")],
      ["broken", true],
    );
  });
});
