import type { MeasuredColumn, MeasuredRow, MeasuredView } from "../messages/listFields";
import { formatBytes, formatDuration } from "../../../platform/base/statusLine";
import { formatNumber } from "../../../platform/base/texts";
import type { Translate } from "../../../platform/texts/words";
import { isIgnored, type MeasuredValue, type Measurement } from "../common/fields/measurement";
import { ITEMS } from "../common/fields/memberPaths";
import type { MemberEffect, RowEffect } from "../common/fields/rowEffect";

export interface MeasurementWords {
  readonly t: Translate;
  readonly language: string;
  /** A moment, in milliseconds since the epoch, as it is to be read. */
  readonly time: (at: number) => string;
  /** Why the service gave no answer. */
  readonly describeError: (error: unknown) => string;
  /** Names of members as they are shown: a name may hold an id. */
  readonly maskText: (text: string) => string;
}

/** A measurement as a table with its sentences. */
export function describeMeasurement(found: Measurement, words: MeasurementWords): MeasuredView {
  return {
    about: aboutWords(found, words),
    notes: noteWords(found, words),
    columns: columnWords(words),
    rows: [baseRow(found, words), ...found.values.map((one) => valueRow(one, found, words))],
  };
}

function aboutWords({ query, base, at, plan, parameter }: Measurement, words: MeasurementWords) {
  const { t, language, time } = words;
  const number = (value: number): string => formatNumber(value, language);
  const facts = [
    number(query.pageNumber),
    countedRows(base.rows, words),
    time(at),
    number(plan.rounds),
  ];
  return base.values.length === 0
    ? t(
        "Page {0}, {1}, measured at {2}: medians of {3} rounds, compared with the page without {4}.",
        ...facts,
        parameter,
      )
    : t(
        "Page {0}, {1}, measured at {2}: medians of {3} rounds, compared with the page with {4}.",
        ...facts,
        base.values.join(", "),
      );
}

function noteWords(found: Measurement, { t, language }: MeasurementWords): readonly string[] {
  const { base, plan, parameter } = found;
  const ignored = t(
    "The service ignores {0}: with each of its values the rows are the same as without it.",
    parameter,
  );
  const empty = t("The page has no rows: only the cost of the call was measured.");
  const unsteady = t(
    "The rows of the page changed while measuring: differences may come from that.",
  );
  const omitted = t("Values that were not measured: {0}.", formatNumber(plan.omitted, language));
  const noise = t(
    "The same call took up to {0} more or less each time: smaller differences are noise.",
    formatDuration(base.spread, language),
  );
  return [
    ...(base.rows > 0 && isIgnored(found) ? [ignored] : []),
    ...(base.rows === 0 ? [empty] : []),
    ...(base.isSteady ? [] : [unsteady]),
    ...(plan.omitted === 0 ? [] : [omitted]),
    noise,
  ];
}

function columnWords({ t }: MeasurementWords): readonly MeasuredColumn[] {
  const numeric = [t("Size"), t("On the wire"), t("Time"), t("Rows"), t("Filled rows")];
  return [
    { label: t("Value"), isNumeric: false },
    ...numeric.map((label) => ({ label, isNumeric: true })),
    { label: t("Members"), isNumeric: false },
  ];
}

function baseRow({ base, parameter }: Measurement, words: MeasurementWords): MeasuredRow {
  const { t, language } = words;
  const { bytes, wireBytes, milliseconds } = base.cost;
  const cells = [
    base.values.length === 0 ? t("without {0}", parameter) : base.values.join(", "),
    formatBytes(bytes, language),
    wireBytes === undefined ? t("unknown") : formatBytes(wireBytes, language),
    formatDuration(milliseconds, language),
    ...[formatNumber(base.rows, language), "", ""],
  ];
  return { values: base.values, summary: "", cells, details: [] };
}

function valueRow(one: MeasuredValue, found: Measurement, words: MeasurementWords): MeasuredRow {
  const { t, language } = words;
  const { values } = one;
  const name = values.join(", ");
  if (!("effect" in one)) {
    const why = words.describeError(one.failure);
    const cells = [name, "", "", "", "", "", t("no answer")];
    return { values, summary: t("no answer: {0}", why), cells, details: [why] };
  }
  const { cost, isNoise, effect } = one;
  const size = signedBytes(cost.bytes, language);
  const time = isNoise
    ? t("time within noise")
    : signed(cost.milliseconds, formatDuration(Math.abs(cost.milliseconds), language));
  const cells = [
    ...[name, size],
    cost.wireBytes === undefined ? t("unknown") : signedBytes(cost.wireBytes, language),
    isNoise ? t("within noise") : time,
    formatNumber(effect.rows, language),
    filledCell(effect, words),
    memberNames(effect.gained, words),
  ];
  const summary = [size, time, ...rowWords(effect, found.base.rows, words)].join(" · ");
  return { values, summary, cells, details: detailWords(effect, found.base.rows, words) };
}

/** What became of the rows, in a few words. */
function rowWords(effect: RowEffect, before: number, words: MeasurementWords): readonly string[] {
  const { t, language } = words;
  const number = (value: number): string => formatNumber(value, language);
  const { rows, matched, added, missing, filledRows, gained, lost, changed } = effect;
  if (before === 0 && rows === 0) {
    return [t("no rows")];
  }
  if (effect.isSame) {
    return [t("rows as without")];
  }
  const isOther = rows !== before || added > 0 || missing > 0;
  const said = [
    ...(isOther ? [t("other rows: {0} in place of {1}", number(rows), number(before))] : []),
    ...(effect.isReordered ? [t("in another order")] : []),
    ...(gained.length > 0
      ? [t("filled {0} of {1}", number(filledRows), countedRows(matched, words))]
      : []),
    ...(lost.length > 0 ? [t("members gone: {0}", number(lost.length))] : []),
    ...(changed.length > 0 ? [t("other values in members: {0}", number(changed.length))] : []),
  ];
  return said.length > 0 ? said : [t("same members, written otherwise")];
}

function filledCell(
  { gained, filledRows, matched }: RowEffect,
  { t, language }: MeasurementWords,
): string {
  const number = (value: number): string => formatNumber(value, language);
  return gained.length === 0 ? "" : t("{0} of {1}", number(filledRows), number(matched));
}

/** More names are in nobody's mind. */
const MOST_NAMES = 20;

function memberNames(effects: readonly MemberEffect[], words: MeasurementWords): string {
  const names = effects.slice(0, MOST_NAMES).map(({ path }) => pathWords(path, words));
  return [...names, ...(effects.length > MOST_NAMES ? ["…"] : [])].join(", ");
}

/** "factors", "risk.level", "answers[].text". */
function pathWords(path: readonly string[], { t, maskText }: MeasurementWords): string {
  const text = path.reduce(
    (before, name) =>
      name === ITEMS ? `${before}${ITEMS}` : before === "" ? name : `${before}.${name}`,
    "",
  );
  return text === "" ? t("the whole row") : maskText(text);
}

function detailWords(
  effect: RowEffect,
  before: number,
  words: MeasurementWords,
): readonly string[] {
  const { t, language } = words;
  const number = (value: number): string => formatNumber(value, language);
  const say = (
    effects: readonly MemberEffect[],
    sentence: (name: string, one: MemberEffect) => string,
  ): readonly string[] =>
    effects.slice(0, MOST_NAMES).map((one) => sentence(pathWords(one.path, words), one));
  const left = [effect.gained, effect.lost, effect.changed]
    .map(({ length }) => Math.max(0, length - MOST_NAMES))
    .reduce((sum, count) => sum + count, 0);
  return [
    ...say(effect.gained, (name, { rows, filled }) =>
      t(
        "{0}: gained by {1} of {2}, filled in {3}, null or empty in {4}",
        name,
        number(rows),
        countedRows(effect.matched, words),
        ...[filled, rows - filled].map(number),
      ),
    ),
    ...say(effect.lost, (name, { rows }) =>
      t("{0}: gone from {1}", name, countedRows(rows, words)),
    ),
    ...say(effect.changed, (name, { rows }) =>
      t("{0}: another value in {1}", name, countedRows(rows, words)),
    ),
    ...(left === 0 ? [] : [t("More members: {0}", number(left))]),
    ...placeWords(effect, before, words),
  ];
}

/** Which rows came, and how it is known which of them belong together. */
function placeWords(
  { matchedBy, added, missing, isReordered, isSame, rows }: RowEffect,
  before: number,
  { t, language }: MeasurementWords,
): readonly string[] {
  const number = (value: number): string => formatNumber(value, language);
  const isOther = added > 0 || missing > 0;
  return [
    ...(isSame && rows > 0 ? [t("The rows are byte for byte the same as without the value.")] : []),
    ...(isOther
      ? [t("Rows added by the value: {0}; removed: {1}", number(added), number(missing))]
      : []),
    ...(isReordered ? [t("The rows came in another order.")] : []),
    ...(matchedBy === "place" && !isSame
      ? [t("No id tells the rows apart: they are matched by their place.")]
      : []),
    ...(matchedBy === "nothing"
      ? [
          t(
            "No id tells the rows apart, and their number is {0} instead of {1}: they cannot be matched.",
            number(rows),
            number(before),
          ),
        ]
      : []),
  ];
}

function signedBytes(bytes: number, language: string): string {
  return signed(bytes, formatBytes(Math.abs(bytes), language));
}

function signed(value: number, text: string): string {
  const rounded = Math.round(value);
  return rounded === 0 ? `±${text}` : `${rounded > 0 ? "+" : "\u2212"}${text}`;
}

function countedRows(rows: number, { t, language }: MeasurementWords): string {
  return rows === 1 ? t("1 row") : t("{0} rows", formatNumber(rows, language));
}
