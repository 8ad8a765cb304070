import type { LabelKind, Masking } from "../../../platform/base/masking";
import type { Guess } from "./guess";
import type { RowIdentity } from "./identify";

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
