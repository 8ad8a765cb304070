import { createHmac, generateKeyPairSync, hash, sign, type KeyObject } from "node:crypto";
import { sendJson, type Answer, type Seen } from "../../unit/platform/http/support/servers";

export const CODE_TOKEN = "canary-token-7d1f0c25";
export const REFRESH_TOKEN = "canary-refresh-91ae33d0";
export const KEY_ID = "key-1";

const RSA = generateKeyPairSync("rsa", { modulusLength: 2048 });
const OTHER_RSA = generateKeyPairSync("rsa", { modulusLength: 2048 });
const EC = generateKeyPairSync("ec", { namedCurve: "P-256" });
export const KEYS = { own: RSA.privateKey, foreign: OTHER_RSA.privateKey, curve: EC.privateKey };
/** What a library that mixes up kinds of keys would take for a shared secret. */
export const PUBLIC_TEXT = RSA.publicKey.export({ format: "pem", type: "spki" }).toString();
export const PUBLIC_KEY = jwkOf(RSA.publicKey, { kid: KEY_ID, alg: "RS256" });
export const FOREIGN_KEY = jwkOf(OTHER_RSA.publicKey, { kid: "key-2", alg: "RS256" });
export const CURVE_KEY = jwkOf(EC.publicKey, { kid: "key-3", alg: "ES256" });

type Members = Readonly<Record<string, unknown>>;

/** An ID token that is not signed yet. */
export interface Draft {
  readonly header: Members;
  readonly claims: Members;
}

/** What a provider does differently from an honest one. */
export interface Tricks {
  readonly discovery?: Answer;
  readonly document?: (document: Members) => Members;
  readonly jwks?: Answer;
  readonly token?: Answer;
  readonly tokenBody?: (body: Members) => Members;
  /** The same answer, in other bytes. */
  readonly tokenText?: (body: Members) => { readonly text: string; readonly type?: string };
  /** The ID token from the token endpoint. */
  readonly back?: (draft: Draft) => string;
  /** The one that comes through the browser. */
  readonly front?: (draft: Draft) => string;
  /** What comes back beside code, state and ID token. */
  readonly redirect?: (parameters: Record<string, string>) => Record<string, string>;
}

interface Issued {
  readonly nonce: string | undefined;
  readonly subject: string;
}

/** A provider that signs whatever it is told to; honest as long as it is told nothing. */
export class SigningProvider {
  tricks: Tricks = {};
  private readonly codes = new Map<string, Issued>();
  private count = 0;

  constructor(
    private readonly clientId: string,
    private readonly now: () => number,
  ) {}

  readonly answer: Answer = (request, response) => {
    const { path } = request;
    const { discovery, jwks, token } = this.tricks;
    const place = path.includes("jwks") ? "jwks" : path.includes(".well-known") ? "document" : "";
    const trick = { jwks, document: discovery, "": token }[place];
    const { tokenText } = this.tricks;
    if (place === "" && tokenText !== undefined) {
      const { text, type = "application/json" } = tokenText(this.grant(request));
      response.writeHead(200, { "content-type": type }).end(text);
    } else if (trick === undefined) {
      sendJson(response, 200, this.honest(place, request));
    } else {
      trick(request, response);
    }
  };

  /** Where a person who said yes is sent back with: parameters, not encoded. */
  redirect(authoriseUrl: string, subject = "adviser-1"): Record<string, string> {
    const url = new URL(authoriseUrl);
    const asked = url.searchParams;
    const code = `code-${++this.count}-${hash("sha256", authoriseUrl, "hex").slice(0, 16)}`;
    const nonce = asked.get("nonce") ?? undefined;
    this.codes.set(code, { nonce, subject });
    const issuer = `${url.origin}/identity`;
    const parameters: Record<string, string> = { code, state: asked.get("state") ?? "" };
    if (asked.get("response_type") === "code id_token") {
      const draft = this.draft(issuer, { nonce, subject }, { c_hash: halfHash(code) });
      parameters["id_token"] = (this.tricks.front ?? signed)(draft);
    } else {
      parameters["iss"] = issuer;
    }
    return this.tricks.redirect?.(parameters) ?? parameters;
  }

  /** A draft as for this address, for forging. */
  draftFor(authoriseUrl: string, code: string): Draft {
    const url = new URL(authoriseUrl);
    const nonce = url.searchParams.get("nonce") ?? undefined;
    const issued = { nonce, subject: "adviser-1" };
    return this.draft(`${url.origin}/identity`, issued, { c_hash: halfHash(code) });
  }

  private honest(place: "jwks" | "document" | "", request: Seen): Members {
    const { document = same } = this.tricks;
    switch (place) {
      case "jwks":
        return { keys: [PUBLIC_KEY] };
      case "document":
        return document(documentOf(request));
      default:
        return this.grant(request);
    }
  }

  private grant(request: Seen): Members {
    const form = new URLSearchParams(request.body);
    const issued = this.codes.get(form.get("code") ?? "");
    const { tokenBody = same, back = signed } = this.tricks;
    const body = tokenBody({ access_token: CODE_TOKEN, token_type: "Bearer", expires_in: 600 });
    if (issued === undefined || "id_token" in body) {
      return body;
    }
    const issuer = `http://${request.headers.host ?? ""}/identity`;
    // Of the token as it is sent, so that a bad one fails by itself.
    const hashed = halfHash(String(body["access_token"]));
    return { ...body, id_token: back(this.draft(issuer, issued, { at_hash: hashed })) };
  }

  private draft(issuer: string, { nonce, subject }: Issued, more: Members): Draft {
    const iat = Math.floor(this.now() / 1000);
    const claims = { iss: issuer, sub: subject, aud: this.clientId, iat, exp: iat + 300 };
    return {
      header: { alg: "RS256", typ: "JWT", kid: KEY_ID },
      claims: { ...claims, ...(nonce === undefined ? {} : { nonce }), ...more },
    };
  }
}

/** Signs as the header says; with the provider's own key where no other is given. */
export function signed({ header, claims }: Draft, key?: KeyObject | string): string {
  const input = `${part(header)}.${part(claims)}`;
  const algorithm = String(header["alg"]);
  return `${input}.${signatureOf(input, algorithm, key).toString("base64url")}`;
}

/** The same draft with other claims; undefined takes one away. */
export function withClaims({ header, claims }: Draft, change: Members): Draft {
  const kept = Object.entries({ ...claims, ...change }).filter(([, value]) => value !== undefined);
  return { header, claims: Object.fromEntries(kept) };
}

export function withHeader({ header, claims }: Draft, change: Members): Draft {
  const kept = Object.entries({ ...header, ...change }).filter(([, value]) => value !== undefined);
  return { header: Object.fromEntries(kept), claims };
}

/** `c_hash`, `at_hash` and `s_hash` of RS256 and ES256 (OpenID Connect Core, 3.1.3.6). */
export function halfHash(text: string): string {
  return hash("sha256", text, "buffer").subarray(0, 16).toString("base64url");
}

function signatureOf(input: string, algorithm: string, key?: KeyObject | string): Buffer {
  const bytes = Buffer.from(input);
  if (algorithm === "none") {
    return Buffer.alloc(0);
  }
  if (algorithm.startsWith("HS") || typeof key === "string") {
    const secret = typeof key === "string" ? key : "secret";
    return createHmac("sha256", secret).update(bytes).digest();
  }
  const own = algorithm.startsWith("ES") ? KEYS.curve : KEYS.own;
  return sign("sha256", bytes, { key: key ?? own, dsaEncoding: "ieee-p1363" });
}

function part(value: Members): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function same(members: Members): Members {
  return members;
}

function documentOf(request: Seen): Members {
  const issuer = `http://${request.headers.host ?? ""}/identity`;
  return {
    issuer,
    authorization_endpoint: `${issuer}/connect/authorize`,
    token_endpoint: `${issuer}/connect/token`,
    jwks_uri: `${issuer}/.well-known/jwks`,
    authorization_response_iss_parameter_supported: true,
    response_modes_supported: ["query", "fragment", "form_post"],
  };
}

function jwkOf(key: KeyObject, more: Members): Members {
  return { ...key.export({ format: "jwk" }), use: "sig", ...more };
}
