/**
 * Ends the turn of this thread, so that the messages that wait are read. An immediate would not:
 * asked for while messages are read, it runs before the others.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
