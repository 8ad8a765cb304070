import * as v from "valibot";
import type { AssistantTool } from "../../../manifest";
import { described, type Shape } from "../../../platform/base/messageSchemas";

/** Rows that one answer holds at most. */
export const MOST_ROWS = 50;
const DEFAULT_ROWS = 20;
const LONGEST_TEXT = 500;
const MOST_PARAMETERS = 30;

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_TEXT));
const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));

const connection = v.optional(
  described(
    text,
    "Id or name of the connection, as listConnections gives it. Without it: the connection in use.",
  ),
);
const clientId = described(
  text,
  "Id of the client, exactly as an earlier answer gave it, be it a pseudonym or not.",
);
const rows = v.optional(
  described(count(MOST_ROWS), `Rows that are wanted, at most ${MOST_ROWS}.`),
  DEFAULT_ROWS,
);
const page = v.optional(described(count(1_000_000), "Page of that many rows, from 1."), 1);
const values = v.pipe(
  v.record(text, v.union([text, v.pipe(v.array(text), v.maxLength(50))])),
  v.check((given) => Object.keys(given).length <= MOST_PARAMETERS),
);
const callId = described(
  v.pipe(v.string(), v.minLength(8), v.maxLength(LONGEST_TEXT)),
  "Trace id, request id or id of an error, whole or its first 8 characters.",
);

/** What each tool is asked with. Editors and the MCP server publish these as JSON Schema. */
export const TOOL_INPUTS = {
  listConnections: v.strictObject({}),
  listClients: v.strictObject({ connection, page, rows }),
  findClients: v.strictObject({
    connection,
    query: described(text, "Words of a name, a date of birth (YYYY-MM-DD), or an id."),
    fromPage: v.optional(
      described(count(1_000_000), "Where an answer said how to look further: its next page."),
      1,
    ),
  }),
  readClient: v.strictObject({ connection, clientId }),
  pageList: v.strictObject({
    connection,
    endpoint: described(
      text,
      "Operation id of a list endpoint, such as listHoldings or listResults; describeEndpoint lists them.",
    ),
    clientId: v.optional(clientId),
    path: v.optional(described(values, "Other path parameters by name.")),
    query: v.optional(
      described(values, "Query parameters by name, without those of paging; a list for several."),
    ),
    page,
    rows,
    skip: v.optional(
      described(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
        "Rows of this page to leave out at its beginning, where an answer was cut.",
      ),
      0,
    ),
  }),
  describeEndpoint: v.strictObject({
    connection,
    endpoint: v.optional(described(text, "Operation id. Without it: all endpoints.")),
  }),
  describeSchema: v.strictObject({
    connection,
    endpoint: described(text, "Operation id."),
    part: described(v.picklist(["body", "answer"]), "What is sent, or what comes back."),
    at: v.optional(
      described(text, "Field to look into, such as contributions.amount; items need no index."),
    ),
  }),
  explainRequest: v.strictObject({ id: callId }),
  writeTicket: v.strictObject({ id: callId }),
  writePensionPayload: v.strictObject({
    connection,
    clientId,
    pensionId: described(text, "Id of the pension."),
    values: described(
      v.record(v.string(), v.unknown()),
      "The whole payload as an object. Real values only: a pseudonym is refused.",
    ),
  }),
} as const satisfies Readonly<Record<AssistantTool, v.GenericSchema>>;

export type ToolName = AssistantTool;
export type ToolInput<Name extends ToolName> = Shape<(typeof TOOL_INPUTS)[Name]>;
