import assert from "node:assert/strict";
import type {
  CallbackParameters,
  SignInRequest,
} from "../../../../src/platform/auth/browserSignIn";
import {
  readDecodedCallback,
  readPastedCallback,
  readRawCallback,
} from "../../../../src/platform/auth/callbackParameters";
import type { Connection } from "../../../../src/platform/base/connection";
import type { Session } from "../../../../src/platform/base/session";
import { ASKED_ANSWERS, encode } from "../../../faults/support/callbackAttacks";
import { openBenchFor, openSignInBench, REDIRECT_URI } from "../../../faults/support/signInBench";
import {
  failureOf,
  listClients,
  openBench,
  tokenRequests,
  type Bench,
} from "../http/support/bench";
import {
  APP_ID,
  EDITOR,
  LOOPBACK,
  startSignInProvider,
  walk,
  type Arrival,
  type SignInProviderOptions,
} from "./signInProvider";

const USER = {
  ...{ accessModel: "userPresent", clientId: APP_ID, callbackUrl: LOOPBACK },
  scopes: ["openid", "profile", "crm.read", "offline_access"],
} as const satisfies Partial<Connection>;

async function openUserBench(
  provider: SignInProviderOptions,
  change: Partial<Connection> = {},
): Promise<Bench> {
  const identityServer = await startSignInProvider(provider);
  return await openBench({ identityServer, connection: { ...USER, ...change } });
}

/** The whole way: address, person, callback through a door, tokens. */
async function signIn(
  { client }: Bench,
  request: Partial<SignInRequest> = {},
  door: (arrival: Arrival, redirectUri: string) => CallbackParameters = throughLoopback,
): Promise<Session> {
  const redirectUri = request.redirectUri ?? LOOPBACK;
  const { url } = await client.beginSignIn({ redirectUri, ...request });
  return await client.completeSignIn(door(await walk(url, redirectUri), redirectUri));
}

function throughLoopback({ url, form }: Arrival): CallbackParameters {
  const { search, hash } = new URL(url);
  return form !== undefined
    ? readRawCallback({ from: "form", text: form })
    : hash !== ""
      ? readRawCallback({ from: "fragment", text: hash.slice(1) })
      : readRawCallback({ from: "query", text: search.slice(1) });
}

function throughEditor({ url }: Arrival): CallbackParameters {
  const { search, hash } = new URL(url);
  const [query, fragment] = [search, hash].map((part) => decodeURIComponent(part.slice(1)));
  return readDecodedCallback({ query: query ?? "", fragment: fragment ?? "" });
}

function pasted({ url }: Arrival, redirectUri: string): CallbackParameters {
  return readPastedCallback(`  ${url}\n`, redirectUri);
}

const posts = ({ identity }: Bench): number =>
  identity.seen.filter(({ method, path }) => method === "POST" && path.endsWith("/token")).length;

describe("signing in through a browser, with a real OpenID provider", () => {
  for (const discovery of [true, false]) {
    const way = discovery ? "with discovery" : "without discovery";
    // Without a discovery document nobody says that there are forms.
    const form = discovery ? "form" : "fragment";
    const WAYS = [
      ["code", {}, {}, "query"],
      ["code without PKCE", { proofKey: "off" }, {}, "query"],
      ["code with PKCE required", { proofKey: "required" }, {}, "query"],
      ["code of a delegation", { accessModel: "delegation" }, {}, "query"],
      ["code, a form wished", {}, { responseMode: "form_post" }, "query"],
      ["code id_token by fragment", { responseType: "code id_token" }, {}, "fragment"],
      [
        "code id_token, a form wished",
        { responseType: "code id_token" },
        { responseMode: "form_post" },
        form,
      ],
    ] as const;
    for (const [name, connection, request, from] of WAYS) {
      it(`${name} (${way})`, async () => {
        const bench = await openUserBench({ discovery }, connection);
        const session = await signIn(bench, request, (arrival) => {
          const callback = throughLoopback(arrival);
          assert.equal(callback.from, from);
          return callback;
        });
        assert.deepEqual(session, bench.client.session);
        const { issuer, subject, claims } = session.identity ?? {};
        assert.deepEqual([issuer, subject], [`${bench.identity.origin}/identity`, claims?.["sub"]]);
        assert.ok(subject);
        assert.equal((session.expiresAt ?? 0) - session.obtainedAt, 600_000);
        assert.equal(posts(bench), 1);
        await listClients(bench.client);
        assert.match(bench.service.seen[0]?.headers.authorization ?? "", /^Bearer .{20,}$/);
        assert.deepEqual(waitingKeys(bench), []);
        await bench.close();
      });
    }
  }

  for (const [name, door] of [
    ["the editor's address", throughEditor],
    ["a pasted address", pasted],
  ] as const) {
    for (const responseType of ["code", "code id_token"] as const) {
      it(`${responseType} comes back by ${name}`, async () => {
        const bench = await openUserBench(
          { discovery: true },
          { callbackUrl: EDITOR, responseType },
        );
        await signIn(bench, { redirectUri: EDITOR }, door);
        assert.equal(posts(bench), 1);
        await bench.close();
      });
    }
  }

  it("takes any port of a loopback address that is registered without one", async () => {
    const callbackUrl = "http://127.0.0.1/callback";
    const bench = await openUserBench({ discovery: true }, { callbackUrl });
    await signIn(bench, { redirectUri: "http://127.0.0.1:50123/callback" });
    await bench.close();
  });

  it("finds the keys where IdentityServer 4 has them", async () => {
    const keys = "/.well-known/openid-configuration/jwks";
    const bench = await openUserBench(
      { discovery: false, keys },
      { responseType: "code id_token" },
    );
    await signIn(bench);
    await bench.close();
  });

  it("sends nobody out for an ID token that cannot be checked", async () => {
    const keys = "/other/keys";
    const bench = await openUserBench(
      { discovery: false, keys },
      { responseType: "code id_token" },
    );
    const error = await failureOf(bench.client.beginSignIn({ redirectUri: LOOPBACK }));
    assert.deepEqual([error.kind, error.code], ["credentials", "credentials/keysUnknown"]);
    await bench.close();
  });

  const TAKEN = {
    code: ["query"],
    "code id_token": ["fragment"],
    // A provider may heed no wish.
    "code id_token by form": ["fragment", "form"],
  } as const;
  for (const asked of ASKED_ANSWERS) {
    it(`${asked} is taken by ${TAKEN[asked].join(" or ")}, by nothing else`, async () => {
      for (const from of ["query", "fragment", "form"] as const) {
        const bench = await openBenchFor(asked);
        const { parameters } = await bench.begin();
        const callback = readRawCallback({ from, text: encode(parameters) });
        const work = bench.client.completeSignIn(callback);
        if (TAKEN[asked].some((taken) => taken === from)) {
          assert.ok((await work).obtainedAt > 0, from);
        } else {
          assert.equal((await failureOf(work)).code, "credentials/callbackRejected", from);
        }
        await bench.close();
      }
    });
  }

  it("any window finishes it, once", async () => {
    const bench = await openUserBench({ discovery: true });
    const { url } = await bench.client.beginSignIn({ redirectUri: LOOPBACK });
    const callback = throughLoopback(await walk(url, LOOPBACK));
    const windows = [bench.client, bench.reopen(), bench.reopen()];
    const settled = await Promise.allSettled(windows.map((one) => one.completeSignIn(callback)));
    assert.deepEqual(settled.map(({ status }) => status).sort(), [
      ...["fulfilled", "rejected", "rejected"],
    ]);
    assert.equal(posts(bench), 1);
    await bench.close();
  });
});

describe("a sign-in that waits for its browser", () => {
  it("is given up by its own connection, and by no other", async () => {
    const bench = await openSignInBench();
    const { state } = await bench.begin();
    const other = bench.reopen({ id: "connection-2" });
    await other.cancelSignIn(state);
    assert.equal(await bench.isWaiting(state), true);
    await bench.client.cancelSignIn("n".repeat(43));
    await bench.client.cancelSignIn(state);
    assert.equal(await bench.isWaiting(state), false);
    await bench.close();
  });

  it("is finished by its own connection, and by no other", async () => {
    const bench = await openSignInBench();
    const { parameters } = await bench.begin();
    const other = bench.reopen({ id: "connection-2" });
    const error = await failureOf(bench.finish(parameters, other));
    assert.deepEqual(
      [error.code, error.values["reason"]],
      ["credentials/callbackRejected", "state"],
    );
    assert.equal((await bench.finish(parameters)).identity?.subject, "adviser-1");
    await bench.close();
  });

  it("spends no code where nobody can say that it was taken", async () => {
    const bench = await openSignInBench();
    const { parameters, state } = await bench.begin();
    const remove = bench.store.delete.bind(bench.store);
    bench.store.delete = () => Promise.reject(new Error("no keyring"));
    const error = await failureOf(bench.finish(parameters));
    assert.deepEqual([error.kind, error.code], ["credentials", "credentials/storeSilent"]);
    assert.deepEqual([posts(bench), await bench.isWaiting(state)], [0, true]);
    const failed = bench.log.lines.filter((line) => line.includes("secret store failed"));
    assert.ok(failed.some((line) => line.endsWith('{"operation":"delete"}')));
    bench.store.delete = remove;
    await bench.finish(parameters);
    assert.equal(posts(bench), 1);
    await bench.close();
  });

  it("needs no keys where no ID token is asked for", async () => {
    const bench = await openSignInBench({ scopes: ["crm.read"] });
    bench.provider.tricks = { jwks: (_request, response) => response.writeHead(500).end() };
    const { parameters } = await bench.begin();
    await bench.finish(parameters);
    assert.equal(bench.identity.seen.filter(({ path }) => path.includes("jwks")).length, 0);
    await bench.close();
  });

  it("is begun with a subscription key that can be sent, or not at all", async () => {
    const bench = await openSignInBench();
    for (const [subscriptionKey, code] of [
      ["", "credentials/keyMissing"],
      ["key\n0001", "credentials/keyMalformed"],
      ["k".repeat(513), "credentials/keyMalformed"],
    ] as const) {
      bench.secrets.current = { ...bench.secrets.current, subscriptionKey };
      assert.equal((await failureOf(bench.begin())).code, code);
    }
    assert.equal(bench.identity.seen.length, 0);
    await bench.close();
  });
});

describe("a provider that knows no PKCE", () => {
  it("refuses the code; the user is offered to go without, and nothing happens by itself", async () => {
    const bench = await openUserBench({ discovery: false, knowsNoProofKey: true });
    const error = await failureOf(signIn(bench));
    assert.deepEqual([error.kind, error.code], ["credentials", "credentials/proofKeyRefused"]);
    assert.equal(error.cause, undefined);
    assert.equal(posts(bench), 1);
    assert.deepEqual(waitingKeys(bench), []);
    const session = await signIn(bench, { withoutProofKey: true });
    assert.ok(session.obtainedAt > 0);
    assert.equal(posts(bench), 2);
    await bench.close();
  });

  it("is never gone without where PKCE is required", async () => {
    const bench = await openUserBench(
      { discovery: false, knowsNoProofKey: true },
      { proofKey: "required" },
    );
    const started = await bench.client.beginSignIn({
      ...{ redirectUri: LOOPBACK, withoutProofKey: true },
    });
    assert.equal(started.usesProofKey, true);
    assert.match(started.url, /&code_challenge=[\w-]{43}&code_challenge_method=S256/);
    const error = await failureOf(signIn(bench, { withoutProofKey: true }));
    assert.equal(error.code, "credentials/codeRefused");
    await bench.close();
  });
});

describe("what an authorise address holds", () => {
  it("is what the specification names, and survives an editor's decoding and encoding", async () => {
    const bench = await openUserBench({ discovery: true });
    const { url, state } = await bench.client.beginSignIn({ redirectUri: LOOPBACK });
    const parameters = Object.fromEntries(new URL(url).searchParams);
    const { nonce, code_challenge: challenge, ...rest } = parameters;
    assert.match(`${nonce ?? ""} ${challenge ?? ""}`, /^[\w-]{43} [\w-]{43}$/);
    assert.deepEqual(rest, {
      ...{ client_id: APP_ID, response_type: "code", redirect_uri: LOOPBACK, state },
      ...{ scope: USER.scopes.join(" "), prompt: "consent", code_challenge_method: "S256" },
    });
    // What VS Code does to an address that is handed over as a Uri.
    const { origin, pathname, search } = new URL(url);
    const handedOver = encodeURI(`${origin}${pathname}?${decodeURIComponent(search.slice(1))}`);
    assert.deepEqual(Object.fromEntries(new URL(handedOver).searchParams), parameters);
    assert.doesNotMatch(url, /\+|%25|%3A|%2F/);
    await bench.close();
  });

  it("asks for an ID token by fragment or form post, never by query", async () => {
    for (const responseMode of ["fragment", "form_post"] as const) {
      const bench = await openUserBench({ discovery: true }, { responseType: "code id_token" });
      const { url } = await bench.client.beginSignIn({ redirectUri: LOOPBACK, responseMode });
      const { searchParams } = new URL(url);
      assert.equal(searchParams.get("response_type"), "code id_token");
      assert.equal(searchParams.get("response_mode"), responseMode);
      assert.ok(searchParams.has("nonce"));
      await bench.close();
    }
  });

  const LISTED: readonly (readonly [listed: unknown, mode: string])[] = [
    [undefined, "fragment"],
    [["query", "fragment"], "fragment"],
    [["query", "form_post.jwt"], "fragment"],
    ["form_post", "fragment"],
    [{ form_post: true }, "fragment"],
    [["query", "fragment", "form_post"], "form_post"],
  ];
  it("asks for a form only where the provider's metadata list it", async () => {
    for (const [listed, mode] of LISTED) {
      const bench = await openSignInBench({ responseType: "code id_token" });
      bench.provider.tricks = {
        document: (document) => ({ ...document, response_modes_supported: listed }),
      };
      const request = { redirectUri: REDIRECT_URI, responseMode: "form_post" } as const;
      const { url } = await bench.client.beginSignIn(request);
      const named = new URL(url).searchParams.get("response_mode");
      assert.equal(named, mode, JSON.stringify(listed));
      await bench.close();
    }
  });

  it("has no nonce and no prompt where no ID token and no refresh token is asked for", async () => {
    const bench = await openUserBench({ discovery: true }, { scopes: ["crm.read"] });
    const { url } = await bench.client.beginSignIn({ redirectUri: LOOPBACK });
    assert.doesNotMatch(url, /nonce|prompt|response_mode/);
    await signIn(bench);
    await bench.close();
  });

  const UNUSABLE: readonly (readonly [callbackUrl: string, redirectUri: string])[] = [
    ["", LOOPBACK],
    [LOOPBACK, "http://127.0.0.1:49153/callback"],
    [LOOPBACK, "http://127.0.0.1:49152/other"],
    [LOOPBACK, `${LOOPBACK}?tenant=1`],
    [`${LOOPBACK}?tenant=1`, `${LOOPBACK}?tenant=1`],
    [`${LOOPBACK}#part`, `${LOOPBACK}#part`],
    [`${LOOPBACK}?`, `${LOOPBACK}?`],
    ["http://127.0.0.1:5", "http://127.0.0.1:5"],
    ["HTTP://127.0.0.1:5/", "HTTP://127.0.0.1:5/"],
    ["http://user@127.0.0.1:5/", "http://user@127.0.0.1:5/"],
    ["http://localhost/callback", "http://localhost:50123/callback"],
    ["https://app.example/callback", "https://app.example:8443/callback"],
    ["no address", "no address"],
  ];
  it("leads back to no other address than the registered one, in no other spelling", async () => {
    const bench = await openUserBench({ discovery: true });
    for (const [callbackUrl, redirectUri] of UNUSABLE) {
      const client = bench.reopen({ callbackUrl });
      const error = await failureOf(client.beginSignIn({ redirectUri }));
      assert.deepEqual([error.kind, error.code], ["input", "input/callbackUrl"], redirectUri);
    }
    assert.equal(bench.identity.seen.length, 0);
    await bench.close();
  });
});

describe("a connection that was edited while a browser was out", () => {
  const edits: readonly (readonly [string, (bench: Bench) => Bench["client"]])[] = [
    ["another client id", (bench) => bench.reopen({ clientId: "other-app" })],
    ["other scopes", (bench) => bench.reopen({ scopes: ["openid"] })],
    [
      "another subscription key",
      ({ secrets, client }) => {
        secrets.current = { ...secrets.current, subscriptionKey: "f".repeat(32) };
        return client;
      },
    ],
  ];
  for (const [name, edit] of edits) {
    it(`takes no callback of the one before: ${name}`, async () => {
      const bench = await openSignInBench();
      const { parameters } = await bench.begin();
      const before = bench.identity.seen.length;
      const error = await failureOf(bench.finish(parameters, edit(bench)));
      assert.deepEqual(
        [error.code, error.values["reason"]],
        ["credentials/callbackRejected", "binding"],
      );
      assert.equal(bench.identity.seen.length, before);
      await bench.close();
    });
  }
});

describe("who signs in how", () => {
  it("a service account has no browser", async () => {
    const bench = await openUserBench({ discovery: true }, { accessModel: "serviceAccount" });
    const error = await failureOf(bench.client.beginSignIn({ redirectUri: LOOPBACK }));
    assert.deepEqual([error.kind, error.code], ["input", "input/accessModel"]);
    await bench.close();
  });

  for (const accessModel of ["userPresent", "delegation"] as const) {
    it(`${accessModel} has nothing but a browser`, async () => {
      const bench = await openUserBench({ discovery: true }, { accessModel });
      const error = await failureOf(listClients(bench.client));
      assert.deepEqual([error.kind, error.code], ["credentials", "credentials/signInNeeded"]);
      assert.equal(bench.identity.seen.length, 0);
      await bench.close();
    });
  }

  it("without a client secret nobody is sent out", async () => {
    const bench = await openUserBench({ discovery: true });
    bench.secrets.current = { ...bench.secrets.current, clientSecret: "" };
    const error = await failureOf(bench.client.beginSignIn({ redirectUri: LOOPBACK }));
    assert.equal(error.code, "credentials/secretMissing");
    await bench.close();
  });

  it("without a client secret no code is exchanged", async () => {
    const bench = await openSignInBench();
    const { parameters } = await bench.begin();
    bench.secrets.current = { ...bench.secrets.current, clientSecret: "" };
    assert.equal((await failureOf(bench.finish(parameters))).code, "credentials/secretMissing");
    assert.deepEqual(tokenRequests(bench.identity), []);
    await bench.close();
  });
});

/** Keys of the store that belong to waiting sign-ins. */
function waitingKeys({ store }: Bench): readonly string[] {
  return [...store.values.keys()].filter((key) => key.includes("signIn"));
}
