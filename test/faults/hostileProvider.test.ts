import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { ResponseType } from "../../src/platform/base/connection";
import {
  CLIENT_SECRET,
  failureOf,
  SUBSCRIPTION_KEY,
  tokenRequests,
} from "../unit/platform/http/support/bench";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import { callbackAttacks } from "./support/callbackAttacks";
import { sendJson } from "../unit/platform/http/support/servers";
import { count } from "./support/gates";
import {
  CONFORMANCE,
  DISCOVERY_ANSWERS,
  ID_TOKENS,
  JWKS_ANSWERS,
  TOKEN_ANSWERS,
  type HostileAnswer,
} from "./support/hostileAnswers";
import { SEVEN_CHECKS } from "./support/sevenChecks";
import { openSignInBench, type SignInBench } from "./support/signInBench";
import { CODE_TOKEN, REFRESH_TOKEN, signed, withClaims } from "./support/signingProvider";

const GATE = "G3";

describe("a hostile provider at the exchange of a code (G3)", () => {
  const TABLES = { "token answer": TOKEN_ANSWERS, "ID token": ID_TOKENS, keys: JWKS_ANSWERS };
  for (const [kind, rows] of Object.entries(TABLES)) {
    for (const row of rows) {
      for (const responseType of row.types) {
        it(`${kind}, ${row.name} (${responseType}): ${row.code ?? "taken"}`, async () => {
          count(GATE, "answers");
          count(GATE, kind);
          await run(row, responseType);
        });
      }
    }
  }

  async function run(row: HostileAnswer, responseType: ResponseType): Promise<void> {
    const bench = await openSignInBench({ responseType });
    const { parameters } = await bench.begin();
    bench.provider.tricks = row.tricks;
    const work = bench.finish(parameters);
    if (row.code === undefined) {
      const session = await work;
      const { expiresAt, obtainedAt } = session;
      const life = expiresAt === undefined ? undefined : (expiresAt - obtainedAt) / 1000;
      assert.equal(life, row.lifeSeconds);
      assert.equal(Object.hasOwn(Object.prototype, "polluted"), false);
    } else {
      const error = await failureOf(work);
      assert.equal(error.code, row.code);
      if (row.check !== undefined) {
        assert.equal(error.values["reason"], row.check);
      }
      requireSilence(bench, error, Object.values(parameters));
      assert.equal(bench.client.session, undefined);
      assert.deepEqual(tokenKeys(bench), []);
    }
    const asked = tokenRequests(bench.identity).length;
    assert.equal(asked, row.isBeforeRequest === true ? 0 : 1);
    count(GATE, "requests beyond one", Math.max(0, asked - 1));
    // Keys that could not be had spent nothing: a provider that has come to its senses is taken.
    bench.provider.tricks = {};
    const again = bench.finish(parameters);
    if (row.isBeforeRequest === true && row.ends !== true) {
      await again;
    } else {
      assert.equal((await failureOf(again)).code, "credentials/callbackRejected");
    }
    await bench.close();
  }
});

describe("a hostile discovery document (G3)", () => {
  for (const { name, tricks, code } of DISCOVERY_ANSWERS) {
    it(`${name}: ${code ?? "taken"}`, async () => {
      count(GATE, "answers");
      count(GATE, "discovery");
      const bench = await openSignInBench({ responseType: "code id_token" });
      bench.provider.tricks = tricks;
      if (code === undefined) {
        const { url } = await bench.begin();
        assert.ok(url.startsWith(`${bench.identity.origin}/identity/connect/authorize?`));
      } else {
        const error = await failureOf(bench.begin());
        assert.equal(error.code, code);
        requireSilence(bench, error, []);
      }
      assert.equal(tokenRequests(bench.identity).length, 0);
      await bench.close();
    });
  }
});

describe("the seven checks that openid-client leaves to us (G3)", () => {
  for (const { name, tricks, code, responseType } of SEVEN_CHECKS) {
    it(`${name}: ${code}`, async () => {
      count(GATE, "answers");
      count(GATE, "checks");
      const bench = await openSignInBench({ responseType });
      bench.provider.tricks = tricks;
      const { parameters } = await bench.begin();
      const error = await failureOf(bench.finish(parameters));
      assert.equal(error.code, code);
      assert.equal(bench.client.session, undefined);
      assert.deepEqual(tokenKeys(bench), []);
      await bench.close();
    });
  }

  it("a life of 1e308 s is no date: it holds until it is refused", async () => {
    count(GATE, "checks");
    const bench = await openSignInBench();
    bench.provider.tricks = { tokenBody: (body) => ({ ...body, expires_in: 1e308 }) };
    const { parameters } = await bench.begin();
    const { expiresAt } = await bench.finish(parameters);
    assert.equal(expiresAt, undefined);
    await bench.close();
  });

  it("an honest provider passes them all", async () => {
    for (const responseType of ["code", "code id_token"] as const) {
      const bench = await openSignInBench({ responseType });
      bench.provider.tricks = {
        tokenBody: (body) => ({ ...body, refresh_token: REFRESH_TOKEN }),
        back: (draft) => signed(withClaims(draft, { iat: Number(draft.claims["iat"]) + 290 })),
      };
      const { parameters } = await bench.begin();
      await bench.finish(parameters);
      assert.equal(tokenRequests(bench.identity).length, 1);
      await bench.close();
    }
  });
});

describe("a token endpoint that is silent", () => {
  it("is waited for no longer than an attempt may take; asked once", async () => {
    count(GATE, "answers");
    count(GATE, "token answer");
    const clock = new VirtualClock();
    const bench = await openSignInBench({}, clock);
    const { parameters } = await bench.begin();
    const arrived = Promise.withResolvers<undefined>();
    bench.provider.tricks = { token: () => arrived.resolve(undefined) };
    const work = failureOf(bench.finish(parameters));
    await arrived.promise;
    clock.advance(20_000);
    const error = await work;
    assert.deepEqual([error.kind, error.code], ["network", "network/identityTimeout"]);
    assert.equal(tokenRequests(bench.identity).length, 1);
    const again = await failureOf(bench.finish(parameters));
    assert.equal(again.code, "credentials/callbackRejected");
    await bench.close();
  });
});

describe("the names of the relying-party conformance tests", () => {
  it("each have a row that stands for them", () => {
    const tables = [TOKEN_ANSWERS, ID_TOKENS, JWKS_ANSWERS, DISCOVERY_ANSWERS, SEVEN_CHECKS];
    const rows = [...tables.flat(), ...callbackAttacks()].map(({ name }) => name);
    for (const [name, row] of Object.entries(CONFORMANCE)) {
      assert.ok(rows.includes(row), `${name}: ${row}`);
      count(GATE, "conformance");
    }
  });
});

describe("somebody else's answers (G3)", () => {
  it("an attacker's code does not sign the user in as him (code id_token)", async () => {
    const bench = await openSignInBench({ responseType: "code id_token" });
    const own = await bench.begin();
    const his = bench.provider.redirect(own.url.replace(own.state, "H".repeat(43)), "attacker");
    const other = await bench.begin();
    for (const [mixed, reason] of [
      [{ ...own.parameters, code: his["code"] ?? "" }, "c_hash"],
      [{ ...other.parameters, id_token: his["id_token"] ?? "" }, "nonce"],
    ] as const) {
      count(GATE, "answers");
      const error = await failureOf(bench.finish(mixed));
      assert.deepEqual([error.code, error.values["reason"]], ["answer/identity", reason]);
    }
    assert.equal(tokenRequests(bench.identity).length, 0);
    assert.equal(bench.client.session, undefined);
    await bench.close();
  });

  it("an attacker's code brings an ID token with another nonce (code)", async () => {
    count(GATE, "answers");
    const bench = await openSignInBench();
    const his = await bench.begin(bench.reopen({ id: "connection-2" }));
    const own = await bench.begin();
    const error = await failureOf(
      bench.finish({ ...own.parameters, code: his.parameters["code"] ?? "" }),
    );
    assert.equal(error.code, "answer/identity");
    assert.equal(bench.client.session, undefined);
    assert.deepEqual(tokenKeys(bench), []);
    await bench.close();
  });

  it("two providers are not mixed up: no code goes to the wrong one", async () => {
    count(GATE, "answers", 2);
    const [one, other] = [await openSignInBench(), await openSignInBench()];
    const [here, there] = [await one.begin(), await other.begin()];
    for (const [bench, own, foreign] of [
      [one, here, there],
      [other, there, here],
    ] as const) {
      const mixed = { ...foreign.parameters, state: own.state };
      const error = await failureOf(bench.finish(mixed));
      assert.deepEqual([error.code, error.values["reason"]], ["answer/issuer", "iss"]);
      assert.equal(tokenRequests(bench.identity).length, 0);
    }
    await Promise.all([one.close(), other.close()]);
  });
});

describe("a refusal by the provider", () => {
  const REFUSALS = [
    ["access_denied", "access_denied"],
    ["server_error", "server_error"],
    ["<script>alert(1)</script>", "unknown"],
    ["x".repeat(100), "unknown"],
  ] as const;
  for (const [error, shown] of REFUSALS) {
    it(`'${error.slice(0, 30)}' ends the sign-in, named as ${shown}`, async () => {
      const bench = await openSignInBench();
      const { parameters } = await bench.begin();
      const { state = "", iss = "" } = parameters;
      const description = `see https://evil.example ${CLIENT_SECRET}`;
      const refusal = { error, error_description: description, state, iss };
      const failure = await failureOf(bench.finish(refusal));
      assert.equal(failure.code, "credentials/signInRefused");
      assert.equal(failure.values["error"], shown);
      assert.doesNotMatch(inspect(failure), /evil\.example/);
      assert.equal(tokenRequests(bench.identity).length, 0);
      const late = await failureOf(bench.finish(parameters));
      assert.equal(late.code, "credentials/callbackRejected");
      await bench.close();
    });
  }

  it("keys that are signed over are fetched before the code is spent", async () => {
    const bench = await openSignInBench();
    const { parameters } = await bench.begin();
    bench.provider.tricks = { jwks: (_request, response) => sendJson(response, 503, {}) };
    assert.equal((await failureOf(bench.finish(parameters))).code, "service/identity");
    bench.provider.tricks = {};
    await bench.finish(parameters);
    await bench.close();
  });
});

/** No error and no log line holds what came and went. */
function requireSilence(bench: SignInBench, error: unknown, came: readonly string[]): void {
  const shown = inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error);
  const stored = [...bench.store.values.values()].flatMap(verifierOf);
  const secrets = [CODE_TOKEN, REFRESH_TOKEN, CLIENT_SECRET, SUBSCRIPTION_KEY, ...stored];
  for (const secret of [...secrets, ...came.filter((text) => text.length > 8 && !isUrl(text))]) {
    assert.equal(shown.includes(secret), false);
    assert.equal(bench.log.lines.join().includes(secret), false);
  }
}

function verifierOf(text: string): readonly string[] {
  const { codeVerifier } = JSON.parse(text) as { codeVerifier?: string };
  return codeVerifier === undefined ? [] : [codeVerifier];
}

function isUrl(text: string): boolean {
  return URL.canParse(text);
}

function tokenKeys({ store }: SignInBench): readonly string[] {
  return [...store.values.keys()].filter((key) => key.includes(".token."));
}
