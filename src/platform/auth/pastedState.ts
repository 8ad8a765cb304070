/** The states that the explorer makes: base64url, nothing that could be encoded. */
const STATE = /[?&#]state=([A-Za-z0-9_-]{8,512})(?=[&#]|$)/g;

/**
 * The state in an address that a person pasted, to find the sign-in that it belongs to;
 * undefined where there is none, or more than one. Whether the address fits is asked later.
 */
export function pastedState(text: string): string | undefined {
  const found = [...text.trim().matchAll(STATE)];
  return found.length === 1 ? found[0]?.[1] : undefined;
}
