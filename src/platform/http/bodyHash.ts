import { hash } from "node:crypto";

/** SHA-256 in hex of a body, as permits and records name it. */
export function hashBody(body: Uint8Array | undefined): string {
  return hash("sha256", body ?? "", "hex");
}
