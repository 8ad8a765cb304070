const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True for the 8-4-4-4-12 shape of a UUID, whatever its version (RFC 9562, section 4). */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
