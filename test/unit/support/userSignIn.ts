import assert from "node:assert/strict";
import type { SandboxFacts } from "../../../src/features/sandbox/messages/sandboxMessages";
import { signInByHand, type Change } from "./handBrowser";
import { Caller, exchange, type RawAnswer } from "./sandboxProcess";

export type Json = Readonly<Record<string, unknown>>;

export const CALLBACK = "http://127.0.0.1/callback";

export type UserModel = "userPresent" | "delegation";

export type Parameters = Readonly<Record<string, string>>;

/** Address that a browser is sent to; everything may be changed. */
export function authorizeAddress(
  { authUrl, clients }: SandboxFacts,
  change: Parameters = {},
  model: UserModel = "userPresent",
): string {
  const query = new URLSearchParams({
    client_id: clients[model].clientId,
    response_type: "code",
    scope: "openid profile crm.read",
    redirect_uri: CALLBACK,
    ...change,
  });
  return `${authUrl}/identity/connect/authorize?${query.toString()}`;
}

/** A request to the token or revocation endpoint, as a client. */
export async function askAsClient(
  { authUrl, clients }: SandboxFacts,
  form: Parameters,
  options: { readonly model?: UserModel; readonly endpoint?: "token" | "revocation" } = {},
): Promise<RawAnswer> {
  const { model = "userPresent", endpoint = "token" } = options;
  const { clientId, clientSecret } = clients[model];
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form });
  return exchange(`${authUrl}/identity/connect/${endpoint}`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: body.toString(),
  });
}

/** Exchanges a code, with what the specification names (section 5.4) unless it is changed. */
export async function exchangeCode(
  facts: SandboxFacts,
  code: string,
  change: Parameters = {},
  model?: UserModel,
): Promise<RawAnswer> {
  const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...change };
  return askAsClient(facts, form, { ...(model && { model }) });
}

export interface SignedIn {
  readonly tokens: Json;
  readonly caller: Caller;
}

/** Signs a person in through the pages, and gives the tokens with someone who calls by them. */
export async function signInPerson(
  facts: SandboxFacts,
  options: { readonly model?: UserModel; readonly scope?: string; readonly person?: Change } = {},
): Promise<SignedIn> {
  const { model = "userPresent", scope = ALL_SCOPES, person } = options;
  const back = await signInByHand(authorizeAddress(facts, { scope }, model), person);
  const answer = await exchangeCode(facts, back.url.searchParams.get("code") ?? "", {}, model);
  assert.equal(answer.status, 200, answer.text);
  const tokens = jsonOf(answer);
  return { tokens, caller: new Caller(facts, String(tokens["access_token"])) };
}

const ALL_SCOPES =
  "openid profile offline_access crm.read finances.read finances.write profiling.read";

export async function refresh(
  facts: SandboxFacts,
  refreshToken: unknown,
  model: UserModel = "userPresent",
): Promise<RawAnswer> {
  const form = { grant_type: "refresh_token", refresh_token: String(refreshToken) };
  return askAsClient(facts, form, { model });
}

export function jsonOf(answer: RawAnswer): Json {
  return JSON.parse(answer.text) as Json;
}

/** The claims of an ID token, unverified. */
export function claimsOf(idToken: unknown): Json {
  const [, claims = ""] = String(idToken).split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString()) as Json;
}
