import { EXPORT_SCOPES } from "../common/export";
import { isRecord, oneOf } from "../../../platform/base/shapes";
import { FORM_NAMES, type LastChoice, PLACES } from "./exportWizard";

/** As the editor kept it; undefined where it is none, of another version for example. */
export function readLastChoice(value: unknown): LastChoice | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { scope, form, place } = value;
  return oneOf(scope, EXPORT_SCOPES) && oneOf(form, FORM_NAMES) && oneOf(place, PLACES)
    ? { scope, form, place }
    : undefined;
}
