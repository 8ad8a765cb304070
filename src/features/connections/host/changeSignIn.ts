import type { Connection } from "../../../platform/base/connection";
import { AppError } from "../../../platform/base/errors";
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
  const stored = demandStored(connections, connectionId);
  // Whoever demands it since then is not overruled by an old question.
  if (stored.proofKey === "auto") {
    await connections.save({ ...stored, proofKey: "off" });
  }
}

/** What an error can name as the way on, and what of a connection that changes. */
const REMEDIES: Readonly<Record<string, Partial<Connection>>> = {
  basic: { clientAuthentication: "basic" },
  post: { clientAuthentication: "post" },
  code: { responseType: "code" },
  proofKey: { proofKey: "auto" },
};

/**
 * Sign-ins to one of the user's own connections go the way that a refusal asked for; nobody is
 * signed out by that. What is no remedy changes nothing.
 * @throws AppError `input/connectionGone`
 */
export async function changeSignIn(
  connections: Pick<Connections, "stored" | "save">,
  connectionId: string,
  remedy: unknown,
): Promise<void> {
  const stored = demandStored(connections, connectionId);
  const name = String(remedy);
  // Whoever demands PKCE since then is not overruled by an old offer.
  const isOverruled = name === "proofKey" && stored.proofKey !== "off";
  if (Object.hasOwn(REMEDIES, name) && !isOverruled) {
    await connections.save({ ...stored, ...REMEDIES[name] });
  }
}

function demandStored({ stored }: Pick<Connections, "stored">, connectionId: string): Connection {
  const found = stored.find(({ id }) => id === connectionId);
  if (found === undefined) {
    throw new AppError("input", "input/connectionGone");
  }
  return found;
}
