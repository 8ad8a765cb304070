/** "10:42" on screen, in the user's time; with the date where that is not today. */
export function shortTime(at: number, now: number): string {
  const [when, today] = [new Date(at), new Date(now)];
  const time = when.toLocaleTimeString([], { timeStyle: "short" });
  return when.toDateString() === today.toDateString()
    ? time
    : `${when.toLocaleDateString()} ${time}`;
}

/** "10:42:07" on screen, in the user's time. */
export function exactTime(at: number): string {
  return new Date(at).toLocaleTimeString();
}
