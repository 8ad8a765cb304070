import type { MeasuredFormat } from "../../messages/listFields";
import { escapedMarkdown, forSpreadsheet } from "../table/questions/copyText";
import type { Measurement } from "./measurement";
import { describeMeasurement, type MeasurementWords } from "../../texts/measurementWords";

/**
 * The table to be taken along: Markdown as it is on screen, with its sentences; tabs between
 * plain numbers for spreadsheets. Times in UTC, as in all that is copied.
 */
export function measurementText(
  found: Measurement,
  format: MeasuredFormat,
  words: MeasurementWords,
): string {
  return format === "markdown" ? asMarkdown(found, words) : asTabs(found, words);
}

function asMarkdown(found: Measurement, words: MeasurementWords): string {
  const time = (at: number): string => new Date(at).toISOString();
  const { about, notes, columns, rows } = describeMeasurement(found, { ...words, time });
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    ...[escapedMarkdown(about), ""],
    line(columns.map(({ label }) => escapedMarkdown(label))),
    line(columns.map(({ isNumeric }) => (isNumeric ? "---:" : "---"))),
    ...rows.map(({ cells }) => line(cells.map(escapedMarkdown))),
    ...(notes.length === 0 ? [] : ["", ...notes.map((note) => `- ${escapedMarkdown(note)}`)]),
    "",
  ].join("\n");
}

function asTabs(found: Measurement, words: MeasurementWords): string {
  const { t } = words;
  const { rows } = describeMeasurement(found, words);
  const head = [
    ...[t("Value"), t("Bytes"), t("Bytes on the wire"), t("Milliseconds"), t("Within noise")],
    ...[t("Rows"), t("Filled rows"), t("Members")],
  ];
  const { base, values } = found;
  const baseline = [...numbersOf(base.cost), "", base.rows, "", ""];
  const lines = values.map((one) =>
    "effect" in one
      ? [
          ...numbersOf(one.cost),
          one.isNoise ? t("yes") : t("no"),
          one.effect.rows,
          one.effect.gained.length === 0 ? "" : one.effect.filledRows,
        ]
      : ["", "", "", "", "", ""],
  );
  return [
    head,
    ...[baseline, ...lines].map((line, index) => {
      const cells = rows[index]?.cells ?? [];
      const members = index === 0 ? [] : [cells.at(-1) ?? ""];
      return [cells[0] ?? "", ...line, ...members];
    }),
  ]
    .map((cells) => `${cells.map((cell) => forSpreadsheet(String(cell))).join("\t")}\n`)
    .join("");
}

/** Differences, whole: a tenth of a millisecond says nothing. */
function numbersOf(cost: Measurement["base"]["cost"]): readonly (number | string)[] {
  return [
    Math.round(cost.bytes),
    cost.wireBytes === undefined ? "" : Math.round(cost.wireBytes),
    Math.round(cost.milliseconds),
  ];
}
