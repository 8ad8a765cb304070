import type { Translate } from "../../../platform/texts/words";
import type { DefinitionTexts } from "../messages/definitionsPanel";

/** The words of the view around what it shows. */
export function definitionTexts(t: Translate): DefinitionTexts {
  return {
    title: t("Interface definitions"),
    ...importTexts(t),
    ...versionTexts(t),
    ...endpointTexts(t),
    changes: t("Changes"),
    breaking: t("Breaking"),
    other: t("Not breaking"),
    copyMarkdown: t("Copy as Markdown"),
    close: t("Close"),
    noChanges: t("Nothing is different for those who call it."),
    drift: t("Answers that are not as defined"),
    driftAt: t("last seen {0}"),
    openAnswer: t("Show request"),
    notes: t("Left open"),
    facts: t("Active definition"),
    ago: t("{0} ago"),
    justNow: t("just now"),
  };
}

function importTexts(t: Translate): Pick<DefinitionTexts, ImportText> {
  return {
    imports: t("Import a definition"),
    importFile: t("Import file…"),
    importClipboard: t("Import clipboard"),
    importAddress: t("Import address…"),
    empty: t("No definition of the provider has been imported."),
    emptyAdvice: t(
      "Import its OpenAPI document (2.0, 3.0 or 3.1; JSON or YAML): payloads, lists, the tree and Send Request… then follow it.",
    ),
  };
}
type ImportText =
  "imports" | "importFile" | "importClipboard" | "importAddress" | "empty" | "emptyAdvice";

function versionTexts(t: Translate): Pick<DefinitionTexts, VersionText> {
  return {
    versions: t("Versions"),
    version: t("Version"),
    active: t("active"),
    use: t("Use"),
    compare: t("Compare"),
    remove: t("Remove"),
    open: t("Open"),
    ofVersion: t("{0}: {1}"),
  };
}
type VersionText =
  "versions" | "version" | "active" | "use" | "compare" | "remove" | "open" | "ofVersion";

function endpointTexts(t: Translate): Pick<DefinitionTexts, EndpointText> {
  return {
    endpoints: t("Endpoints"),
    endpoint: t("Endpoint"),
    summary: t("Summary"),
    met: t("Met in"),
    deprecated: t("deprecated"),
    filter: t("Filter endpoints"),
    noMatch: t("No endpoint matches the filter."),
    shown: t("{0} of {1}"),
    more: t("Show {0} more"),
    nowhere: t("Not reached from here."),
    noEndpoints: t("No endpoints."),
  };
}
type EndpointText =
  | "endpoints"
  | "endpoint"
  | "summary"
  | "met"
  | "deprecated"
  | "filter"
  | "noMatch"
  | "shown"
  | "more"
  | "nowhere"
  | "noEndpoints";
