import type { AnyCall } from "../../../../platform/base/call";
import type { PensionArgument } from "../../../../manifest";
import type { SendDraft } from "../../messages/sendPanel";
import type { PensionPlaces, SendServices } from "./services";

interface PensionWrite extends PensionPlaces {
  readonly call: AnyCall;
  readonly connectionId: string;
}

/**
 * Leaves a call that writes or deletes a pension to the one way that pensions are written, which
 * reads, compares, asks and checks; undefined for every other call.
 */
export async function leaveToPensions(
  services: Pick<SendServices, "pensionCallOf" | "openWritten" | "deletePension">,
  { call, connectionId, ...places }: PensionWrite,
): Promise<"put" | "delete" | undefined> {
  const pension = services.pensionCallOf(call, places);
  if (pension === undefined) {
    return undefined;
  }
  const { kind, clientId, pensionId } = pension;
  const which = { connectionId, clientId, pensionId };
  if (kind === "delete") {
    services.deletePension(which);
  } else {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(call.body);
    await services.openWritten({ ...which, text });
  }
  return kind;
}

/** The pension that a draft names, as far as it does. */
export function pensionOfDraft({ connectionId, values }: SendDraft): PensionArgument | undefined {
  const clientId = values["path.clientId"]?.trim() ?? "";
  const pensionId = values["path.pensionId"]?.trim() ?? "";
  const pension = pensionId === "" ? {} : { pensionId };
  return clientId === "" ? undefined : { connectionId, clientId, ...pension };
}
