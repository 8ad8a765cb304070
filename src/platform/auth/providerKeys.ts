import { tryParseJson } from "../json/tryParseJson";
import * as openid from "openid-client";
import { isRecord } from "../base/shapes";
import { AppError } from "../base/errors";

/** Below the issuer: where IdentityServer 3 and 4 have their keys, whatever a document says. */
const USUAL_PLACES = ["/.well-known/jwks", "/.well-known/openid-configuration/jwks"];

/**
 * Fetches the provider's keys before anything is spent, and has every signature checked with
 * them. Where no document says where they are, the usual places are asked.
 * @throws AppError `credentials/keysUnknown` when they are in none of them
 */
export async function useProviderKeys(configuration: openid.Configuration): Promise<void> {
  const { jwks_uri: named, issuer } = configuration.serverMetadata();
  const places = named === undefined ? USUAL_PLACES.map((path) => issuer + path) : [named];
  for (const place of places) {
    const jwks = await fetchKeys(configuration, place);
    if (jwks !== undefined) {
      openid.setJwksCache(configuration, { jwks, uat: Math.floor(Date.now() / 1000) });
      openid.enableNonRepudiationChecks(configuration);
      return;
    }
  }
  throw named === undefined
    ? new AppError("credentials", "credentials/keysUnknown")
    : new AppError("answer", "answer/identity", { values: { reason: "keys" } });
}

type KeySet = openid.ExportedJWKSCache["jwks"];

/** The keys at an address; undefined where something else is, or nothing. */
async function fetchKeys(
  configuration: openid.Configuration,
  address: string,
): Promise<KeySet | undefined> {
  const fetch = configuration[openid.customFetch];
  const answer = await fetch?.(address, {
    ...{ method: "GET", body: undefined, redirect: "manual" },
    headers: { accept: "application/json, application/jwk-set+json" },
  });
  if (answer === undefined || answer.status === 429 || answer.status >= 500) {
    // Not a provider without keys, but one that cannot give them now; named by its status.
    throw new Error("no keys for now");
  }
  return answer.status === 200 ? readKeys(await answer.text()) : undefined;
}

function readKeys(text: string): KeySet | undefined {
  const value = tryParseJson(text);
  const keys = isRecord(value) ? value["keys"] : undefined;
  return Array.isArray(keys) && keys.length > 0 && keys.every(isRecord) ? { keys } : undefined;
}
