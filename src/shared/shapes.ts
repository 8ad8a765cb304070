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

/** True when the member is absent, or there and as it should be. */
export function isOptional(value: unknown, isRight: (value: unknown) => boolean): boolean {
  return value === undefined || isRight(value);
}
