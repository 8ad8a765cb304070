import { l10n } from "vscode";
import type { Connection } from "../base/connection";
import { type Challenge, TYPED_LENGTH } from "../guard/guard";
import type { Dialogs } from "./dialogs";
import type { Privacy } from "./privacy";
import { connectionName } from "./words";
import { countText } from "./formats";

export interface ChallengeServices {
  readonly dialogs: Dialogs;
  readonly privacy: Pick<Privacy, "masking">;
  readonly keyFingerprint: (connectionId: string) => string | undefined;
}

/** The first write of an unlock, as far as its question names it. */
export interface ChallengedWrite {
  readonly connection: Connection;
  readonly clientId?: string | undefined;
  /** How the client is called on screen. */
  readonly clientName?: string | undefined;
}

/**
 * Asks to type the end of the client's id, or the key's fingerprint; undefined when the user
 * declined. Compares nothing: `WriteGuard.permit` does.
 */
export async function askChallenge(
  services: ChallengeServices,
  write: ChallengedWrite,
  what: Challenge,
): Promise<string | undefined> {
  const { connection, clientId = "" } = write;
  const shownId = services.privacy.masking.maskLabel(clientId, "id");
  const typed = await services.dialogs.input({
    title: l10n.t("First write to {0} since it was unlocked", connectionName(connection)),
    prompt:
      what === "clientId"
        ? promptOfClient(shownId, write.clientName ?? shownId)
        : l10n.t(
            "Type the fingerprint of the key that decides the environment: {0}",
            services.keyFingerprint(connection.id) ?? l10n.t("unknown"),
          ),
  });
  // Who sees a pseudonym types the end of that; the guard knows the real id alone.
  const isOfPseudonym =
    what === "clientId" && shownId !== clientId && isSame(typed, shownId.slice(-TYPED_LENGTH));
  return isOfPseudonym ? clientId.slice(-TYPED_LENGTH) : typed;
}

function promptOfClient(shownId: string, name: string): string {
  return name === shownId
    ? l10n.t(
        "Type the last {0} characters of the id of the client: {1}",
        countText(TYPED_LENGTH),
        shownId,
      )
    : l10n.t(
        "Type the last {0} characters of the id of client {1}: {2}",
        countText(TYPED_LENGTH),
        name,
        shownId,
      );
}

function isSame(typed: string | undefined, wanted: string): boolean {
  return typed?.trim().toLowerCase() === wanted.toLowerCase();
}
