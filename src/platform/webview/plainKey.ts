/** The name of a key that is pressed alone; with others it is none of a list or row of tabs. */
export function plainKey(event: KeyboardEvent): string | undefined {
  const { ctrlKey, altKey, metaKey, shiftKey, key } = event;
  return ctrlKey || altKey || metaKey || shiftKey ? undefined : key;
}
