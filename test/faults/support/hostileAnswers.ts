import type { ResponseType } from "../../../src/platform/base/connection";
import { sendJson, type Answer } from "../../unit/platform/http/support/servers";
import { HYBRID_TOKENS } from "./hybridTokens";
import {
  CODE_TOKEN,
  CURVE_KEY,
  FOREIGN_KEY,
  PUBLIC_KEY,
  REFRESH_TOKEN,
  signed,
  withClaims,
  withHeader,
  type Draft,
  type Tricks,
} from "./signingProvider";

export interface HostileAnswer {
  readonly name: string;
  readonly types: readonly ResponseType[];
  readonly tricks: Tricks;
  /** The check that an ID token fails, as the refusal names it. */
  readonly check?: string | undefined;
  /** Code of the error; undefined where the answer is taken, as it may be. */
  readonly code: string | undefined;
  readonly lifeSeconds?: number | undefined;
  /** True where nothing is spent: the sign-in goes on waiting. */
  readonly isBeforeRequest?: boolean;
  /** True where the sign-in is over all the same: the ID token in hand cannot be checked. */
  readonly ends?: boolean;
}

type Members = Readonly<Record<string, unknown>>;

function without(members: Members, name: string): Members {
  return Object.fromEntries(Object.entries(members).filter(([member]) => member !== name));
}

const BOTH: readonly ResponseType[] = ["code", "code id_token"];
const CODE: readonly ResponseType[] = ["code"];
const GRANT = { access_token: CODE_TOKEN, token_type: "Bearer", expires_in: 600 };

const json =
  (status: number, body: unknown, headers = {}): Answer =>
  (_request, response) =>
    sendJson(response, status, body, headers);
const text =
  (status: number, body: string, type = "application/json"): Answer =>
  (_request, response) =>
    response.writeHead(status, { "content-type": type }).end(body);

function answer(name: string, token: Answer, code: string | undefined): HostileAnswer {
  return { name, types: CODE, tricks: { token }, code };
}

function body(name: string, change: (body: Members) => Members, code?: string): HostileAnswer {
  return { name, types: BOTH, tricks: { tokenBody: change }, code, lifeSeconds: 600 };
}

function bytes(
  name: string,
  tokenText: NonNullable<Tricks["tokenText"]>,
  code?: string,
): HostileAnswer {
  return { name, types: BOTH, tricks: { tokenText }, code, lifeSeconds: 600 };
}

/** What the token endpoint answers, beginning with what was measured against openid-client. */
export const TOKEN_ANSWERS: readonly HostileAnswer[] = [
  answer(
    "301 elsewhere",
    json(301, GRANT, { location: "https://e.example/" }),
    "service/identityRedirect",
  ),
  answer(
    "302 elsewhere",
    json(302, GRANT, { location: "https://e.example/" }),
    "service/identityRedirect",
  ),
  answer(
    "307 elsewhere",
    json(307, GRANT, { location: "https://e.example/" }),
    "service/identityRedirect",
  ),
  answer("308 without a place", json(308, GRANT), "service/identityRedirect"),
  answer("201", json(201, GRANT), "service/identity"),
  answer("204", text(204, ""), "service/identity"),
  answer("500", json(500, GRANT), "service/identity"),
  answer("503 with a grant in it", json(503, GRANT), "service/identity"),
  answer("HTML", text(200, "<p>Portal</p>", "text/html"), "answer/identity"),
  answer("a list", json(200, [GRANT]), "answer/identity"),
  answer("null", text(200, "null"), "answer/identity"),
  answer("nothing", text(200, ""), "answer/identity"),
  answer("half of JSON", text(200, `{"access_token":"${CODE_TOKEN}"`), "answer/identity"),
  answer("two JSON texts", text(200, `${JSON.stringify(GRANT)}{}`), "answer/identity"),
  answer("invalid_grant", json(400, { error: "invalid_grant" }), "credentials/proofKeyRefused"),
  answer(
    "invalid_client, 400",
    json(400, { error: "invalid_client" }),
    "credentials/secretRefused",
  ),
  answer(
    "invalid_client, 401",
    json(401, { error: "invalid_client" }),
    "credentials/secretRefused",
  ),
  answer(
    "unauthorized_client",
    json(400, { error: "unauthorized_client" }),
    "credentials/clientNotAllowed",
  ),
  answer(
    "a word of its own",
    json(400, { error: `x ${CODE_TOKEN}` }),
    "credentials/identityRefused",
  ),
  answer("an error with 200", json(200, { error: "invalid_grant" }), "answer/identity"),
  answer(
    "a challenge",
    (_request, response) => response.writeHead(401, { "www-authenticate": "Basic" }).end(),
    "credentials/secretRefused",
  ),
  answer(
    "a cut",
    (_request, response) => response.socket?.destroy(),
    "network/identityUnreachable",
  ),
  answer("no ID token", json(200, GRANT), "answer/identity"),
  body("no type", (of) => without(of, "token_type"), "answer/identity"),
  body("type MAC", (of) => ({ ...of, token_type: "mac" }), "answer/identity"),
  body("type DPoP", (of) => ({ ...of, token_type: "DPoP" }), "answer/identity"),
  body("type in other case", (of) => ({ ...of, token_type: "bEARER" })),
  body("no access token", (of) => without(of, "access_token"), "answer/identity"),
  body("an empty access token", (of) => ({ ...of, access_token: "" }), "answer/identity"),
  body("a number for a token", (of) => ({ ...of, access_token: 5 }), "answer/identity"),
  body("a blank in the token", (of) => ({ ...of, access_token: "a b" }), "answer/identity"),
  body("a token not in ASCII", (of) => ({ ...of, access_token: "tökén" }), "answer/identity"),
  body("a life below zero", (of) => ({ ...of, expires_in: -1 }), "answer/identity"),
  body("a life of null", (of) => ({ ...of, expires_in: null }), "answer/identity"),
  body("a life of words", (of) => ({ ...of, expires_in: "soon" }), "answer/identity"),
  { ...body("no life", (of) => without(of, "expires_in")), lifeSeconds: undefined },
  { ...body("a life of 0", (of) => ({ ...of, expires_in: 0 })), lifeSeconds: 0 },
  { ...body("a life as text", (of) => ({ ...of, expires_in: "3600" })), lifeSeconds: 3600 },
  {
    ...body("a life as text and more", (of) => ({ ...of, expires_in: "3600abc" })),
    lifeSeconds: 3600,
  },
  {
    ...body("a life of a year", (of) => ({ ...of, expires_in: 31_536_000 })),
    lifeSeconds: 31_536_000,
  },
  body("scopes as a list", (of) => ({ ...of, scope: ["openid"] }), "answer/identity"),
  body("no scope in the answer", (of) => of),
  body(
    "a refresh token with a line break",
    (of) => ({ ...of, refresh_token: "a\r\nb" }),
    "answer/identity",
  ),
  body(
    "a refresh token of 17 KB",
    (of) => ({ ...of, refresh_token: "r".repeat(17_000) }),
    "answer/identity",
  ),
  body("a number for a refresh token", (of) => ({ ...of, refresh_token: 5 }), "answer/identity"),
  body(
    "a refresh token and a bad type",
    (of) => ({ ...of, refresh_token: REFRESH_TOKEN, token_type: "x" }),
    "answer/identity",
  ),
  body("a prototype", (of) => ({ ...of, ["__proto__"]: { polluted: true } })),
  bytes("HTML by its type", (of) => ({ text: JSON.stringify(of), type: "text/html" })),
  bytes("a byte order mark", (of) => ({ text: `\ufeff${JSON.stringify(of)}` })),
  bytes("a token twice, the first one bad", (of) => ({
    text: `{"access_token":"a\\r\\nb",${JSON.stringify(of).slice(1)}`,
  })),
  bytes(
    "a token twice, the last one bad",
    (of) => ({ text: `${JSON.stringify(of).slice(0, -1)},"access_token":"a\\r\\nb"}` }),
    "answer/identity",
  ),
  body("an ID token that is a number", (of) => ({ ...of, id_token: 5 }), "answer/identity"),
  body("an ID token that is empty", (of) => ({ ...of, id_token: "" }), "answer/identity"),
];

function back(name: string, make: (draft: Draft) => string, code?: string): HostileAnswer {
  return { name, types: BOTH, tricks: { back: make }, code, lifeSeconds: 600 };
}

const seconds = (draft: Draft, name: string): number => Number(draft.claims[name]);
/** In a token from the token endpoint these may be missing (OpenID Connect Core, 3.3.3.6). */
const NOT_NEEDED_THERE = /code|state hash|^none$|^empty$/;

/**
 * ID tokens of the token endpoint, by the names of the relying-party conformance tests: all that
 * is wrong in a front-channel token is wrong here, but for what binds a token to its code.
 */
export const ID_TOKENS: readonly HostileAnswer[] = [
  ...HYBRID_TOKENS.filter(({ name }) => !NOT_NEEDED_THERE.test(name)).map(
    ({ name, make, check }) => ({
      ...back(name, (draft) => make(draft, signed(draft)) ?? "", "answer/identity"),
      check,
    }),
  ),
  back(
    "alternate alg, and its key is there",
    (d) => signed(withHeader(d, { alg: "ES256", kid: "key-3" })),
    "answer/identity",
  ),
  back("no at_hash", (d) => signed(withClaims(d, { at_hash: undefined }))),
  back("no key id, one key", (d) => signed(withHeader(d, { kid: undefined }))),
  {
    ...back("no key id, two keys", (d) => signed(withHeader(d, { kid: undefined }))),
    types: CODE,
    tricks: {
      jwks: json(200, { keys: [FOREIGN_KEY, PUBLIC_KEY] }),
      back: (d) => signed(withHeader(d, { kid: undefined })),
    },
    code: "answer/identity",
  },
  back("an audience in a list", (d) => signed(withClaims(d, { aud: [d.claims["aud"]] }))),
  back("claims nobody knows", (d) => signed(withClaims(d, { roles: ["x"], "urn:x": { y: 1 } }))),
  back("expired ten seconds ago", (d) => signed(withClaims(d, { exp: seconds(d, "iat") - 10 }))),
  back("issued in four minutes", (d) => signed(withClaims(d, { iat: seconds(d, "iat") + 240 }))),
  back(
    "200 KB of claims",
    (d) => signed(withClaims(d, { note: "n".repeat(200_000) })),
    "answer/tooLarge",
  ),
];

function keys(name: string, jwks: Answer, code: string | undefined): HostileAnswer {
  const isBeforeRequest = code !== undefined && code !== "answer/identity spent";
  return { name, types: BOTH, tricks: { jwks }, code, isBeforeRequest, lifeSeconds: 600 };
}

const OTHER_KEYS: readonly (readonly [name: string, key: Members])[] = [
  ["another provider's key under the same id", { ...FOREIGN_KEY, kid: "key-1" }],
  ["the key, but under another id", { ...PUBLIC_KEY, kid: "key-7" }],
  ["the key, but for encryption", { ...PUBLIC_KEY, use: "enc" }],
  ["the key, but for another alg", { ...PUBLIC_KEY, alg: "RS512" }],
  ["a key of another kind under the id", { ...CURVE_KEY, kid: "key-1" }],
  ["a shared secret under the id", { kty: "oct", k: "c2VjcmV0", kid: "key-1" }],
  ["half a key", { kty: "RSA", e: "AQAB", kid: "key-1" }],
];

/** What the keys' address answers; whatever is wrong there is found before the code is spent. */
export const JWKS_ANSWERS: readonly HostileAnswer[] = [
  keys("404", json(404, { keys: [PUBLIC_KEY] }), "answer/identity"),
  keys("500", json(500, { keys: [PUBLIC_KEY] }), "service/identity"),
  keys("503", json(503, {}), "service/identity"),
  keys("429", json(429, {}), "service/identity"),
  keys("302", json(302, {}, { location: "https://evil.example/jwks" }), "answer/identity"),
  keys("HTML", text(200, "<p>Portal</p>", "text/html"), "answer/identity"),
  keys("no JSON", text(200, "{"), "answer/identity"),
  keys("nothing", text(200, ""), "answer/identity"),
  keys("no keys", json(200, {}), "answer/identity"),
  keys("an empty list", json(200, { keys: [] }), "answer/identity"),
  keys("keys that are no list", json(200, { keys: { 0: PUBLIC_KEY } }), "answer/identity"),
  keys("a key that is null", json(200, { keys: [null, PUBLIC_KEY] }), "answer/identity"),
  keys("300 KB", json(200, { keys: [PUBLIC_KEY], note: "n".repeat(300_000) }), "answer/tooLarge"),
  keys("a cut", (_request, response) => response.socket?.destroy(), "network/identityUnreachable"),
  keys("a second key of another kind", json(200, { keys: [CURVE_KEY, PUBLIC_KEY] }), undefined),
  keys("a second key of the same kind", json(200, { keys: [FOREIGN_KEY, PUBLIC_KEY] }), undefined),
  ...OTHER_KEYS.flatMap(([name, key]): readonly HostileAnswer[] => {
    const row = { name, tricks: { jwks: json(200, { keys: [key] }) } };
    return [
      { ...row, types: ["code"], code: "answer/identity" },
      {
        ...{ ...row, types: ["code id_token"], isBeforeRequest: true, ends: true },
        code: "answer/identity",
      },
    ];
  }),
];

export interface HostileDocument {
  readonly name: string;
  readonly tricks: Tricks;
  readonly code: string | undefined;
}

function document(name: string, change: Members, code?: string): HostileDocument {
  return { name, tricks: { document: (of) => ({ ...of, ...change }) }, code };
}

const ELSEWHERE = "https://login.evil.example/identity/connect/authorize";

/** What the discovery address answers; asked for when a sign-in begins. */
export const DISCOVERY_ANSWERS: readonly HostileDocument[] = [
  document(
    "an authorise address elsewhere",
    { authorization_endpoint: ELSEWHERE },
    "refused/endpointElsewhere",
  ),
  document("a token address elsewhere", { token_endpoint: ELSEWHERE }, "refused/endpointElsewhere"),
  document("keys elsewhere", { jwks_uri: ELSEWHERE }, "refused/endpointElsewhere"),
  document(
    "a revocation address elsewhere",
    { revocation_endpoint: ELSEWHERE },
    "refused/endpointElsewhere",
  ),
  document(
    "a script for an address",
    { authorization_endpoint: "javascript:alert(1)" },
    "refused/endpointElsewhere",
  ),
  document(
    "a command for an address",
    { authorization_endpoint: "command:x" },
    "refused/endpointElsewhere",
  ),
  document("a number for an address", { authorization_endpoint: 5 }, "refused/endpointElsewhere"),
  document("null for the keys", { jwks_uri: null }, "refused/endpointElsewhere"),
  document(
    "another issuer",
    { issuer: "https://login.evil.example/identity" },
    "credentials/issuerMismatch",
  ),
  document(
    "an issuer with a slash",
    { issuer: "http://127.0.0.1/identity/" },
    "credentials/issuerMismatch",
  ),
  document("no authorise address", { authorization_endpoint: undefined }),
  document("no address of keys", { jwks_uri: undefined }),
  document("no way to revoke", { revocation_endpoint: undefined }),
  { name: "404", tricks: { discovery: json(404, {}) }, code: undefined },
  { name: "500", tricks: { discovery: json(500, {}) }, code: "service/identity" },
  {
    name: "300 KB",
    tricks: { document: (of) => ({ ...of, note: "n".repeat(300_000) }) },
    code: "answer/tooLarge",
  },
];

/** Names of the relying-party conformance tests, and the rows that stand for them. */
export const CONFORMANCE: Readonly<Record<string, string>> = {
  "invalid-iss": "another issuer",
  "missing-iss": "no issuer",
  "invalid-aud": "another audience",
  "missing-aud": "no audience",
  "invalid-secondary-aud": "two audiences and no azp",
  "invalid-azp": "two audiences and another azp",
  "invalid-nonce": "another nonce",
  "missing-nonce": "no nonce",
  "invalid-chash": "the hash of another code",
  "missing-chash": "no code hash",
  "invalid-shash": "another state hash",
  "invalid-athash": "at_hash of another token (code id_token)",
  "missing-athash": "no at_hash",
  "invalid-signature": "another signature",
  "invalid-alternate-alg": "alternate alg, and its key is there",
  "invalid-null-alg": "alg none",
  "invalid-expired-exp": "expired",
  "missing-exp": "no end",
  "iat-is-week-in-past": "issued a week ago",
  "missing-iat": "no time of issue",
  "missing-sub": "no subject",
  "different-sub": "two ID tokens about two people",
  "kid-absent-single-jwks": "no key id, one key",
  "kid-absent-multiple-jwks": "no key id, two keys",
  "bad-sig-rs256": "no signature",
  "remove-authorization-response-iss": "from nobody",
  "invalid-authorization-response-iss": "another host",
  "invalid-state": "another one",
  "missing-state": "without it",
  "no-scope-in-token-endpoint-response": "no scope in the answer",
  "token-endpoint-response-without-expires_in": "no life",
  "token-type-case-insensitivity": "type in other case",
  "discovery-issuer-mismatch": "another issuer",
};
