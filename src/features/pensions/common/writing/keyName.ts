import type { PensionKey } from "./records";

/** One text for one pension of a connection; client ids are the same in either case (RFC 9562). */
export function keyName({ connectionId, clientId, pensionId }: PensionKey): string {
  return JSON.stringify([connectionId, clientId.toLowerCase(), pensionId]);
}
