import { AppError } from "../../../platform/base/errors";
import type { ConnectionSummary } from "../../../platform/base/connection";
import { type Masking, NO_MASKING } from "../../../platform/base/masking";
import type { Translate } from "../../../platform/texts/words";
import type { Action } from "../../../platform/base/action";
import type { ServiceAnswer, ServiceClient } from "../../../platform/service/client";
import { assistantClient } from "./assistantClient";
import type { ToolServices } from "./toolServices";

/** One call of a tool: what it may tell, and by whose name it calls. */
export interface ToolCall {
  readonly services: ToolServices;
  /** As the record has it. */
  readonly tool: string;
  readonly signal: AbortSignal;
}

/** What is told of data: masked, or as they are. */
export interface Telling {
  readonly isMasked: boolean;
  /** Of sentences; masks nothing where data are told as they are. */
  readonly masking: Masking;
  readonly json: (text: string, of?: "answer" | "row") => string;
  readonly label: Masking["maskLabel"];
  /** Sentences with what a server said, without secrets. */
  readonly t: Translate;
}

/** How data of a connection are told now; undefined for one that is gone: then masked. */
export async function tellingOf(
  services: ToolServices,
  connection: ConnectionSummary | undefined,
): Promise<Telling> {
  const wanted = services.mode() === "asItIs" && connection !== undefined;
  const isMasked = !(wanted && (await services.mayTellAsItIs(connection)));
  const masking = isMasked ? services.masking() : NO_MASKING;
  const pseudonyms = services.pseudonyms();
  const { redact, translate } = services;
  return {
    isMasked,
    masking,
    json: (text, of) => (isMasked ? pseudonyms.maskJson(text, of) : text),
    label: (text, kind) => (isMasked ? pseudonyms.maskLabel(text, kind) : text),
    t: (message, ...values) => {
      const shown = values.map((value) =>
        // Secrets first: a masked part would hide the rest of one from who looks for it.
        masking.maskText(redact(value)),
      );
      return masking.maskQuotes(redact(translate(message, ...shown)));
    },
  };
}

/**
 * The connection that is meant, by id or name, else the one in use.
 * @throws AppError `assistants/unknownConnection`
 */
export function findConnection(
  services: Pick<ToolServices, "connections" | "currentConnection">,
  named: string | undefined,
): ConnectionSummary {
  const all = services.connections();
  const wanted = named ?? services.currentConnection();
  const byName = all.filter(({ label }) => label.toLowerCase() === wanted.toLowerCase());
  // Two of one name are told apart by their ids alone.
  const found =
    all.find(({ id }) => id === wanted) ?? (byName.length === 1 ? byName[0] : undefined);
  if (found === undefined) {
    throw new AppError("input", "assistants/unknownConnection");
  }
  return found;
}

/** A client that reads, in the name of the tool. */
export async function openForTool(
  { services, tool }: ToolCall,
  connectionId: string,
): Promise<ServiceClient> {
  return assistantClient((await services.open(connectionId)).client, tool);
}

/** The ids of a call, for whoever asks about it later. */
export function callFacts(action: Action): Readonly<Record<string, unknown>> {
  const last = action.attempts.at(-1);
  return { traceId: action.traceId, requestId: last?.requestId, status: last?.status };
}

export function answerFacts({ action }: Pick<ServiceAnswer, "action">): {
  readonly call: Readonly<Record<string, unknown>>;
} {
  return { call: callFacts(action) };
}

/** What is told of a connection: nothing that opens it, and no address. */
export function connectionFacts({
  id,
  label,
  environment,
}: ConnectionSummary): Readonly<Record<string, unknown>> {
  return { id, name: label, environment };
}
