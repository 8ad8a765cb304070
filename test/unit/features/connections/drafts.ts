import fc from "fast-check";
import type { Connection } from "../../../../src/platform/base/connection";
import { connectionOf, emptyDraft } from "../../../../src/features/connections/common/draft";
import type { ConnectionDraft } from "../../../../src/features/connections/messages/connectionDraft";

/** A draft that is whole, with what a test changes of it. */
export function aDraft(change: Partial<ConnectionDraft> = {}): ConnectionDraft {
  return {
    ...emptyDraft(),
    label: "Acme development",
    environment: "development",
    baseUrl: "https://service.example",
    authUrl: "https://identity.example",
    clientId: "acme-service",
    scopes: "crm.read finances.read",
    ...change,
  };
}

const word = fc.stringMatching(/^[a-z][a-z0-9._-]{0,12}$/);
const words = fc.uniqueArray(word, { maxLength: 5 });
const root = fc
  .tuple(fc.domain(), fc.constantFrom("", ":8443"), fc.array(word, { maxLength: 2 }))
  .map(([host, port, path]) => ["https:/", `${host}${port}`, ...path].join("/"))
  .filter((text) => !/\/(?:identity|connect)(?:\/|$)|\/v1$|\/\.{1,2}(?:\/|$)/.test(text));

/** Drafts that are whole, of every access model. */
export const wholeDrafts: fc.Arbitrary<ConnectionDraft> = fc
  .record({
    label: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).map(visible),
    environment: fc.constantFrom("development" as const, "production" as const),
    baseUrl: root,
    crmPrefix: fc.constantFrom("/crm/v1", "", "/a/b/c"),
    authUrl: root,
    accessModel: fc.constantFrom("serviceAccount", "userPresent", "delegation"),
    clientId: fc.stringMatching(/^[!-~]{1,40}$/),
    clientAuthentication: fc.constantFrom("post", "basic"),
    scopes: words.map((list) => ["openid", ...list.filter((item) => item !== "openid")].join(" ")),
    tokenParameters: words.map((list) => list.map((name) => `x_${name}=${name}=1`).join("\n")),
    callbackUrl: fc.constantFrom("http://127.0.0.1/callback", "https://app.example/cb", "vs://x/y"),
    responseType: fc.constantFrom("code", "code id_token"),
    proofKey: fc.constantFrom("auto", "required", "off"),
    consentEndClaim: fc.constantFrom("", "consent_ends_at"),
    pageSize: fc.oneof(
      fc.constant(""),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(String),
    ),
    colour: fc.constantFrom("", "red", "purple"),
    networking: fc.constantFrom("own", "editor"),
    authenticationStatuses: fc.uniqueArray(fc.constantFrom("403", "419", "498")).map(commas),
  })
  .map((draft) => aDraft(draft as Partial<ConnectionDraft>));

function visible(text: string): string {
  const kept = text.toWellFormed().replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "");
  return kept.trim() === "" ? "Acme" : kept.trim();
}

function commas(list: readonly string[]): string {
  return list.join(", ");
}

export const connections: fc.Arbitrary<Connection> = fc
  .tuple(wholeDrafts, fc.uuid())
  .map(([draft, id]) => connectionOf(draft, id));
