import type { Guess } from "../../lists/common/envelope";
import type { RowIdentity } from "../../lists/common/identify";
import { type LabelKind, type Masking, NO_MASKING } from "../../../platform/base/masking";

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

/** What names a row, of a client where nothing else is said, as it is shown; where it was read from stays. */
export function maskIdentity<Row extends RowIdentity>(
  row: Row,
  masking: Masking,
  named: LabelKind = "person",
): Row {
  const masked = (guess: Guess<string>, kind: LabelKind): Guess<string> => ({
    ...guess,
    value: masking.maskLabel(guess.value, kind),
  });
  const { id, label, description } = row;
  return {
    ...row,
    ...(id === undefined ? {} : { id: masked(id, "id") }),
    ...(label === undefined ? {} : { label: masked(label, named) }),
    ...(description === undefined ? {} : { description: masked(description, "text") }),
  };
}
