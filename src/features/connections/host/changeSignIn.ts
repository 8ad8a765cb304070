import type { Connection } from "../../../platform/base/connection";
import type { Connections } from "./connections";

/**
 * Sign-ins to one of the user's own connections go without PKCE from now on; nobody is signed
 * out by that.
 * @throws AppError `input/connectionGone`
 */
export async function keepProofKeyOff(
  connections: Pick<Connections, "edit">,
  connectionId: string,
): Promise<void> {
  // Whoever demands it since then is not overruled by an old question.
  await connections.edit(connectionId, (stored) =>
    stored.proofKey === "auto" ? { ...stored, proofKey: "off" } : undefined,
  );
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
  connections: Pick<Connections, "edit">,
  connectionId: string,
  remedy: unknown,
): Promise<void> {
  const name = String(remedy);
  await connections.edit(connectionId, (stored) => {
    // Whoever demands PKCE since then is not overruled by an old offer.
    const isOverruled = name === "proofKey" && stored.proofKey !== "off";
    return Object.hasOwn(REMEDIES, name) && !isOverruled
      ? { ...stored, ...REMEDIES[name] }
      : undefined;
  });
}
