import type { Privacy } from "../../../platform/vscode/privacy";
import type { PensionArgument } from "../../../manifest";

export interface ClientNames {
  /** As the service has it, where the client's row was loaded. */
  readonly clientLabel: (connectionId: string, clientId: string) => string | undefined;
  readonly privacy: Pick<Privacy, "isOn" | "masking">;
}

/**
 * How a client is called in titles, lines and questions: the pseudonym of the tree while privacy
 * mode is on. The pension keeps its id there, which the payload file has as its name.
 */
export function clientName(
  { clientLabel, privacy }: ClientNames,
  { connectionId, clientId, clientLabel: given }: PensionArgument,
): string {
  const label = given ?? clientLabel(connectionId, clientId);
  return label === undefined
    ? privacy.masking.maskLabel(clientId, "id")
    : privacy.masking.maskLabel(label, "person");
}
