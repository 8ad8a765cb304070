import type { ListTexts } from "../messages/listMessages";
import { translate } from "../../../platform/vscode/translate";
import { chartTexts } from "../texts/chartTexts";
import { compareTexts } from "../texts/compareTexts";
import { frameTexts } from "./frameTexts";
import { gridTexts } from "./gridTexts";
import { type ListEndpoint, listWords } from "../common/endpoint";
import type { Masking } from "../../../platform/base/masking";
import type { ListQuery } from "../messages/listQuery";

/** The words of a list panel, by the part that says them. */
export function listTexts(): ListTexts {
  return {
    ...{ frame: frameTexts(), grid: gridTexts() },
    ...{ chart: chartTexts(translate), compare: compareTexts(translate) },
  };
}

/** "Holdings · Abernathy, Ruth". */
export function titleOf(
  endpoint: ListEndpoint,
  { subject, path }: ListQuery,
  masking: Masking,
): string {
  const ids = Object.values(path).map((id) => masking.maskLabel(id, "id"));
  const whose = subject === undefined ? ids.join(" · ") : masking.maskLabel(subject, "person");
  return [listWords(endpoint, translate), whose].filter((word) => word !== "").join(" · ");
}
