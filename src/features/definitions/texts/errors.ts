import { jsonReason, position } from "../../../platform/texts/local";
import type { ErrorFacts, ErrorTable, ErrorWords } from "../../../platform/texts/words";
import { formatNumber } from "../../../platform/base/texts";

/** Documents that cannot be imported, and definitions that are kept. */
export const DEFINITION_TEXTS: ErrorTable = {
  "definition/empty": ({ t }) => ({
    what: t("The document is empty."),
    advice: t("Choose one that holds an OpenAPI description."),
  }),
  "definition/syntax": (facts) => ({
    what: facts.t(
      "The document is not {0}: {1} ({2}).",
      facts.value("name") || "JSON",
      facts.value("name") === "YAML" ? yamlReason(facts) : jsonReason(facts),
      position(facts),
    ),
    advice: facts.t("Correct it at that place, then import it again."),
  }),
  "definition/severalDocuments": (facts) => ({
    what: facts.t("The file holds several YAML documents; another one begins at {0}.", at(facts)),
    advice: facts.t("Keep one OpenAPI document per file, then import it again."),
  }),
  "definition/tooDeep": (facts) => ({
    what: facts.t("The document is nested too deeply ({0}).", position(facts)),
    advice: facts.t("Use fewer levels there, then import it again."),
  }),
  "definition/aliases": (facts) => ({
    what:
      facts.value("reason") === "loop"
        ? facts.t("A YAML alias contains itself ({0}).", position(facts))
        : facts.t("The YAML aliases make the document too large ({0}).", position(facts)),
    advice: facts.t("Use $ref in place of the alias, then import it again."),
  }),
  "definition/tooLarge": ({ t, language, value }) => ({
    what: t(
      "The document is larger than {0} million characters.",
      formatNumber(Math.floor(Number(value("limit")) / 1_000_000), language),
    ),
    advice: t("Import the part of it that describes the domain."),
  }),
  "definition/nothingThere": ({ t, status }) => ({
    what: t("There is no document at this address ({0}).", String(status)),
    advice: t("Check the address with the provider; the definition may have moved."),
  }),
  "definition/notOpenApi": notOpenApi,
  "definition/version": (facts) => ({
    what: facts.t("OpenAPI {0} cannot be read.", facts.value("name") || "?"),
    advice: facts.t("Ask the provider for OpenAPI 2.0, 3.0 or 3.1, or convert it."),
  }),
  "definition/noEndpoints": ({ t }) => ({
    what: t("The document describes no endpoint: nothing usable is under its paths."),
    advice: t("Check that it is the whole document, not one of the files that it refers to."),
  }),
  "definition/upgrade": (facts) => ({
    what: facts.t(
      "The document declares OpenAPI {0}, but its structure is not valid.",
      facts.value("name"),
    ),
    advice: facts.t("Ask the provider to correct it, or for a document in OpenAPI 3.1."),
  }),
  "definition/noTypes": ({ t }) => ({
    what: t("No types can be written: no object was found in the body."),
    advice: t("Choose an answer with objects, or import a definition that describes them."),
  }),
  "definition/typesFailed": ({ t }) => ({
    what: t("The types could not be generated."),
    advice: t("Try another answer of the endpoint, or run 'Show Log' to see why."),
  }),
  "definition/readerEnded": ({ t }) => ({
    what: t("Reading the document stopped before its end; it may be too large."),
    advice: t(
      "Try again. If it fails again, import a smaller document, or run 'Show Log' to see why.",
    ),
    action: "showLog",
  }),
  "definition/gone": (facts) => ({
    what: nameGone(facts),
    advice: facts.t("Import it again. Until then the built-in description is used."),
  }),
  "definition/notKept": ({ t }) => ({
    what: t("The definitions could not be written to disk."),
    advice: t("Check the space that is left, then try again; nothing was changed."),
    action: "retry",
  }),
  "definition/laterVersion": ({ t }) => ({
    what: t(
      "A newer version of the explorer changed the definitions, so this one cannot change them.",
    ),
    advice: t("Update the explorer in this window, then try again."),
  }),
  "definition/noRoom": ({ t }) => ({
    what: t("The active definitions would be too large together with this one."),
    advice: t("Choose the built-in description for another domain, or import a smaller document."),
  }),
  "definition/notText": ({ t }) => ({
    what: t("The document is not text in UTF-8."),
    advice: t("Save it as UTF-8, then import it again."),
  }),
  "definition/fileUnreadable": ({ t }) => ({
    what: t("The file could not be read."),
    advice: t("Check that it is there and that you may read it, then import it again."),
  }),
  "definition/nothingToChoose": ({ t, value, has }): ErrorWords => ({
    what: has("name")
      ? t("No definition of {0} has been imported.", value("name"))
      : t("No definition of the provider has been imported."),
    advice: t("Import one first, from a file, the clipboard or an address of the connection."),
  }),
  "definition/noConnection": ({ t }): ErrorWords => ({
    what: t("A document can be fetched only through a connection."),
    advice: t("Add a connection first, or import the document as a file."),
    action: "addConnection",
  }),
};

function notOpenApi({ t, value }: ErrorFacts): ErrorWords {
  const words: Readonly<Record<string, readonly [what: string, advice: string]>> = {
    markup: [
      t("This is a web page or XML, not an OpenAPI document."),
      t("Use the address of the document itself. The page may be one to sign in at."),
    ],
    postman: [
      t("This is a Postman collection, not an OpenAPI document."),
      t("Export it as OpenAPI 3 and import that."),
    ],
    asyncapi: [
      t("This is an AsyncAPI document, which describes messages and no calls."),
      t("Ask the provider for the OpenAPI document."),
    ],
    jsonSchema: [
      t("This is a JSON Schema, not an OpenAPI document."),
      t("Choose the document that holds the paths; it may refer to this one."),
    ],
    errorAnswer: [
      t("This is an error that a server answered, not an OpenAPI document."),
      t("Check the address and the sign-in, then fetch it again."),
    ],
  };
  const [what, advice] = words[value("what")] ?? [
    t("This is not an OpenAPI document: it says no OpenAPI version."),
    t("Choose the document that begins with openapi or swagger."),
  ];
  return { what, advice };
}

function at({ t, value }: ErrorFacts): string {
  return t("line {0}", value("line"));
}

/** By the codes of the YAML library. */
function yamlReason({ t, value }: ErrorFacts): string {
  const words: Readonly<Record<string, string>> = {
    BAD_INDENT: t("the indentation is wrong, or a bracket is left open"),
    TAB_AS_INDENT: t("a tab is used for indentation"),
    MISSING_CHAR: t("a character is missing"),
    UNEXPECTED_TOKEN: t("something is not allowed at this place"),
    BAD_SCALAR_START: t("a text that begins like this needs quotes"),
    BLOCK_AS_IMPLICIT_KEY: t("a text with a colon needs quotes"),
    MULTILINE_IMPLICIT_KEY: t("a name goes over several lines"),
    BLOCK_IN_FLOW: t("a list with dashes is inside brackets"),
    BAD_ALIAS: t("an alias is malformed"),
    unknownAlias: t("an alias has no anchor before it"),
    TAG_RESOLVE_FAILED: t("a tag does not fit its value"),
  };
  return words[value("reason")] ?? t("it cannot be read");
}

function nameGone({ t, value }: ErrorFacts): string {
  const name = value("name");
  return name === ""
    ? t("This version of a definition is gone.")
    : t("The definition {0} is gone or damaged.", name);
}
