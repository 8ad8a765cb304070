const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Seconds as a person says them, in the largest unit that gives a whole number. */
export function durationText(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? UNITS[3];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const MOMENT = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "medium",
  timeZone: "UTC",
});

/** A moment in UTC. */
export function momentText(milliseconds: number): string {
  return `${MOMENT.format(milliseconds)} UTC`;
}
