import type { Translate } from "../../../platform/texts/words";
import type { ToolName } from "../messages/toolInputs";
import type { DataMode } from "../common/toolServices";

/** What the user is asked before a tool runs. */
export interface ToolConfirmation {
  /** While it runs: "Reading clients of 'Acme'". */
  readonly running: string;
  readonly title: string;
  readonly message: string;
}

/** What a question is about. */
export interface ConfirmedTool {
  readonly tool: ToolName;
  /** The connection with its environment; undefined where none of that name is known. */
  readonly connection: string | undefined;
  readonly isProduction: boolean;
  readonly mode: DataMode;
}

/** Names the connection, and says what is read and how it is told. */
export function confirmationWords(asked: ConfirmedTool, t: Translate): ToolConfirmation {
  const { tool, mode } = asked;
  const name = asked.connection ?? t("a connection that is not known");
  const lines = [whatIsRead(tool, name, t)];
  if (TELLS_DATA.has(tool)) {
    lines.push(
      mode === "asItIs"
        ? t("The assistant gets names, dates of birth, ids and amounts as they are.")
        : t("The assistant gets pseudonyms for names, dates of birth, ids and amounts."),
    );
  }
  if (mode === "asItIs" && asked.isProduction && TELLS_DATA.has(tool)) {
    lines.push(t("You are asked once more before data of Production is given unmasked."));
  }
  return {
    running: whatRuns(tool, name, t),
    title: titleOf(tool, name, t),
    message: lines.join(" "),
  };
}

const TELLS_DATA: ReadonlySet<ToolName> = new Set([
  ...(["listClients", "findClients", "readClient", "pageList"] as const),
  ...(["explainRequest", "writePensionPayload"] as const),
]);

function titleOf(tool: ToolName, name: string, t: Translate): string {
  switch (tool) {
    case "listConnections":
      return t("Let the assistant see your connections?");
    case "explainRequest":
    case "writeTicket":
      return t("Let the assistant see a recorded call of {0}?", name);
    case "writePensionPayload":
      return t("Let the assistant write a pension payload file for {0}?", name);
    default:
      return t("Let the assistant read from {0}?", name);
  }
}

function whatRuns(tool: ToolName, name: string, t: Translate): string {
  switch (tool) {
    case "listConnections":
      return t("Listing connections");
    case "explainRequest":
    case "writeTicket":
      return t("Looking up a recorded call");
    case "writePensionPayload":
      return t("Writing a pension payload file for {0}", name);
    default:
      return t("Reading from {0}", name);
  }
}

function whatIsRead(tool: ToolName, name: string, t: Translate): string {
  switch (tool) {
    case "listConnections":
      return t(
        "It gets their names, environments and whether you are signed in. No address, no key.",
      );
    case "listClients":
      return t("It reads a page of the clients of {0}.", name);
    case "findClients":
      return t("It looks through clients of {0}, page by page, up to 1,000.", name);
    case "readClient":
      return t("It reads the record of one client of {0}.", name);
    case "pageList":
      return t("It reads one page of a list of {0}.", name);
    case "describeEndpoint":
    case "describeSchema":
      return t("It reads the interface definition of {0}. No call is sent.", name);
    case "explainRequest":
      return t(
        "It gets what is recorded of a call of {0}, and its explanation. No call is sent.",
        name,
      );
    case "writeTicket":
      return t(
        "It gets the text for a support ticket, without secrets and client data. No call is sent.",
      );
    case "writePensionPayload":
      return t(
        "It writes a new file into the workspace, checks it, and reads the pension from {0}. Nothing is sent.",
        name,
      );
  }
}

/** The question before data of Production are told as they are; once for each session. */
export function productionQuestion(
  name: string,
  t: Translate,
): { readonly message: string; readonly detail: string; readonly button: string } {
  return {
    message: t("Give assistants data of {0} unmasked?", name),
    detail: t(
      "Names, dates of birth, ids and amounts of real people go to the model of your assistant. The answer holds until this window closes. Without a yes they get pseudonyms.",
    ),
    button: t("Give Unmasked"),
  };
}
