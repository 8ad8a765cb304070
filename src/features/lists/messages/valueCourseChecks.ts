import {
  isFlag,
  isListOf,
  isOptional,
  isRecord,
  isText,
  oneOf,
} from "../../../platform/base/shapes";
import { isAmount } from "../../../platform/base/statusChecks";
import { COURSE_NOTES, type ValueCourse } from "./valueCourse";

/** Sums over time: each point as wide as the units. */
export function isValueCourse(value: unknown): value is ValueCourse {
  if (!isRecord(value) || !isListOf(value["units"], isText)) {
    return false;
  }
  const { length } = value["units"];
  return (
    isListOf(value["columns"], isColumn) &&
    isOptional(value["column"], isText) &&
    isListOf(value["points"], (point) => isPoint(point, length)) &&
    isAmount(value["omitted"])
  );
}

function isColumn(value: unknown): boolean {
  return isRecord(value) && isText(value["key"]) && isText(value["label"]);
}

function isPoint(value: unknown, width: number): boolean {
  return (
    isRecord(value) &&
    isText(value["at"]) &&
    !Number.isNaN(Date.parse(value["at"])) &&
    isFlag(value["isNow"]) &&
    isAmount(value["rows"]) &&
    isListOf(value["values"], isSum) &&
    value["values"].length === width &&
    isOptional(value["note"], (note) => oneOf(note, COURSE_NOTES))
  );
}

function isSum(value: unknown): boolean {
  return (
    value === null || (isRecord(value) && Number.isFinite(value["number"]) && isText(value["text"]))
  );
}
