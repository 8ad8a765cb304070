import type * as vscode from "vscode";
import { namedId, type NamedId, stringAt } from "../../core/pensions/editing/idAt";
import { isPensionId, type PensionIdentity } from "../../core/pensions/target";
import { isPayload } from "../../host/payloadPatterns";
import { rangeOf } from "./problems";
import type { EditingServices } from "./services";

/** An id in a payload: whose it is, and the text between its quotes. */
export interface FoundId {
  readonly range: vscode.Range;
  readonly connectionId: string;
  readonly id: ClientId | ({ readonly kind: "pension" } & PensionIdentity);
}

type ClientId = Extract<NamedId, { kind: "client" }>;

/** The id of a client or a pension at a place of a payload. */
export function findId(
  { targets, records, defaultConnection }: EditingServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): FoundId | undefined {
  const place = isPayload(document.uri)
    ? stringAt(document.getText(), document.offsetAt(position))
    : undefined;
  if (place === undefined) {
    return undefined;
  }
  const connectionId = defaultConnection().id;
  const clientId = targets.of(document.uri)?.clientId;
  const pensions = clientId === undefined ? [] : records.of(connectionId, clientId);
  const found = namedId(place, (id) => pensions.some(({ pensionId }) => pensionId === id));
  const range = rangeOf(document, { offset: place.offset + 1, length: place.length - 2 });
  if (found?.kind === "client") {
    return { range, connectionId, id: found };
  }
  // Whose pension it is, only the target of the payload says.
  return found === undefined || clientId === undefined || !isPensionId(found.pensionId)
    ? undefined
    : { range, connectionId, id: { ...found, clientId } };
}
