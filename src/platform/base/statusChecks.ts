import { isOptional, isRecord, isText, oneOf } from "./shapes";

/** The facts of a status line. */
export function isStatus(value: unknown): boolean {
  return (
    isRecord(value) &&
    isOptional(value["status"], isAmount) &&
    isOptional(value["statusText"], isText) &&
    isAmount(value["milliseconds"]) &&
    isAmount(value["bytes"]) &&
    isAmount(value["attempts"]) &&
    isOptional(value["requestId"], isText) &&
    // There is none when the connection sends none.
    isOptional(value["traceId"], isText) &&
    oneOf(value["echo"], ["equal", "missing", "changed", "notSent"])
  );
}

/** Not below zero; a service may well claim more rows than a safe integer. */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
