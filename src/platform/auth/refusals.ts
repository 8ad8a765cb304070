import type { Connection } from "../base/connection";
import { AppError } from "../base/errors";

/** What an error response says, as far as it may be repeated. */
export interface Refusal {
  /** A word like the standard's; `unknown` for anything else. */
  readonly error: string;
  /** Whether the provider's own words are about PKCE (RFC 7636, section 4.4.1). */
  readonly isAboutProofKey: boolean;
}

/** The words come from outside: what is repeated is one that looks like the standard's. */
export function readRefusal(word: unknown, description: unknown): Refusal {
  const isWord = typeof word === "string" && /^[a-z_]{1,40}$/.test(word);
  const said = typeof description === "string" ? description : "";
  const isAboutProofKey = /pkce|code[ _-]?(?:challenge|verifier)|proof[ _-]?key/i.test(said);
  return { error: isWord ? word : "unknown", isAboutProofKey };
}

/**
 * A refusal that names PKCE. Whether to go without is the user's to say (RFC 9700, section 4.8); a
 * connection that goes without is offered to use it.
 */
export function refusedProofKey(
  { proofKey }: Pick<Connection, "proofKey">,
  wasSent: boolean,
  values: AppError["values"],
): AppError {
  if (!wasSent) {
    const remedy = proofKey === "off" ? { remedy: "proofKey" } : {};
    const wanted = { ...values, ...remedy };
    return new AppError("credentials", "credentials/proofKeyWanted", { values: wanted });
  }
  const code = proofKey === "auto" ? "credentials/proofKeyNamed" : "credentials/proofKeyRequired";
  return new AppError("credentials", code, { values });
}
