import { TIME_UNITS } from "../../../../platform/base/spans";

/** Seconds as a person says them, in the largest unit that gives a whole number. */
export function durationText(seconds: number): string {
  const [unit, size] = TIME_UNITS.find(([, length]) => seconds % length === 0) ?? TIME_UNITS[3];
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
