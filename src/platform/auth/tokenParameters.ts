import type { Connection } from "../base/connection";
import { AppError } from "../base/errors";

/** Fields that a grant or the client's authentication sets (RFC 6749, 7636, 7521, 8628, 8693). */
const STANDARD = new Set([
  ...["grant_type", "client_id", "client_secret", "client_assertion", "client_assertion_type"],
  ...["code", "code_verifier", "redirect_uri", "refresh_token", "scope", "username", "password"],
  ...["assertion", "device_code", "subject_token", "actor_token"],
]);

/**
 * What a connection adds to each of its token requests. It can add, never replace.
 * @throws AppError `input/tokenParameter` for a field of the standard
 */
export function furtherParameters({ tokenParameters }: Connection): URLSearchParams {
  const replaced = tokenParameters.find(([name]) => STANDARD.has(name.trim().toLowerCase()));
  if (replaced !== undefined) {
    const [name] = replaced;
    throw new AppError("input", "input/tokenParameter", { values: { name } });
  }
  return new URLSearchParams(
    tokenParameters.map(([name, value]): [string, string] => [name, value]),
  );
}
