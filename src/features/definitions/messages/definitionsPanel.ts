import * as v from "valibot";
import { moment, noParameters, type Shape, textsOf } from "../../../platform/base/messageSchemas";

/** What the buttons of the view ask for; the host knows the commands. */
export const DEFINITION_ACTIONS = [
  ...(["importFile", "importClipboard", "importAddress"] as const),
  ...(["use", "compare", "remove", "open"] as const),
  ...(["copyChanges", "closeChanges", "openAnswer"] as const),
];
export type DefinitionAction = (typeof DEFINITION_ACTIONS)[number];

const definitionDomain = v.picklist(["crm", "finances", "profiling"]);
export type DefinitionDomain = Shape<typeof definitionDomain>;

const definitionAct = v.strictObject({
  id: v.picklist(DEFINITION_ACTIONS),
  /** Absent where no domain is meant. */
  domain: v.exactOptional(definitionDomain),
  /** Of a version; "" for the description. Of an answer, the action it came with. */
  target: v.exactOptional(v.string()),
});
export type DefinitionAct = Shape<typeof definitionAct>;

/** A line of facts: words as they are, or a moment that the view writes out with its age. */
const definitionFact = v.object({
  label: v.string(),
  /** "" where `at` says it. */
  text: v.string(),
  /** Milliseconds since the epoch. */
  at: v.exactOptional(moment),
});
export type DefinitionFact = Shape<typeof definitionFact>;

const endpointLine = v.object({
  method: v.string(),
  path: v.string(),
  summary: v.string(),
  deprecated: v.boolean(),
  /** Where the explorer meets it, in words: "Tree, Send Request…"; "" where nowhere. */
  places: v.string(),
  /** Why a place is missing, in words; "" where none is. */
  limits: v.string(),
  /** Who describes it, in words. */
  known: v.string(),
});
export type EndpointLine = Shape<typeof endpointLine>;

const versionLine = v.object({
  /** "" for the description that ships with the explorer. */
  id: v.string(),
  name: v.string(),
  /** Where it came from, and what it has. */
  details: v.string(),
  /** When it was imported; absent for the description. */
  at: v.exactOptional(moment),
  /** By default: followed by all connections that chose nothing themselves. */
  isActive: v.boolean(),
  /** False where nobody could follow it who does not do so already. */
  canUse: v.boolean(),
  /** Connections that chose it for themselves, in words; "" where none did. */
  chosenBy: v.string(),
});
export type VersionLine = Shape<typeof versionLine>;

/** Answers of one endpoint that were not as the definition says. */
const driftLine = v.object({
  operation: v.string(),
  connection: v.string(),
  summary: v.string(),
  findings: v.array(v.string()),
  /** When the last of them came. */
  at: moment,
  actionId: v.string(),
});
export type DriftLine = Shape<typeof driftLine>;

const domainSection = v.object({
  domain: definitionDomain,
  heading: v.string(),
  /** What is active, in a few words. */
  title: v.string(),
  /** True where the description that ships with the explorer stands. */
  isDescription: v.boolean(),
  facts: v.array(definitionFact),
  endpoints: v.array(endpointLine),
  /** Newest first, the description last. */
  versions: v.array(versionLine),
  drift: v.array(driftLine),
  /** What the document leaves open, a sentence each. */
  notes: v.array(v.string()),
});
export type DomainSection = Shape<typeof domainSection>;

const changeGroup = v.object({
  /** "GET /clients/{clientId}/holdings". */
  operation: v.string(),
  changes: v.array(v.object({ breaking: v.boolean(), text: v.string() })),
});
export type ChangeGroup = Shape<typeof changeGroup>;

const changesSection = v.object({
  domain: definitionDomain,
  /** "2026-1 → 2026-2". */
  title: v.string(),
  summary: v.string(),
  groups: v.array(changeGroup),
});
export type ChangesSection = Shape<typeof changesSection>;

const definitionsContent = v.object({
  /** True until something was imported. */
  isEmpty: v.boolean(),
  /** What could not be read, in a sentence; "" where nothing is wrong. */
  problem: v.string(),
  domains: v.array(domainSection),
  changes: v.exactOptional(changesSection),
});
export type DefinitionsContent = Shape<typeof definitionsContent>;

/**
 * With places: `shown` "{0} of {1}", `more` "{0} more", `ago` "{0} ago", `ofVersion` "{0}: {1}" of a
 * button and its version, `driftAt` "last seen {0}".
 */
const definitionTexts = textsOf([
  ...["title", "empty", "emptyAdvice", "importFile", "importClipboard", "importAddress", "imports"],
  ...["endpoints", "endpoint", "summary", "met", "deprecated", "filter", "noMatch", "shown"],
  ...["more", "versions", "version", "active", "use", "compare", "remove", "open", "ofVersion"],
  ...["ago", "justNow", "changes", "breaking", "other", "copyMarkdown", "close", "noChanges"],
  ...["drift", "driftAt", "openAnswer", "notes", "nowhere", "noEndpoints", "facts"],
] as const);
export type DefinitionTexts = Shape<typeof definitionTexts>;

/** What the editor keeps of the view over a reload. */
export interface DefinitionsState {
  readonly version: 1;
}

/** What the view of definitions asks of the host. */
export const definitionsToHost = {
  start: {
    parameters: noParameters,
    result: v.object({ texts: definitionTexts, content: definitionsContent }),
  },
  act: { parameters: definitionAct },
};
export type DefinitionsToHost = typeof definitionsToHost;

/** What the host asks of the view. Whatever is let in can be rendered. */
export const hostToDefinitions = {
  show: { parameters: definitionsContent },
  /** Brings a domain, or the changes that are shown, into sight. */
  reveal: {
    parameters: v.strictObject({ place: v.picklist([...definitionDomain.options, "changes"]) }),
  },
};
export type HostToDefinitions = typeof hostToDefinitions;
