import type * as vscode from "vscode";
import { namedId, type NamedId, stringAt } from "../../common/editing/idAt";
import { isPensionId, type PensionIdentity } from "../../common/target";
import { isPayload } from "../payloadPatterns";
import { type NamedConnection, targetConnection } from "../targetConnection";
import { rangeOf } from "./problems";
import type { EditingServices } from "./services";

/** An id in a payload: whose it is, and the text between its quotes. */
interface FoundId {
  readonly range: vscode.Range;
  /** Where the payload goes to. */
  readonly connection: NamedConnection;
  readonly id: ClientId | ({ readonly kind: "pension" } & PensionIdentity);
}

type ClientId = Extract<NamedId, { kind: "client" }>;

/** The id of a client or a pension at a place of a payload. */
export function findId(
  services: EditingServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): FoundId | undefined {
  const place = isPayload(document.uri)
    ? stringAt(document.getText(), document.offsetAt(position))
    : undefined;
  const target = services.targets.of(document.uri);
  const connection = targetConnection(services, target);
  if (place === undefined || connection === undefined) {
    return undefined;
  }
  const clientId = target?.clientId;
  const pensions = clientId === undefined ? [] : services.records.of(connection.id, clientId);
  const found = namedId(place, (id) => pensions.some(({ pensionId }) => pensionId === id));
  const range = rangeOf(document, { offset: place.offset + 1, length: place.length - 2 });
  if (found?.kind === "client") {
    return { range, connection, id: found };
  }
  // Whose pension it is, only the target of the payload says.
  return found === undefined || clientId === undefined || !isPensionId(found.pensionId)
    ? undefined
    : { range, connection, id: { ...found, clientId } };
}
