import {
  FOREIGN_KEY,
  halfHash,
  KEYS,
  PUBLIC_TEXT,
  signed,
  withClaims,
  withHeader,
} from "./signingProvider";
import type { Draft } from "./signingProvider";

/** A front-channel ID token that must not be taken; undefined leaves it away. */
export interface BadToken {
  readonly name: string;
  /** The check that it fails, as the refusal names it; undefined where it is no answer at all. */
  readonly check?: string;
  readonly make: (draft: Draft, genuine: string) => string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

function claims(name: string, check: string, change: (of: Claims) => Claims): BadToken {
  return { name, check, make: (draft) => signed(withClaims(draft, change(draft.claims))) };
}

const seconds = (of: Claims, name: string): number => Number(of[name]);

/** Against OpenID Connect Core, 3.1.3.7 and 3.3.2.11, and against mixing up keys. */
export const HYBRID_TOKENS: readonly BadToken[] = [
  { name: "none", make: () => undefined },
  { name: "empty", check: "unreadable", make: () => "" },
  {
    name: "two parts",
    check: "unreadable",
    make: (_, genuine) => genuine.split(".").slice(0, 2).join("."),
  },
  { name: "four parts", check: "unreadable", make: (_, genuine) => `${genuine}.x` },
  {
    name: "five parts, as if encrypted",
    check: "unreadable",
    make: (_, genuine) => `${genuine}.x.y`,
  },
  {
    name: "no JSON",
    check: "unreadable",
    make: (_, genuine) => [genuine.split(".")[0], "bm8", "c2ln"].join("."),
  },
  { name: "another signature", check: "signature", make: (draft) => signed(draft, KEYS.foreign) },
  { name: "no signature", check: "signature", make: (_, genuine) => genuine.replace(/[^.]*$/, "") },
  {
    name: "claims changed behind the signature",
    check: "signature",
    make: (draft: Draft, genuine: string): string => {
      const [, , signature] = genuine.split(".");
      const [header, changed] = signed(withClaims(draft, { sub: "admin" })).split(".");
      return [header, changed, signature].join(".");
    },
  },
  { name: "alg none", check: "alg", make: (draft) => signed(withHeader(draft, { alg: "none" })) },
  {
    name: "alg HS256 with the public key as secret",
    check: "alg",
    make: (draft) => signed(withHeader(draft, { alg: "HS256" }), PUBLIC_TEXT),
  },
  {
    name: "alg ES256, which was not agreed",
    check: "alg",
    make: (d) => signed(withHeader(d, { alg: "ES256" })),
  },
  { name: "alg in other case", check: "alg", make: (d) => signed(withHeader(d, { alg: "rs256" })) },
  {
    name: "a key id that nobody has",
    check: "kid",
    make: (d) => signed(withHeader(d, { kid: "key-9" })),
  },
  {
    name: "a key of its own in the header",
    check: "signature",
    make: (d) => signed(withHeader(d, { jwk: FOREIGN_KEY, kid: undefined }), KEYS.foreign),
  },
  {
    name: "a critical extension",
    check: "crit",
    make: (d) => signed(withHeader(d, { crit: ["exp"], exp: 1 })),
  },
  claims("another issuer", "iss", () => ({ iss: "https://login.evil.example/identity" })),
  claims("no issuer", "iss", () => ({ iss: undefined })),
  claims("another audience", "aud", () => ({ aud: "other-client" })),
  claims("no audience", "aud", () => ({ aud: undefined })),
  claims("two audiences and no azp", "aud", ({ aud }) => ({ aud: [aud, "other-client"] })),
  claims("two audiences and another azp", "azp", ({ aud }) => ({ aud: [aud, "x"], azp: "x" })),
  claims("another nonce", "nonce", () => ({ nonce: "N".repeat(43) })),
  claims("no nonce", "nonce", () => ({ nonce: undefined })),
  claims("the hash of another code", "c_hash", () => ({ c_hash: halfHash("other") })),
  claims("no code hash", "c_hash", () => ({ c_hash: undefined })),
  claims("a code hash that is no text", "c_hash", () => ({ c_hash: 5 })),
  claims("another state hash", "s_hash", () => ({ s_hash: halfHash("other") })),
  claims("expired", "exp", (of) => ({ exp: seconds(of, "iat") - 60 })),
  claims("no end", "exp", () => ({ exp: undefined })),
  claims("issued a week ago", "iat", (of) => ({ iat: seconds(of, "iat") - 604_800 })),
  claims("issued in ten minutes", "iat", (of) => ({ iat: seconds(of, "iat") + 600 })),
  claims("no time of issue", "iat", () => ({ iat: undefined })),
  claims("not valid yet", "nbf", (of) => ({ nbf: seconds(of, "iat") + 600 })),
  claims("no subject", "sub", () => ({ sub: undefined })),
  claims("a subject that is no text", "sub", () => ({ sub: 7 })),
];
