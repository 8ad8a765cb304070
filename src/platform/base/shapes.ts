/** An object with members, as a message or a kept state is made of. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True when the value is one of the choices, by identity. */
export function oneOf<T extends string>(value: unknown, choices: readonly T[]): value is T {
  return choices.some((choice) => choice === value);
}

/** A whole number from 1 to the limit, both included. */
export function isCount(value: unknown, limit: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1 && value <= limit;
}

/** A whole number from 0. */
export function isAmount(value: unknown): value is number {
  return value === 0 || isCount(value, Number.MAX_SAFE_INTEGER);
}

/** True when the member is absent, or there and as it should be. */
export function isOptional(value: unknown, isRight: (value: unknown) => boolean): boolean {
  return value === undefined || isRight(value);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

/** A list of which each item is right. */
export function isListOf(
  value: unknown,
  isRight: (item: unknown) => boolean,
): value is readonly unknown[] {
  // Not `every`, which leaves holes out.
  return Array.isArray(value) && value.findIndex((item) => !isRight(item)) === -1;
}
