import { AppError } from "../core/errors";
import type { Connections } from "./connections";

/**
 * Sign-ins to one of the user's own connections go without PKCE from now on; nobody is signed
 * out by that.
 * @throws AppError `input/connectionGone`
 */
export async function keepProofKeyOff(
  connections: Pick<Connections, "stored" | "save">,
  connectionId: string,
): Promise<void> {
  const stored = connections.stored.find(({ id }) => id === connectionId);
  if (stored === undefined) {
    throw new AppError("input", "input/connectionGone");
  }
  // Whoever demands it since then is not overruled by an old question.
  if (stored.proofKey === "auto") {
    await connections.save({ ...stored, proofKey: "off" });
  }
}
