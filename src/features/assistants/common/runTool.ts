import * as v from "valibot";
import { AppError, isCanceled } from "../../../platform/base/errors";
import { TOOL_INPUTS, type ToolInput, type ToolName } from "../messages/toolInputs";
import { answerText, failureText, type ToolAnswer } from "./toolAnswer";
import type { ToolCall } from "./toolCall";
import type { ToolServices } from "./toolServices";
import { findClients, listClients, readClient } from "./tools/clients";
import { listConnections } from "./tools/connections";
import { describeEndpoint, describeSchema } from "./tools/definitions";
import { pageList } from "./tools/lists";
import { writePensionPayload } from "./tools/payload";
import { explainRequest, ticketText } from "./tools/requests";

type Tool = (call: ToolCall, given: unknown) => ToolAnswer | Promise<ToolAnswer>;

function define<Name extends ToolName>(
  name: Name,
  work: (call: ToolCall, input: ToolInput<Name>) => ToolAnswer | Promise<ToolAnswer>,
): Tool {
  return (call, given) => work(call, readInput(name, given));
}

const TOOLS: Readonly<Record<ToolName, Tool>> = {
  listConnections: define("listConnections", listConnections),
  listClients: define("listClients", listClients),
  findClients: define("findClients", findClients),
  readClient: define("readClient", readClient),
  pageList: define("pageList", pageList),
  describeEndpoint: define("describeEndpoint", describeEndpoint),
  describeSchema: define("describeSchema", describeSchema),
  explainRequest: define("explainRequest", explainRequest),
  writeTicket: define("writeTicket", ticketText),
  writePensionPayload: define("writePensionPayload", writePensionPayload),
};

export interface ToolRun {
  /** A JSON text: the answer, or the failure in two sentences. */
  readonly text: string;
  readonly isFailure: boolean;
}

/**
 * Runs a tool by its name with what a model gave. Failures are answers too; only what the user
 * cancelled is thrown.
 */
export async function runTool(
  services: ToolServices,
  name: ToolName,
  given: unknown,
  signal: AbortSignal,
): Promise<ToolRun> {
  try {
    if (services.mode() === "off") {
      throw new AppError("refused", "assistants/off");
    }
    const answer = await TOOLS[name]({ services, tool: name, signal }, given);
    return { text: answerText(answer), isFailure: false };
  } catch (error) {
    if (isCanceled(error)) {
      throw error;
    }
    return { text: failureText(await describe(services, error)), isFailure: true };
  }
}

/** @throws AppError `assistants/input` with the places that do not fit */
export function readInput<Name extends ToolName>(name: Name, given: unknown): ToolInput<Name> {
  const result = v.safeParse(TOOL_INPUTS[name], given ?? {});
  if (!result.success) {
    const places = result.issues.map((issue) => v.getDotPath(issue) ?? "");
    const names = [...new Set(places)].filter((place) => /^[\w.]{1,60}$/.test(place)).join(", ");
    throw new AppError("input", "assistants/input", names === "" ? {} : { values: { names } });
  }
  return result.output;
}

/** Always masked: a failure can name a client, and who may know it was not asked. */
async function describe(
  { describeError, translate, redact, masking }: ToolServices,
  error: unknown,
): ReturnType<ToolServices["describeError"]> {
  const masks = masking();
  return describeError(error, (message, ...values) => {
    const shown = values.map((value) => masks.maskText(redact(value)));
    return masks.maskQuotes(translate(message, ...shown));
  });
}
