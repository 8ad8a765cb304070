import { AppError } from "../../../platform/base/errors";
import { parseJsonText, type JsonNode } from "../../../platform/json/jsonText";
import { laidOutAs } from "../../pensions/common/compare/takeOver";
import { payloadOfService, pensionSchema } from "../../pensions/common/template";
import { knownVersion } from "./knownState";
import type { KnownState } from "./state";

/**
 * The version known as a payload, laid out as the payload there is, so that only what differs changes;
 * from the ground up where the payload is no JSON object, or names a field twice.
 * @throws AppError `pensions/nothingKnown` where no version is known
 */
export function payloadFromKnown(
  payload: string,
  knownState: KnownState,
  definition: string,
): string {
  const version = knownVersion(knownState);
  if (version === undefined) {
    throw new AppError("input", "pensions/nothingKnown");
  }
  return canBeKept(payload)
    ? laidOutAs(payload, version.text, pensionSchema(definition))
    : payloadOfService(version.text, definition);
}

function canBeKept(payload: string): boolean {
  try {
    const root = parseJsonText(payload);
    return root.type === "object" && !namesTwice(root);
  } catch {
    return false;
  }
}

function namesTwice(root: JsonNode): boolean {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { members = [], items = [] } = node;
    if (new Set(members.map(({ name }) => name)).size < members.length) {
      return true;
    }
    for (const inner of [...members.map(({ value }) => value), ...items]) {
      open.push(inner);
    }
  }
  return false;
}
