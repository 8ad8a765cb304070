import { env } from "vscode";
import { measureFields, type MeasureOptions } from "../../common/fields/measureFields";
import { measurementText } from "../../common/fields/measurementText";
import { describeMeasurement, type MeasurementWords } from "../../texts/measurementWords";
import { translate } from "../../../../platform/vscode/translate";
import type { MeasuredFormat, MeasuredView } from "../../messages/listFields";
import { exactTime } from "../../../../platform/vscode/formats";

export type MeasuredWith = Pick<MeasurementWords, "describeError" | "maskText">;

/** Measures, and gives what came of it in words. Loaded at first use, as few panels need it. */
export async function measure(options: MeasureOptions): Promise<Measured> {
  const found = await measureFields(options);
  return {
    view: (given) => describeMeasurement(found, wordsOf(given)),
    text: (format, given) => measurementText(found, format, wordsOf(given)),
  };
}

/** A measurement that is shown as long as its page is; masked as it is asked for. */
export interface Measured {
  view(given: MeasuredWith): MeasuredView;
  text(format: MeasuredFormat, given: MeasuredWith): string;
}

function wordsOf(given: MeasuredWith): MeasurementWords {
  return {
    ...{ t: translate, language: env.language, ...given },
    time: exactTime,
  };
}
