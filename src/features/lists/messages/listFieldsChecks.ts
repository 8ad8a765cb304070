import { MEASURED_FORMATS, type MeasuredFormat, type MeasureStep } from "./listFields";
import type { ListToHost } from "./listMessages";
import type { Checks } from "../../../platform/base/rpc";
import {
  hasExactly,
  isFlag,
  isListOf,
  isOptional,
  isRecord,
  isText,
  oneOf,
} from "../../../platform/base/shapes";
import { isAmount } from "../../../platform/base/statusChecks";

const NAME_LIMIT = 200;
const STEPS: readonly MeasureStep[] = ["start", "stop"];

/** What the host lets in about measurements. */
export const FIELDS_CHECKS: Pick<Checks<ListToHost>, "measureFields" | "copyMeasurement"> = {
  measureFields: (value): value is { parameter: string; step: MeasureStep } =>
    hasExactly(value, {
      parameter: (name) => isText(name) && name.length <= NAME_LIMIT,
      step: (step) => oneOf(step, STEPS),
    }),
  copyMeasurement: (value): value is { format: MeasuredFormat } =>
    hasExactly(value, { format: (format) => oneOf(format, MEASURED_FORMATS) }),
};

/** What the panel lets in of a measurement. */
export function isFieldsView(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["parameter"]) &&
    isOptional(value["running"], isRunning) &&
    isOptional(value["result"], isMeasured)
  );
}

function isRunning(value: unknown): boolean {
  return isRecord(value) && isAmount(value["done"]) && isAmount(value["calls"]);
}

function isMeasured(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["about"]) &&
    isListOf(value["notes"], isText) &&
    isListOf(value["columns"], isColumn) &&
    isListOf(value["rows"], isRow)
  );
}

function isColumn(value: unknown): boolean {
  return isRecord(value) && isText(value["label"]) && isFlag(value["isNumeric"]);
}

function isRow(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["summary"]) &&
    ["values", "cells", "details"].every((name) => isListOf(value[name], isText))
  );
}
