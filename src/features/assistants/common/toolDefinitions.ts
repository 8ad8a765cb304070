import type { ToolName } from "../messages/toolInputs";

/** How a tool introduces itself to models and to the user; English, as models are told. */
export interface ToolDefinition {
  /** For people, where tools are listed. */
  readonly title: string;
  /** Word by which the user names it in a prompt. */
  readonly reference: string;
  /** Codicon. */
  readonly icon: string;
  /** When to use it and when not, for the model. */
  readonly description: string;
}

const SERVICE = "the Financial Planning Open API";

export const TOOL_DEFINITIONS: Readonly<Record<ToolName, ToolDefinition>> = {
  listConnections: {
    title: "List connections",
    reference: "fpConnections",
    icon: "plug",
    description: `Lists the connections to ${SERVICE} with their environment and whether somebody is signed in. Use it first when it is not clear which connection is meant. It calls nobody. Not for adding, changing or signing in: the user does that.`,
  },
  listClients: {
    title: "List clients",
    reference: "fpClients",
    icon: "organization",
    description: `Lists one page of the clients of a connection to ${SERVICE}: id, name, date of birth. Use it to look through clients. Not for looking up somebody by name: use findClients.`,
  },
  findClients: {
    title: "Find clients",
    reference: "fpFindClients",
    icon: "search",
    description: `Finds clients of ${SERVICE} by words of a name, a date of birth or an id. The service has no search: pages of clients are walked, up to 1,000 at a time, and the answer says how to look further. Not for reading a client: use readClient with the id that was found.`,
  },
  readClient: {
    title: "Read client",
    reference: "fpClient",
    icon: "person",
    description: `Reads the record of one client of ${SERVICE} by its id. Use it after listClients or findClients. Not for holdings or results: use pageList.`,
  },
  pageList: {
    title: "Page a list",
    reference: "fpList",
    icon: "table",
    description: `Reads one page of a list of ${SERVICE}: holdings (listHoldings), results (listResults) or any list endpoint of the definition. Ask for few rows: an answer holds at most 50 and about 24 kB, and says how to get the rest. Not for whole exports: the user exports with the explorer.`,
  },
  describeEndpoint: {
    title: "Describe endpoint",
    reference: "fpEndpoint",
    icon: "symbol-method",
    description: `Describes an endpoint of ${SERVICE} by the definition that the connection follows: path, parameters, body, answer. Without an endpoint it lists all. Use it before writing code against the service or before pageList. It calls nobody. What it does not show is not known: do not assume it.`,
  },
  describeSchema: {
    title: "Describe schema",
    reference: "fpSchema",
    icon: "symbol-structure",
    description: `Describes the schema of what an endpoint of ${SERVICE} takes or answers, field by field. Use it before writePensionPayload. It calls nobody. An open schema means that the definition does not show the fields.`,
  },
  explainRequest: {
    title: "Explain request",
    reference: "fpExplain",
    icon: "question",
    description: `Finds a recorded call to ${SERVICE} by its trace id, request id or id of an error, and explains from evidence why it did not show what was hoped for. Use it when the user asks what happened to a call. It calls nobody.`,
  },
  writeTicket: {
    title: "Write ticket text",
    reference: "fpTicket",
    icon: "output",
    description: `Writes the text of a support ticket about a recorded call to ${SERVICE}, without secrets and client data. Use it when the user wants to ask the provider's support. Give the text to the user word for word. It calls nobody.`,
  },
  writePensionPayload: {
    title: "Write pension payload file",
    reference: "fpPayload",
    icon: "new-file",
    description: `Writes a pension payload as a new JSON file into the workspace, from values that the user gave, then says what the checks and a dry run think of it. Use it when the user wants such a file. Nothing is sent: the user reviews the file and sends it. A file that is there is replaced only if the user says yes. Not for sending, and not with pseudonyms or made-up values.`,
  },
};
