import { AppError } from "../../base/errors";

/** An object of a parsed JSON text. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** `value` as an object; an absent one is empty. Throws `AppError` `definition/unreadable`. */
export function asRecord(value: unknown): JsonRecord {
  if (value === undefined) {
    return {};
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("internal", "definition/unreadable", { values: { name: "object" } });
  }
  return value as JsonRecord;
}

/** `value` as text. Throws `AppError` `definition/unreadable`. */
export function asText(value: unknown): string {
  if (typeof value !== "string") {
    throw new AppError("internal", "definition/unreadable", { values: { name: "string" } });
  }
  return value;
}
