/** Every id of the manifest, once. `test/unit/manifest.test.ts` holds both against each other. */

export const EXTENSION_ID = "financial-planning-tools.financial-planning-api-explorer";

/** What a tree node hands to a command; all ids are those of the tree. */
export interface NodeArgument {
  readonly nodeId: string;
}

export interface OpenListArgument {
  readonly connectionId: string;
  readonly list: ListKind;
  /** Of a list that only the active definition knows: `list` is `other` then. */
  readonly operationId?: string;
  /** Absent for lists of nobody, like that of all clients. */
  readonly clientId?: string;
  /** How the client is called in titles; the id where no label was found. */
  readonly clientLabel?: string;
}

export type ListKind = "clients" | "holdings" | "results" | "other";

export interface ClientArgument {
  readonly connectionId: string;
  readonly clientId: string;
}

export interface PensionArgument extends ClientArgument {
  readonly clientLabel?: string;
  readonly pensionId?: string;
}

/** A recorded call, as rows of the requests view and links hand it over. */
export interface RequestArgument {
  readonly actionId: string;
  /** Number of the attempt; the last one where it is absent. */
  readonly attempt?: number;
}

/** Several recorded calls, where several rows of the requests view are selected. */
export interface RequestsArgument extends RequestArgument {
  /** All of them; the row alone that was clicked where it is absent. */
  readonly actionIds?: readonly string[];
}

export interface BodyArgument extends RequestArgument {
  readonly part: "request" | "response";
}

/** A version of a provider's definition, or the domain whose definition is meant. */
export interface DefinitionArgument {
  readonly domain?: string;
  /** "" is the description that ships with the explorer. */
  readonly id?: string;
  /** The connection that it is chosen at; asked for where it is absent. */
  readonly connectionId?: string;
}

/** What to import without asking: a file's URI, an address; the clipboard needs no value. */
export interface ImportArgument {
  readonly source: "file" | "clipboard" | "address";
  readonly value?: string;
  /** The domain that it describes; asked for where it is absent. */
  readonly domain?: string;
}

/** An export of this window, or one that was left behind. */
export interface ExportArgument {
  readonly exportId: string;
}

/** Payloads that were planned to be written together, or were. */
export interface BatchArgument {
  readonly batchId: string;
}

/** Arguments of each command; all of them can also be absent, when the palette runs it. */
export interface CommandArguments {
  "financialPlanning.connections.refresh": [];
  "financialPlanning.connection.showStatus": [connectionId?: string];
  "financialPlanning.connection.switch": [node?: NodeArgument];
  "financialPlanning.connection.enterSubscriptionKey": [node?: NodeArgument];
  "financialPlanning.connection.enterClientSecret": [node?: NodeArgument];
  "financialPlanning.connection.useIssuedCredentials": [node?: NodeArgument];
  "financialPlanning.connection.changeResultsPrefix": [node?: NodeArgument, prefix?: string];
  "financialPlanning.connection.chooseNetworking": [
    node?: NodeArgument,
    networking?: "own" | "editor",
  ];
  "financialPlanning.connection.checkNetwork": [node?: NodeArgument];
  "financialPlanning.trace.pin": [traceId?: string];
  "financialPlanning.trace.unpin": [];
  "financialPlanning.access.signIn": [node?: NodeArgument];
  "financialPlanning.access.signOut": [node?: NodeArgument];
  "financialPlanning.sandbox.restart": [];
  "financialPlanning.sandbox.stop": [];
  "financialPlanning.sandbox.copyDetails": [];
  "financialPlanning.node.refresh": [node?: NodeArgument];
  "financialPlanning.node.retry": [node?: NodeArgument];
  "financialPlanning.node.cancelLoading": [node?: NodeArgument];
  "financialPlanning.node.showError": [node?: NodeArgument];
  "financialPlanning.node.loadMore": [node?: NodeArgument];
  "financialPlanning.node.takeWay": [node?: NodeArgument];
  "financialPlanning.node.copyId": [node?: NodeArgument];
  "financialPlanning.node.openRecord": [node?: NodeArgument];
  "financialPlanning.node.compare": [node?: NodeArgument, selected?: readonly NodeArgument[]];
  "financialPlanning.connections.filter": [words?: string];
  "financialPlanning.connections.clearFilter": [];
  "financialPlanning.node.delete": [node?: NodeArgument];
  "financialPlanning.list.open": [target?: NodeArgument | OpenListArgument];
  "financialPlanning.list.reload": [];
  "financialPlanning.list.firstPage": [];
  "financialPlanning.list.previousPage": [];
  "financialPlanning.list.nextPage": [];
  "financialPlanning.list.openAsJson": [];
  "financialPlanning.answer.showAsItCame": [];
  "financialPlanning.answer.showLaidOut": [];
  "financialPlanning.answer.findByPath": [request?: RequestArgument];
  "financialPlanning.list.lastPage": [];
  "financialPlanning.list.loadAll": [];
  "financialPlanning.list.stopLoading": [];
  "financialPlanning.list.find": [];
  "financialPlanning.list.openToSide": [target?: NodeArgument | OpenListArgument];
  "financialPlanning.list.copyAddress": [target?: NodeArgument | OpenListArgument];
  "financialPlanning.list.changeRules": [];
  "financialPlanning.list.openEndpoint": [node?: NodeArgument];
  "financialPlanning.client.find": [node?: NodeArgument];
  "financialPlanning.client.openById": [node?: NodeArgument];
  "financialPlanning.client.pin": [node?: NodeArgument];
  "financialPlanning.client.unpin": [node?: NodeArgument];
  "financialPlanning.client.clearRecent": [];
  "financialPlanning.requests.copyRequestId": [target?: NodeArgument | RequestArgument];
  "financialPlanning.requests.copyTraceId": [target?: NodeArgument | RequestArgument];
  "financialPlanning.pension.new": [target?: NodeArgument | PensionArgument];
  "financialPlanning.pension.open": [target?: NodeArgument | PensionArgument];
  "financialPlanning.pension.put": [resource?: unknown];
  "financialPlanning.pension.changeTarget": [resource?: unknown];
  "financialPlanning.pension.dryRun": [resource?: unknown];
  "financialPlanning.pension.compare": [resource?: unknown];
  "financialPlanning.pension.show": [resource?: unknown];
  "financialPlanning.pension.takeOver": [resource?: unknown];
  "financialPlanning.pension.undo": [resource?: unknown];
  "financialPlanning.pension.delete": [resource?: unknown];
  "financialPlanning.pension.duplicate": [resource?: unknown];
  "financialPlanning.pension.setCheck": [rule?: string, level?: string];
  "financialPlanning.writing.unlock": [node?: NodeArgument];
  "financialPlanning.writing.lock": [];
  "financialPlanning.log.show": [];
  "financialPlanning.documentation.open": [page?: string];
  "financialPlanning.help.show": [];
  "financialPlanning.help.requests": [];
  "financialPlanning.connection.add": [];
  "financialPlanning.connection.pasteOnboarding": [];
  "financialPlanning.connection.edit": [node?: NodeArgument];
  "financialPlanning.connection.duplicate": [node?: NodeArgument];
  "financialPlanning.connection.remove": [node?: NodeArgument];
  "financialPlanning.connection.moveUp": [node?: NodeArgument];
  "financialPlanning.connection.moveDown": [node?: NodeArgument];
  "financialPlanning.connection.test": [node?: NodeArgument];
  "financialPlanning.connection.export": [];
  "financialPlanning.connection.import": [];
  "financialPlanning.sandbox.chooseAccess": [node?: NodeArgument];
  "financialPlanning.access.signInWithoutProofKey": [node?: NodeArgument];
  "financialPlanning.access.pasteCallback": [];
  "financialPlanning.access.copyAddress": [];
  "financialPlanning.access.showSession": [node?: NodeArgument];
  "financialPlanning.access.copyToken": [node?: NodeArgument];
  "financialPlanning.access.setConsentEnd": [node?: NodeArgument];
  "financialPlanning.requests.show": [];
  "financialPlanning.requests.cancel": [target?: NodeArgument | RequestArgument];
  "financialPlanning.requests.open": [request?: RequestArgument];
  "financialPlanning.requests.sendAgain": [request?: RequestArgument];
  "financialPlanning.requests.compare": [request?: RequestArgument];
  "financialPlanning.requests.openBody": [request?: BodyArgument];
  "financialPlanning.requests.copyTicket": [requests?: RequestsArgument];
  "financialPlanning.requests.exportEvidence": [requests?: RequestsArgument];
  "financialPlanning.requests.copyAs": [request?: RequestArgument];
  "financialPlanning.requests.copyTypes": [request?: RequestArgument];
  "financialPlanning.requests.saveFixture": [request?: RequestArgument];
  "financialPlanning.requests.explain": [request?: NodeArgument | RequestArgument];
  "financialPlanning.requests.pinTraceId": [request?: RequestArgument];
  "financialPlanning.requests.find": [id?: string];
  "financialPlanning.link.copy": [target?: NodeArgument | RequestArgument];
  "financialPlanning.requests.clear": [];
  "financialPlanning.requests.send": [node?: NodeArgument];
  "financialPlanning.sandbox.chooseFaults": [];
  "financialPlanning.sandbox.runForOthers": [];
  "financialPlanning.sandbox.saveScenario": [];
  "financialPlanning.sandbox.loadScenario": [];
  "financialPlanning.sandbox.reset": [];
  "financialPlanning.sandbox.answerLikeThis": [request?: RequestArgument];
  "financialPlanning.sandbox.showCalls": [];
  "financialPlanning.sandbox.clearCalls": [];
  "financialPlanning.sandbox.filterCalls": [filter?: "all" | "broken" | "others"];
  "financialPlanning.sandbox.openCall": [call?: { readonly callNumber: number }];
  "financialPlanning.definition.show": [target?: NodeArgument | DefinitionArgument];
  "financialPlanning.definition.import": [source?: NodeArgument | ImportArgument];
  "financialPlanning.definition.choose": [target?: NodeArgument | DefinitionArgument];
  "financialPlanning.definition.remove": [target?: NodeArgument | DefinitionArgument];
  "financialPlanning.definition.compare": [target?: NodeArgument | DefinitionArgument];
  "financialPlanning.definition.openDocument": [target?: NodeArgument | DefinitionArgument];
  "financialPlanning.definition.copyTypes": [node?: NodeArgument];
  "financialPlanning.export.start": [target?: NodeArgument | OpenListArgument];
  "financialPlanning.export.forClients": [node?: NodeArgument];
  "financialPlanning.export.pause": [target?: ExportArgument];
  "financialPlanning.export.resume": [target?: ExportArgument];
  "financialPlanning.export.stop": [target?: ExportArgument];
  "financialPlanning.export.open": [target?: ExportArgument];
  "financialPlanning.export.reveal": [target?: ExportArgument];
  "financialPlanning.export.showManifest": [target?: ExportArgument];
  "financialPlanning.export.showError": [target?: ExportArgument];
  "financialPlanning.export.remove": [target?: ExportArgument];
  "financialPlanning.export.resumePart": [part?: unknown];
  "financialPlanning.snapshot.keep": [target?: NodeArgument | OpenListArgument];
  "financialPlanning.snapshot.compare": [target?: NodeArgument | OpenListArgument];
  "financialPlanning.list.measureFields": [];
  "financialPlanning.changes.refresh": [sourceControl?: unknown];
  "financialPlanning.changes.plan": [sourceControl?: unknown];
  "financialPlanning.changes.stage": [...resources: unknown[]];
  "financialPlanning.changes.unstage": [...resources: unknown[]];
  "financialPlanning.changes.stageAll": [group?: unknown];
  "financialPlanning.changes.unstageAll": [group?: unknown];
  "financialPlanning.changes.discard": [...resources: unknown[]];
  "financialPlanning.changes.discardAll": [group?: unknown];
  "financialPlanning.changes.openChange": [...resources: unknown[]];
  "financialPlanning.changes.openPayload": [...resources: unknown[]];
  "financialPlanning.batch.show": [target?: BatchArgument];
  "financialPlanning.batch.apply": [target?: BatchArgument];
  "financialPlanning.batch.stop": [target?: BatchArgument];
  "financialPlanning.batch.resume": [target?: BatchArgument];
  "financialPlanning.batch.copyReport": [target?: BatchArgument];
  "financialPlanning.batch.copyTraceId": [target?: BatchArgument];
  "financialPlanning.batch.remove": [target?: BatchArgument];
  "financialPlanning.privacy.toggle": [];
  "financialPlanning.privacy.turnOff": [];
}

export type CommandId = keyof CommandArguments;

/** What assistants may use. */
export const ASSISTANT_TOOLS = [
  "listConnections",
  "listClients",
  "findClients",
  "readClient",
  "pageList",
  "describeEndpoint",
  "describeSchema",
  "explainRequest",
  "writeTicket",
  "writePensionPayload",
] as const;
export type AssistantTool = (typeof ASSISTANT_TOOLS)[number];

/** As the editor knows a tool among those of all extensions. */
export function editorToolName(name: AssistantTool): string {
  return `financialPlanning_${name}`;
}

/** Offers the same tools to the editor as an MCP server. */
export const MCP_PROVIDER = "financialPlanning.sandboxServer";

export const VIEW_CONTAINER = "financialPlanning";
export const CONNECTIONS_VIEW = "financialPlanning.connections";
export const EXPORTS_VIEW = "financialPlanning.exports";
export const RECEIVED_VIEW = "financialPlanning.receivedCalls";
/** In the editor's own container of source control: opening that asks for it. */
export const BATCHES_VIEW = "financialPlanning.batches";

/** The view at whose rows a command stands. */
export function viewOfRows(command: string): string {
  if (command.includes(".batch.")) {
    return BATCHES_VIEW;
  }
  // These three stand at rows of the tree.
  return /\.export\.(?!start|forClients|resumePart)/.test(command)
    ? EXPORTS_VIEW
    : CONNECTIONS_VIEW;
}

export const CONNECTION_FORM_PANEL = "financialPlanning.connectionForm";
export const SESSION_PANEL = "financialPlanning.session";
export const REQUESTS_CONTAINER = "financialPlanningRequests";
export const REQUESTS_VIEW = "financialPlanning.requests";
export const REQUEST_PANEL = "financialPlanning.request";
export const SEND_PANEL = "financialPlanning.sendRequest";
export const LIST_PANEL = "financialPlanning.list";
export const PLAN_PANEL = "financialPlanning.plan";
export const DEFINITIONS_PANEL = "financialPlanning.definitions";

/** In the explorer's storage for all workspaces: the calls that were made. */
export const HISTORY_FOLDER = "history";

/** Documents of the explorer: answers as they came, read-only. */
export const ANSWER_SCHEME = "financialplanning-answer";

/** What the editor's JSON service reads the schema of payloads from. */
export const SCHEMA_SCHEME = "financialplanning-schema";

/** What the service is known to hold of a pension, for the marks beside changed lines. */
export const KNOWN_SCHEME = "financialplanning-known";

/** The folder that payload files are in, one of each client below it, and how their names end. */
export const PAYLOAD_FOLDER = "pensions";
export const PAYLOAD_SUFFIX = ".pension.json";

/** The provider of source control, as conditions of its menus name it. */
export const SOURCE_CONTROL = "financialPlanning";

/** Whether a workspace folder has a folder of payloads. */
export const HAS_PAYLOADS_CONTEXT = "financialPlanning.hasPayloads";
/** Paths of open payloads that only a setting names. */
export const PAYLOAD_FILES_CONTEXT = "financialPlanning.payloadFiles";
/** Whether there is an export to be shown. */
export const HAS_EXPORTS_CONTEXT = "financialPlanning.hasExports";

/** What can be done with some export, and with some plan or report of pensions. */
export const EXPORT_ACTS = [
  ...["pause", "resume", "stop", "open", "reveal", "showManifest", "showError", "remove"],
] as const;
export type ExportAct =
  "pause" | "resume" | "stop" | "open" | "reveal" | "showManifest" | "showError" | "remove";
type BatchAct = "show" | "apply" | "stop" | "resume";

/**
 * Keys that are told where they change, through `platform/vscode/contextKeys.ts`; before the
 * explorer is loaded none is set. An extension host that ended left them in its window.
 */
export const CONTEXT_KEYS = [
  PAYLOAD_FILES_CONTEXT,
  HAS_EXPORTS_CONTEXT,
  "financialPlanning.exports.pause",
  "financialPlanning.exports.resume",
  "financialPlanning.exports.stop",
  "financialPlanning.exports.open",
  "financialPlanning.exports.reveal",
  "financialPlanning.exports.showManifest",
  "financialPlanning.exports.showError",
  "financialPlanning.exports.remove",
  /** A connection of the user's own; one of them Production; one that is signed in. */
  "financialPlanning.hasOwnConnections",
  "financialPlanning.hasProduction",
  "financialPlanning.isSignedIn",
  /** Somebody is signed in for a client, whose consent may end. */
  "financialPlanning.hasConsent",
  "financialPlanning.writingUnlocked",
  /** A browser is out to sign in. */
  "financialPlanning.signInWaiting",
  "financialPlanning.sandboxRunning",
  /** Somebody wanted to see the calls that the sandbox received. */
  "financialPlanning.showsReceivedCalls",
  /** A key or secret was entered in the place of the sandbox's own. */
  "financialPlanning.hasSandboxSecrets",
  /** A call of this window is on its way. */
  "financialPlanning.callRunning",
  /** A parameter of the list in front has values whose cost can be measured. */
  "financialPlanning.list.canMeasure",
  /** The list in front has such a page; it loads, or may go on with it. */
  "financialPlanning.list.canGoToPrevious",
  "financialPlanning.list.canGoToNext",
  "financialPlanning.list.canGoToLast",
  "financialPlanning.list.canCancel",
  /** A call answered the list in front: one that was restored may have asked nobody yet. */
  "financialPlanning.list.hasCall",
  /** Source control lists the payload in front. */
  "financialPlanning.changes.listsFront",
  /** It is not staged, or staged; a version is known that its changes can be discarded for. */
  "financialPlanning.changes.canStageFront",
  "financialPlanning.changes.canUnstageFront",
  "financialPlanning.changes.canDiscardFront",
  /** The service held another version of the pension in front before the last PUT. */
  "financialPlanning.pension.canUndo",
  /** A call of this window; any that is recorded. */
  "financialPlanning.hasCalls",
  "financialPlanning.hasRequests",
  "financialPlanning.traceIdPinned",
  /** Rows of the tree are filtered by words. */
  "financialPlanning.treeFiltered",
  "financialPlanning.hasRecentClients",
  "financialPlanning.hasDefinitions",
  /** Addresses of opened answers that can be shown in the other way. */
  "financialPlanning.answersLaidOut",
  "financialPlanning.answersAsTheyCame",
] as const;

/** What conditions of the manifest go by, beside what the editor knows itself. */
export type ContextKey =
  | (typeof CONTEXT_KEYS)[number]
  /** Told while activating, each time. */
  | typeof HAS_PAYLOADS_CONTEXT
  | `financialPlanning.batches.${BatchAct}`
  /** Steps of the walkthrough that were done: they stay done. */
  | `financialPlanning.gettingStarted.${string}`;

/** Every setting with its default, as the manifest gives it. */
export const SETTINGS = {
  "financialPlanning.assistants.data": "masked" as "off" | "masked" | "asItIs",
  "financialPlanning.list.pageSize": 25,
  "financialPlanning.sandbox.servicePort": 0,
  "financialPlanning.sandbox.identityPort": 0,
  "financialPlanning.sandbox.resultsPrefix": "/profiling/v1",
  "financialPlanning.sandbox.pensionReading": true,
  "financialPlanning.sandbox.tokenLifetime": 3600,
  "financialPlanning.sandbox.proofKey": "on" as "on" | "required" | "refused",
  "financialPlanning.sandbox.refreshRotation": true,
  "financialPlanning.sandbox.discovery": true,
  "financialPlanning.sandbox.consentSeconds": 2_592_000,
  "financialPlanning.sandbox.consentClaim": false,
  "financialPlanning.sandbox.anyLoopbackPort": true,
  "financialPlanning.network.attemptTimeout": 30,
  "financialPlanning.network.actionTimeout": 90,
  "financialPlanning.network.bodyLimit": 20,
  "financialPlanning.network.concurrentRequests": 4,
  "financialPlanning.trace.send": true,
  "financialPlanning.trace.prefix": "fpx-",
  "financialPlanning.requests.keepBodies": false,
  "financialPlanning.privacy.mask": false,
  "financialPlanning.pension.files": [] as readonly string[],
  "financialPlanning.pension.checks": {} as Readonly<Record<string, string>>,
  "financialPlanning.sandbox.pensionTags": false,
};
export type Settings = typeof SETTINGS;

/**
 * What keys of the tree give a command instead of a node: the node that is selected when they
 * arrive, if it is of one of these kinds; otherwise the command does nothing.
 */
export interface SelectedArgument {
  readonly selected: readonly ("connection" | "pension")[];
}

/** What the `viewItem` conditions of the manifest match: the kinds of tree nodes. */
export const CONTEXT_VALUES = [
  "connection",
  "connectionSignedOut",
  "storedConnection",
  "storedConnectionSignedOut",
  "productionConnection",
  "productionConnectionSignedOut",
  "domain",
  "resultsDomain",
  "clients",
  "client",
  "clientWithoutId",
  "pinnedClient",
  "record",
  "holdings",
  "results",
  "otherList",
  "moreLists",
  "pensions",
  "pension",
  "pensionFile",
  "newPension",
  "addConnection",
  "more",
  "error",
  "loading",
  "canceled",
  "way",
  "message",
  "exportRunning",
  "exportWriting",
  "exportPausing",
  "exportWaiting",
  "exportElsewhere",
  "exportFailed",
  "exportFinished",
  "exportPlaced",
  "batchPlanned",
  "batchRunning",
  "batchStopped",
  "batchFinished",
  "batchRow",
] as const;
export type ContextValue = (typeof CONTEXT_VALUES)[number];

/**
 * What rows of these kinds may say of themselves, behind the kind and a colon: "pensionFile:canUndo".
 * A row has a call where one brought what it shows, or failed to, and ids where that has them.
 * Conditions that name such a kind end it with a word's end, not with that of the text.
 */
export const ROW_FACTS = {
  error: ["call", "requestId", "traceId"],
  clients: ["call", "requestId", "traceId"],
  client: ["call", "requestId", "traceId"],
  pension: ["canUndo"],
  pensionFile: ["canUndo"],
} as const satisfies Partial<Record<ContextValue, readonly string[]>>;
export type RowFact = (typeof ROW_FACTS)[keyof typeof ROW_FACTS][number];
