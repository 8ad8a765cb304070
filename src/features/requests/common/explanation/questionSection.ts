import { isUuid } from "../../../../platform/base/uuid";
import type { Translate } from "../../../../platform/texts/words";
import { maskId, maskParameter, maskPath } from "../maskAction";
import type { ExplanationLine, ExplanationSection } from "../../messages/requestPanel";
import type { Evidence } from "./evidence";
import { formatNumber } from "../../../../platform/base/texts";

const PAGING = new Set(["pageNumber", "pageSize"]);

/** What was asked for, as far as it can be the reason. */
export function questionSection(evidence: Evidence, t: Translate): ExplanationSection {
  const { last, situation, masking } = evidence;
  const isAbout = ["absent", "empty", "forbidden", "failed", "answered"].includes(situation);
  const lines = last === undefined ? [] : [addressLine(last.method, maskPath(last, masking), t)];
  return {
    heading: t("What was asked"),
    lines: isAbout
      ? [
          ...lines,
          ...pathLines(evidence, t),
          ...queryLines(evidence, t),
          ...prefixLines(evidence, t),
        ]
      : lines,
  };
}

function addressLine(method: string, path: string, t: Translate): ExplanationLine {
  return { icon: "info", text: t("{0} {1}", method, path) };
}

/** Specification, section 4.4: a client id is a UUID, a pension id any string. */
function pathLines({ pathValues, masking }: Evidence, t: Translate): ExplanationLine[] {
  return pathValues.map(([name, value]) => {
    if (value === "" || value !== value.trim()) {
      return { icon: "error", text: t("{0} is empty or has spaces around it.", name) };
    }
    const shown = maskId(value, masking);
    if (name !== "clientId") {
      return { icon: "info", text: t("{0} is {1}.", name, shown) };
    }
    return isUuid(value)
      ? { icon: "pass", text: t("{0} is a UUID, as it should be: {1}.", name, shown) }
      : { icon: "error", text: t("{0} should be a UUID, but is: {1}.", name, shown) };
  });
}

function queryLines(
  { query, situation, masking, language }: Evidence,
  t: Translate,
): ExplanationLine[] {
  const page = Number(query.find(([name]) => name === "pageNumber")?.[1] ?? 1);
  const filters = query.filter(([name, value]) => !PAGING.has(name) && value !== "");
  return [
    ...(page > 1 && situation !== "answered"
      ? [
          {
            icon: "warning" as const,
            text: t(
              "Page {0} was asked for: the list may end before it.",
              formatNumber(page, language),
            ),
          },
        ]
      : []),
    ...(filters.length > 0
      ? [
          {
            icon: "warning" as const,
            text: t(
              "Parameters that can leave rows out were sent: {0}.",
              filters.map(([name, value]) => maskParameter(name, value, masking)).join(", "),
            ),
          },
        ]
      : situation === "empty"
        ? [{ icon: "pass" as const, text: t("No filter was sent.") }]
        : []),
  ];
}

/** Specification, section 4.4: the domain prefix of results is not given. */
function prefixLines({ last, connection, situation }: Evidence, t: Translate): ExplanationLine[] {
  const isResults = /\/clients\/\{clientId\}\/results$/.test(last?.pathTemplate ?? "");
  return isResults && situation === "absent" && connection !== undefined
    ? [
        {
          icon: "question",
          text: t(
            "Results are looked for under '{0}'. That is a guess: the specification does not give the prefix.",
            connection.prefixes.profiling,
          ),
        },
      ]
    : [];
}
