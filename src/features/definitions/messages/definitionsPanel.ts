/** What the buttons of the view ask for; the host knows the commands. */
export const DEFINITION_ACTIONS = [
  ...(["importFile", "importClipboard", "importAddress"] as const),
  ...(["use", "compare", "remove", "open"] as const),
  ...(["copyChanges", "closeChanges", "openAnswer"] as const),
];
export type DefinitionAction = (typeof DEFINITION_ACTIONS)[number];

export const DEFINITION_DOMAINS = ["crm", "finances", "profiling"] as const;
export type DefinitionDomain = (typeof DEFINITION_DOMAINS)[number];

export interface DefinitionAct {
  readonly id: DefinitionAction;
  /** Absent where no domain is meant. */
  readonly domain?: DefinitionDomain;
  /** Of a version; "" for the description. Of an answer, the action it came with. */
  readonly target?: string;
}

/** A line of facts: words as they are, or a moment that the view writes out with its age. */
export interface DefinitionFact {
  readonly label: string;
  /** "" where `at` says it. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at?: number;
}

export interface EndpointLine {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  /** Where the explorer meets it, in words: "Tree, Send Request…"; "" where nowhere. */
  readonly places: string;
  /** Why a place is missing, in words; "" where none is. */
  readonly limits: string;
  /** Who describes it, in words. */
  readonly known: string;
}

export interface VersionLine {
  /** "" for the description that ships with the explorer. */
  readonly id: string;
  readonly name: string;
  /** Where it came from, and what it has. */
  readonly details: string;
  /** When it was imported; absent for the description. */
  readonly at?: number;
  /** By default: followed by all connections that chose nothing themselves. */
  readonly isActive: boolean;
  /** False where nobody could follow it who does not do so already. */
  readonly canUse: boolean;
  /** Connections that chose it for themselves, in words; "" where none did. */
  readonly chosenBy: string;
}

/** Answers of one endpoint that were not as the definition says. */
export interface DriftLine {
  readonly operation: string;
  readonly connection: string;
  readonly summary: string;
  readonly findings: readonly string[];
  /** When the last of them came. */
  readonly at: number;
  readonly actionId: string;
}

export interface DomainSection {
  readonly domain: DefinitionDomain;
  readonly heading: string;
  /** What is active, in a few words. */
  readonly title: string;
  /** True where the description that ships with the explorer stands. */
  readonly isDescription: boolean;
  readonly facts: readonly DefinitionFact[];
  readonly endpoints: readonly EndpointLine[];
  /** Newest first, the description last. */
  readonly versions: readonly VersionLine[];
  readonly drift: readonly DriftLine[];
  /** What the document leaves open, a sentence each. */
  readonly notes: readonly string[];
}

export interface ChangeGroup {
  /** "GET /clients/{clientId}/holdings". */
  readonly operation: string;
  readonly changes: readonly ChangeLine[];
}

interface ChangeLine {
  readonly breaking: boolean;
  readonly text: string;
}

export interface ChangesSection {
  readonly domain: DefinitionDomain;
  /** "2026-1 → 2026-2". */
  readonly title: string;
  readonly summary: string;
  readonly groups: readonly ChangeGroup[];
}

export interface DefinitionsContent {
  /** True until something was imported. */
  readonly isEmpty: boolean;
  /** What could not be read, in a sentence; "" where nothing is wrong. */
  readonly problem: string;
  readonly domains: readonly DomainSection[];
  readonly changes?: ChangesSection;
}

export const DEFINITION_TEXTS = [
  ...["title", "empty", "emptyAdvice", "importFile", "importClipboard", "importAddress", "imports"],
  ...[
    "endpoints",
    "endpoint",
    "summary",
    "met",
    "deprecated",
    "filter",
    "noMatch",
    "shown",
    "more",
  ],
  ...[
    "versions",
    "version",
    "active",
    "use",
    "compare",
    "remove",
    "open",
    "ofVersion",
    "ago",
    "justNow",
  ],
  ...["changes", "breaking", "other", "copyMarkdown", "close", "noChanges"],
  ...["drift", "driftAt", "openAnswer", "notes", "nowhere", "noEndpoints", "facts"],
] as const;
/**
 * With places: `shown` "{0} of {1}", `more` "{0} more", `ago` "{0} ago", `ofVersion` "{0}: {1}" of a
 * button and its version, `driftAt` "last seen {0}".
 */
export type DefinitionTexts = Readonly<Record<(typeof DEFINITION_TEXTS)[number], string>>;

/** What the editor keeps of the view over a reload. */
export interface DefinitionsState {
  readonly version: 1;
}

type Nothing = Readonly<Record<string, never>>;

export interface DefinitionsToHost {
  readonly start: {
    readonly parameters: Nothing;
    readonly result: { readonly texts: DefinitionTexts; readonly content: DefinitionsContent };
  };
  readonly act: { readonly parameters: DefinitionAct; readonly result: undefined };
}

export interface HostToDefinitions {
  readonly show: { readonly parameters: DefinitionsContent; readonly result: undefined };
  /** Brings a domain, or the changes that are shown, into sight. */
  readonly reveal: {
    readonly parameters: { readonly place: DefinitionDomain | "changes" };
    readonly result: undefined;
  };
}
