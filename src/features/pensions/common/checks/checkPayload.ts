import { isAppError } from "../../../../platform/base/errors";
import type { IndexedText } from "../../../../platform/json/entryReading";
import { scanJson, scanPrefix } from "../../../../platform/json/scan";
import type { CheckContext, Finding } from "./findings";
import { namesOfVersion } from "./knownNames";
import { walkPayload } from "./payloadWalk";
import type { Rule, RuleReport, RuleRun, TextPlace } from "./rule";
import { currencyRule } from "./rules/currency";
import { dateRule } from "./rules/date";
import { dateOrderRule } from "./rules/dateOrder";
import { duplicateFieldRule } from "./rules/duplicateField";
import { numberRule } from "./rules/number";
import { percentagesRule } from "./rules/percentages";
import { secretRule } from "./rules/secret";
import { unknownFieldRule } from "./rules/unknownField";
import { uuidRule } from "./rules/uuid";
import { answerPlace, payloadPlace } from "./schemaPlaces";
import { SENTENCES } from "../../texts/findingSentences";

const RULES: readonly Rule[] = [
  uuidRule,
  dateRule,
  dateOrderRule,
  percentagesRule,
  currencyRule,
  numberRule,
  unknownFieldRule,
  duplicateFieldRule,
  secretRule,
];

/** Findings of one rule that are shown; one more says how many are not. */
export const MOST_FINDINGS = 200;

/**
 * Checks a payload by the rules that are on; findings in the order of the text. Of a text that is
 * no JSON yet the beginning that can be read is checked. Never throws.
 */
export function checkPayload(text: string, context: CheckContext): readonly Finding[] {
  const read = readSource(text);
  if (read === undefined) {
    return [];
  }
  const runs = RULES.filter(({ id }) => !context.off.includes(id)).map(
    (rule) => new CollectingRun(rule, read.source),
  );
  const { definition, seen } = context;
  const known = [answerPlace(definition), seen === undefined ? undefined : namesOfVersion(seen)];
  const outermost = {
    place: payloadPlace(definition),
    known: known.filter((one) => one !== undefined),
  };
  walkPayload(read.source, outermost, read.unfinished, {
    value: (value) => runs.forEach((run) => run.rule.value?.(value, run)),
    object: (object) => runs.forEach((run) => run.rule.object?.(object, run)),
    array: (array) => runs.forEach((run) => run.rule.array?.(array, run)),
  });
  return runs
    .flatMap((run) => run.findings)
    .sort((one, other) => one.offset - other.offset || one.length - other.length);
}

/** One rule over one text, with its findings so far. */
class CollectingRun implements RuleRun {
  private readonly found: Finding[] = [];
  private readonly left: TextPlace[] = [];
  private count = 0;

  constructor(
    readonly rule: Rule,
    readonly source: IndexedText,
  ) {}

  readonly report = (place: TextPlace, describe: () => RuleReport): void => {
    this.count++;
    if (this.count <= MOST_FINDINGS) {
      this.found.push(this.finding(place, describe()));
    } else if (this.left.length === 0) {
      this.left.push(place);
    }
  };

  get findings(): readonly Finding[] {
    const more = { message: SENTENCES.more, values: [this.count - MOST_FINDINGS] };
    return [...this.found, ...this.left.map((place) => this.finding(place, more))];
  }

  private finding({ offset, length }: TextPlace, report: RuleReport): Finding {
    const { message, values = [], fixes = [] } = report;
    return { rule: this.rule.id, message, values, offset, length, fixes };
  }
}

interface ReadSource {
  readonly source: IndexedText;
  /** Containers that the text ends in. */
  readonly unfinished: ReadonlySet<number>;
}

function readSource(text: string): ReadSource | undefined {
  try {
    return { source: { text, entries: scanJson(text) }, unfinished: new Set() };
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    const end = Number(error.values["offset"] ?? 0);
    const prefix = scanPrefix(text.slice(0, end));
    return prefix === undefined
      ? undefined
      : { source: { text, entries: prefix.entries }, unfinished: new Set(prefix.open) };
  }
}
