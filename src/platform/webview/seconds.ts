import { formatDuration } from "../base/statusLine";
import { formatNumber } from "../base/texts";
import { documentLanguage } from "./counts";

/** What is left, rounded up, or has gone by, rounded down: "12 s", "1 min 3 s". */
export function secondsLeft(milliseconds: number): string {
  return inSeconds(Math.ceil(milliseconds / 1000));
}

export function secondsGone(milliseconds: number): string {
  return inSeconds(Math.floor(milliseconds / 1000));
}

function inSeconds(seconds: number): string {
  const whole = Math.max(0, seconds);
  return whole < 60
    ? `${formatNumber(whole, documentLanguage())} s`
    : formatDuration(whole * 1000, documentLanguage());
}
