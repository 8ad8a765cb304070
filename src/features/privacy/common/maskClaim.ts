import { type Masking, NO_MASKING } from "../../../platform/base/masking";

/** Claims that are seconds since the epoch (RFC 7519, 4.1; OpenID Connect Core, 2 and 5.1). */
export const TIME_CLAIMS = ["exp", "iat", "nbf", "auth_time", "updated_at"];

/** A claim by its name, as a value of an answer: tokens tell of the person who signed in. */
export function maskClaim(name: string, value: unknown, masking: Masking): string {
  if (masking === NO_MASKING || TIME_CLAIMS.includes(name)) {
    return typeof value === "string" ? value : JSON.stringify(value);
  }
  const masked = masking.maskJson(JSON.stringify({ [name]: value }));
  const shown = Object.values(JSON.parse(masked) as Readonly<Record<string, unknown>>)[0];
  return typeof shown === "string" ? shown : JSON.stringify(shown);
}
