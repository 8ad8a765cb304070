import type { ErrorTable } from "../../../platform/texts/words";

/** What tools of assistants cannot do. They are read by models, too: each says what to do next. */
export const ASSISTANT_TEXTS: ErrorTable = {
  "assistants/off": ({ t }) => ({
    what: t("Assistants are not allowed to use the explorer."),
    advice: t("The user can allow it in the settings, under “Assistants: Data”."),
  }),
  "assistants/input": ({ t, value, has }) => ({
    what: has("names")
      ? t("The tool was called with arguments that are not valid: {0}.", value("names"))
      : t("The tool was called with arguments that are not valid."),
    advice: t("Call it again with arguments that fit its input schema."),
  }),
  "assistants/unknownConnection": ({ t }) => ({
    what: t("No connection has that id or name, or several have that name."),
    advice: t("List the connections, then use the id of one of them."),
  }),
  "assistants/unknownPseudonym": ({ t }) => ({
    what: t("The value behind this pseudonym is no longer known."),
    advice: t("Read the list that it came from again, then use the pseudonym that it has there."),
  }),
  "assistants/unknownList": ({ t }) => ({
    what: t("The definition of this connection has no list endpoint of that name."),
    advice: t("List the endpoints, then use the operation id of one that is a list."),
  }),
  "assistants/unknownEndpoint": ({ t }) => ({
    what: t("The definition of this connection has no endpoint of that name."),
    advice: t("List the endpoints, then use the operation id of one of them."),
  }),
  "assistants/unknownField": ({ t }) => ({
    what: t("The schema has no field at that path."),
    advice: t("Call the tool without 'at' to get the whole schema, then use a path in it."),
  }),
  "assistants/noBody": ({ t }) => ({
    what: t("The definition describes no request body for this endpoint."),
    advice: t("Ask for the schema of its answer instead."),
  }),
  "assistants/pathMissing": ({ t, value }) => ({
    what: t("The path of this list needs values: {0}.", value("names")),
    advice: t("Give the id of the client and the other values that are named."),
  }),
  "assistants/pseudonymInPayload": ({ t }) => ({
    what: t("The payload holds pseudonyms, so no file was written."),
    advice: t("Use values that the user gave. Leave out what is not known."),
  }),
  "assistants/payloadLong": ({ t }) => ({
    what: t("The payload is too long, so no file was written."),
    advice: t("Give the fields of one pension only."),
  }),
  "assistants/noFolder": ({ t }) => ({
    what: t("There is no folder that a payload file can be written to."),
    advice: t(
      "Ask the user to open a folder in VS Code, or to start the MCP server with FP_PAYLOAD_FOLDER.",
    ),
  }),
  "assistants/notWritten": ({ t }) => ({
    what: t("The payload file could not be written."),
    advice: t("Ask the user whether the disk is full and whether the folder can be written to."),
  }),
  "assistants/fileThere": ({ t }) => ({
    what: t("There is a payload file of this pension already; it was not changed."),
    advice: t("Ask the user to look at it, or to remove it first."),
  }),
  "assistants/fileNotSaved": ({ t }) => ({
    what: t("The editor did not save the payload file."),
    advice: t("Ask the user to save the file in its editor, or to undo the change there."),
  }),
  "assistants/fileOpen": ({ t }) => ({
    what: t("The payload file of this pension has changes that are not saved; it was not changed."),
    advice: t("Ask the user to save the file or to close it, then try again."),
  }),
};
