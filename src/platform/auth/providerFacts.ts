import { discover, type DiscoveryOptions } from "./discovery";
import type { ExchangeLimits } from "../http/door";

/** What is known of the identity provider's addresses. */
export interface ProviderFacts {
  /** False where there is no discovery document: the documented addresses are used. */
  readonly found: boolean;
  readonly issuer: string;
  /** By their names in the metadata (OpenID Connect Discovery 1.0, section 3). */
  readonly endpoints: Readonly<Record<string, string>>;
}

export interface ProviderFactsOptions extends Omit<DiscoveryOptions, "limits" | "signal"> {
  readonly limits: () => ExchangeLimits;
  /** Of the client: ends with it. */
  readonly life: AbortController;
  readonly signal: AbortSignal | undefined;
}

/** Metadata are small; a document beyond this is none. */
const ANSWER_BYTES = 262_144;

/** Addresses that are shown; the others are of no use here. */
const ENDPOINTS = [
  "authorization_endpoint",
  "token_endpoint",
  "revocation_endpoint",
  "jwks_uri",
] as const;

/**
 * Asks the identity provider for its metadata, as the next token request would. Nothing is kept.
 * @throws AppError `credentials/issuerMismatch`, `refused/endpointElsewhere`, kind `network`
 */
export async function readProvider(options: ProviderFactsOptions): Promise<ProviderFacts> {
  const { life, signal } = options;
  const limits = { ...options.limits(), bodyBytes: ANSWER_BYTES };
  const signals = [life.signal, ...(signal === undefined ? [] : [signal])];
  const { found, metadata } = await discover({
    ...options,
    ...{ limits, signal: AbortSignal.any(signals) },
  });
  const endpoints = ENDPOINTS.flatMap((name) => {
    const address = metadata[name];
    return address === undefined ? [] : [[name, address] as const];
  });
  return { found, issuer: metadata.issuer, endpoints: Object.fromEntries(endpoints) };
}
