import * as vscode from "vscode";
import {
  type ConnectionSummary,
  type Domain,
  type Environment,
  isProduction,
  SANDBOX_CONNECTION_ID,
} from "../../../platform/base/connection";
import type { Action } from "../../../platform/base/action";
import { isAppError } from "../../../platform/base/errors";
import { callFacts } from "../../requests/common/callFacts";
import { listWords } from "../../lists/common/listEndpoint";
import type { Guess } from "../../lists/common/guess";
import { maskIdentity } from "../../lists/common/maskIdentity";
import type { Masking } from "../../../platform/base/masking";
import type { Privacy } from "../../../platform/vscode/privacy";
import { pensionUri } from "../../pensions/host/payloadFiles";
import { type RowTexts, treeItem } from "../../../platform/vscode/surfaces";
import { translate } from "../../../platform/vscode/translate";
import { environmentIcon, environmentWord, stateWord } from "../../../platform/vscode/words";
import type { CommandId, ContextValue, RowFact } from "../../../manifest";
import type {
  ClientNode,
  DomainNode,
  ErrorNode,
  OtherListNode,
  PensionNode,
  TreeNode,
} from "./nodes";
import { clientNotes, type RowNote, rowNotes, shapeWords } from "./rowRemarks";
import {
  clientsTooltip,
  clientTooltip,
  connectionTooltip,
  errorTooltip,
  listTooltip,
} from "./tooltips";
import { countText } from "../../../platform/vscode/formats";

export interface ItemSources {
  /** Undefined when it was removed. */
  readonly connection: (connectionId: string) => ConnectionSummary | undefined;
  /** What is said of the provider's definition that a connection follows; undefined without one. */
  readonly domainDescription: (
    connectionId: string,
    domain: Domain,
  ) => { readonly description: string; readonly tooltip: string } | undefined;
  /** How many clients there are, where the service said so. */
  readonly clientTotal: (connectionId: string) => Guess<number> | undefined;
  /** How many rows a list of a client or a domain has, where a page told. */
  readonly listTotal: (node: TreeNode) => number | undefined;
  /** The call that brought the last page of clients. */
  readonly clientsAction: (connectionId: string) => Action | undefined;
  /** How many came, where pages speak against what the service said. */
  readonly clientsAtLeast: (connectionId: string) => number | undefined;
  /** What is made to go wrong for a connection, in plain words. */
  readonly faults: (connectionId: string) => readonly string[];
  readonly privacy: Pick<Privacy, "masking">;
  /** Whether Production can be written to for now. */
  readonly isUnlocked: (connectionId: string) => boolean;
  /** Names of the other connections with the same key. */
  readonly sameKey: (connectionId: string) => string | undefined;
}

interface Appearance extends Omit<RowTexts, "click" | "isResolved"> {
  readonly context: ContextValue;
  readonly facts?: readonly RowFact[];
  /** What the icon alone shows, in words for those who hear the row. */
  readonly iconWords?: string | undefined;
  /** In place of a tooltip, made for a row that is pointed at: most rows of a list never are. */
  readonly sheet?: (() => vscode.MarkdownString) | undefined;
  readonly icon?: string | undefined;
  readonly color?: string | undefined;
  readonly expandable?: boolean;
  readonly command?: CommandId;
}

/** How a node looks in the tree; without the sheet that a pointer shows where it is only drawn. */
export function itemOf(
  node: TreeNode,
  sources: ItemSources,
  { isPointedAt }: { readonly isPointedAt: boolean } = { isPointedAt: true },
): vscode.TreeItem {
  const look = appearanceOf(node, sources);
  const { command, sheet } = look;
  const tooltip = (isPointedAt ? sheet?.() : undefined) ?? look.tooltip;
  const isResolved = sheet !== undefined && !isPointedAt;
  const click = command === undefined ? undefined : { command, args: [node] };
  const state = look.expandable
    ? vscode.TreeItemCollapsibleState.Collapsed
    : vscode.TreeItemCollapsibleState.None;
  const texts = { ...look, tooltip, isResolved, click, spoken: spokenOf(look) };
  const item = treeItem(texts, state);
  item.id = node.nodeId;
  item.contextValue = contextOf(look);
  if (look.icon !== undefined) {
    const color = look.color === undefined ? undefined : new vscode.ThemeColor(look.color);
    item.iconPath = new vscode.ThemeIcon(look.icon, color);
  }
  if (node.kind === "pension" && node.hasFile) {
    // Its letter and colour are said of this.
    item.resourceUri = pensionUri(node);
  }
  return item;
}

/** "pensionFile:canUndo". */
function contextOf({ context, facts = [] }: Appearance): string {
  return facts.length === 0 ? context : `${context}:${facts.join(",")}`;
}

function factsOf(action: Action | undefined): readonly RowFact[] {
  if (action === undefined) {
    return [];
  }
  const { hasRequestId, hasTraceId } = callFacts(action);
  return [
    "call",
    ...(hasRequestId ? (["requestId"] as const) : []),
    ...(hasTraceId ? (["traceId"] as const) : []),
  ];
}

function spokenOf({ label, description, iconWords, spoken }: Appearance): string | undefined {
  return iconWords === undefined
    ? spoken
    : [label, iconWords, description].filter(Boolean).join(", ");
}

function appearanceOf(node: TreeNode, sources: ItemSources): Appearance {
  const { masking } = sources.privacy;
  switch (node.kind) {
    case "connection":
      return connectionLook(sources.connection(node.connectionId), sources);
    case "domain":
      return domainLook(node, sources);
    case "clients":
      return {
        label: vscode.l10n.t("Clients"),
        ...clientsLook(node, sources),
        icon: "organization",
        context: "clients",
        facts: factsOf(sources.clientsAction(node.connectionId)),
        expandable: true,
      };
    case "client":
      return clientLook(node, masking);
    case "pensions":
      return {
        label: vscode.l10n.t("Pensions"),
        description: countedWords(sources.listTotal(node), placeWords(node.domain, "finances")),
        icon: "briefcase",
        context: "pensions",
        expandable: true,
      };
    case "moreLists":
      return {
        label: vscode.l10n.t("More lists"),
        description: countText(node.lists.length),
        icon: "list-tree",
        context: "moreLists",
        expandable: true,
      };
    default:
      return leafLook(node, sources);
  }
}

function leafLook(
  node: Exclude<
    TreeNode,
    { kind: "connection" | "domain" | "clients" | "client" | "pensions" | "moreLists" }
  >,
  { listTotal, privacy: { masking } }: ItemSources,
): Appearance {
  switch (node.kind) {
    case "record":
      return {
        label: vscode.l10n.t("Client record"),
        icon: "json",
        context: "record",
        command: "financialPlanning.node.openRecord",
      };
    case "list":
      return listLook(node.list, node.domain, listTotal(node));
    case "otherList":
      return otherListLook(node, listTotal(node));
    case "pension":
      return pensionLook(node, masking);
    case "newPension":
      return newPensionLook();
    case "addConnection":
      return {
        label: vscode.l10n.t("Add Connection…"),
        description: vscode.l10n.t("your account"),
        icon: "add",
        context: "addConnection",
        command: "financialPlanning.connection.add",
      };
    case "more":
      return {
        label: node.label,
        description: node.description,
        icon: "ellipsis",
        context: "more",
        command: "financialPlanning.node.loadMore",
      };
    case "error":
      return errorLook(node, masking);
    case "loading":
      return { label: vscode.l10n.t("Loading…"), icon: "loading~spin", context: "loading" };
    case "canceled":
      return {
        label: vscode.l10n.t("Cancelled"),
        description: vscode.l10n.t("Click to load again."),
        icon: "circle-slash",
        context: "canceled",
        command: "financialPlanning.node.retry",
      };
    case "way":
      return {
        ...{ label: node.label, description: node.description, icon: "wrench", context: "way" },
        command: "financialPlanning.node.takeWay",
      };
    case "message":
      return { label: node.text, icon: "info", context: "message" };
  }
}

function connectionLook(shown: ConnectionSummary | undefined, sources: ItemSources): Appearance {
  if (shown === undefined) {
    // Removed, and the editor has not drawn that yet.
    return { label: vscode.l10n.t("Removed"), context: "message" };
  }
  const { id, label, environment, connection } = shown;
  const faults = sources.faults(id);
  const access = isProduction(environment)
    ? lockedWords(shown, sources.isUnlocked(id))
    : [accessWord(shown)];
  const words = [environmentWord(environment), ...access, ...faultsWord(faults)];
  return {
    label,
    description: words.filter((word) => word !== label).join(" · "),
    icon: environmentIcon(environment),
    iconWords: sessionWords(shown),
    color: connection?.colour
      ? `charts.${connection.colour}`
      : CONNECTION_COLORS[knownEnvironment(environment)],
    tooltip: connectionTooltip(shown, { faults, sameKey: sources.sameKey(id) }),
    context: connectionContext(shown),
    expandable: true,
  };
}

function connectionContext({ id, environment, session }: ConnectionSummary): ContextValue {
  const signedOut = session === undefined;
  if (id === SANDBOX_CONNECTION_ID) {
    return signedOut ? "connectionSignedOut" : "connection";
  }
  if (isProduction(environment)) {
    return signedOut ? "productionConnectionSignedOut" : "productionConnection";
  }
  return signedOut ? "storedConnectionSignedOut" : "storedConnection";
}

/** Whether somebody is signed in, where the row shows only what can be done about it. */
function sessionWords({ id, environment, session }: ConnectionSummary): string | undefined {
  if (id === SANDBOX_CONNECTION_ID) {
    return undefined;
  }
  return session === undefined
    ? vscode.l10n.t("signed out")
    : isProduction(environment)
      ? vscode.l10n.t("signed in")
      : undefined;
}

/** What the user can do next with it, or has. */
function accessWord(shown: ConnectionSummary): string {
  return shown.id !== SANDBOX_CONNECTION_ID && shown.session === undefined
    ? vscode.l10n.t("sign in")
    : stateWord(shown);
}

/** Of Production: whether it can be written to, and with which key. */
function lockedWords(shown: ConnectionSummary, isUnlocked: boolean): readonly string[] {
  const { session, keyFingerprint } = shown;
  return [
    ...(session === undefined ? [accessWord(shown)] : []),
    isUnlocked ? vscode.l10n.t("unlocked") : vscode.l10n.t("locked"),
    ...(keyFingerprint === undefined ? [] : [vscode.l10n.t("key {0}", keyFingerprint)]),
  ];
}

function faultsWord({ length }: readonly string[]): readonly string[] {
  if (length === 0) {
    return [];
  }
  return [
    length === 1 ? vscode.l10n.t("1 fault on") : vscode.l10n.t("{0} faults on", countText(length)),
  ];
}

function knownEnvironment(environment: Environment): Environment {
  return isProduction(environment) ? "production" : environment;
}

/** Beside the word and the icon, never instead of them. */
const CONNECTION_COLORS: Record<Environment, string> = {
  sandbox: "charts.green",
  development: "charts.blue",
  production: "charts.red",
};

function domainLook({ domain, connectionId }: DomainNode, sources: ItemSources): Appearance {
  const prefix = sources.connection(connectionId)?.connection?.prefixes[domain];
  const definition = sources.domainDescription(connectionId, domain);
  const looks: Record<Domain, { label: string; icon: string }> = {
    crm: { label: vscode.l10n.t("Client records"), icon: "notebook" },
    finances: { label: vscode.l10n.t("Finances"), icon: "graph" },
    profiling: { label: vscode.l10n.t("Risk profiling"), icon: "checklist" },
  };
  const words = [prefix, definition?.description].filter((word) => word !== undefined);
  return {
    ...looks[domain],
    ...(words.length === 0 ? {} : { description: words.join(" · ") }),
    ...(definition === undefined
      ? {}
      : { tooltip: [looks[domain].label, prefix, definition.tooltip].filter(Boolean).join("\n") }),
    context: domain === "profiling" ? "resultsDomain" : "domain",
    expandable: true,
  };
}

function clientsLook(
  { connectionId }: TreeNode,
  { clientTotal, clientsAtLeast }: ItemSources,
): Pick<Appearance, "description" | "tooltip"> {
  const least = clientsAtLeast(connectionId);
  if (least !== undefined) {
    return { description: vscode.l10n.t("at least {0}", countText(least)) };
  }
  const total = clientTotal(connectionId);
  return total === undefined
    ? {}
    : { description: countText(total.value), tooltip: clientsTooltip(total) };
}

function clientLook({ row, isPinned }: ClientNode, masking: Masking): Appearance {
  const shown = maskIdentity(row, masking);
  const id = shown.id?.value;
  const notes = clientNotes(row, masking);
  const found = shown.label?.value ?? id ?? shapeWords(row, masking);
  const detail = id === undefined ? vscode.l10n.t("no id found") : shown.description?.value;
  return {
    ...notedLook(found ?? vscode.l10n.t("(no name and no id found)"), [detail], notes),
    // An id of another kind may be that of all clients: said, and no reason for alarm.
    ...(isPinned
      ? { icon: "pinned", iconWords: vscode.l10n.t("pinned") }
      : row.remarks === undefined
        ? { icon: "account" }
        : WARNED),
    sheet: () => clientTooltip(shown, notes),
    ...(id === undefined
      ? { context: "clientWithoutId" as const }
      : isPinned
        ? { context: "pinnedClient" as const }
        : { context: "client" as const, facts: factsOf(row.action) }),
    expandable: id !== undefined,
  };
}

/** Notes stand beside the row, and are read aloud with it. */
function notedLook(
  label: string,
  details: readonly (string | undefined)[],
  notes: readonly RowNote[],
): Pick<Appearance, "label" | "description" | "spoken"> {
  const description = [...details, ...notes.map(({ short }) => short)].filter(Boolean).join(" · ");
  return {
    label,
    ...(description === "" ? {} : { description }),
    ...(notes.length === 0 ? {} : { spoken: `${label}, ${description}` }),
  };
}

const WARNED = { icon: "warning", color: "list.warningForeground" } as const;

function listLook(
  list: "holdings" | "results",
  domain: Domain,
  total: number | undefined,
): Appearance {
  const home: Domain = list === "holdings" ? "finances" : "profiling";
  return {
    label: list === "holdings" ? vscode.l10n.t("Holdings") : vscode.l10n.t("Results"),
    description: countedWords(total, placeWords(domain, home)),
    icon: list === "holdings" ? "table" : "output",
    context: list,
    command: "financialPlanning.list.open",
  };
}

/** A list that only the active definition knows, called as that calls it. */
function otherListLook({ endpoint, domain }: OtherListNode, total: number | undefined): Appearance {
  const { path, summary, operationId } = endpoint;
  const label = listWords(endpoint, translate);
  return {
    ...{ label, icon: "table", context: "otherList", command: "financialPlanning.list.open" },
    description: countedWords(total, placeWords(domain, endpoint.domain)),
    tooltip: listTooltip(label, { path, operationId, summary: summary === label ? "" : summary }),
  };
}

/** "37 · in Finances". */
function countedWords(total: number | undefined, place: string | undefined): string | undefined {
  const words = [total === undefined ? undefined : countText(total), place].filter(Boolean);
  return words.length === 0 ? undefined : words.join(" · ");
}

/** "in Finances" where a node stands outside its own domain. */
function placeWords(domain: Domain, home: Domain): string | undefined {
  const words: Record<Domain, string> = {
    crm: vscode.l10n.t("in Client records"),
    finances: vscode.l10n.t("in Finances"),
    profiling: vscode.l10n.t("in Risk profiling"),
  };
  return domain === home ? undefined : words[home];
}

function pensionLook(node: PensionNode, masking: Masking): Appearance {
  const { pensionId, hasFile, row } = node;
  const shown = row && maskIdentity(row, masking, "text");
  const notes = row === undefined ? [] : rowNotes(row, masking);
  // Many are called the same: the id tells them apart.
  const facts = [(shown?.label ?? shown?.description)?.value, node.description];
  return {
    ...notedLook(masking.maskLabel(pensionId, "id"), facts, notes),
    sheet: shown && (() => clientTooltip(shown, notes)),
    ...(notes.length > 0 ? WARNED : { icon: hasFile ? "file-code" : "circle-outline" }),
    iconWords: hasFile ? vscode.l10n.t("payload file") : vscode.l10n.t("no payload file"),
    context: hasFile ? "pensionFile" : "pension",
    facts: node.canUndo ? ["canUndo"] : [],
    command: "financialPlanning.pension.open",
  };
}

function newPensionLook(): Appearance {
  return {
    label: vscode.l10n.t("New pension payload…"),
    icon: "add",
    context: "newPension",
    command: "financialPlanning.pension.new",
  };
}

function errorLook({ error, text: said }: ErrorNode, masking: Masking): Appearance {
  const status = statusOf(error);
  const [what, advice] = [masking.maskText(said.what), masking.maskText(said.advice)];
  const text = { ...said, what, advice };
  return {
    label:
      status === undefined
        ? vscode.l10n.t("Could not load")
        : vscode.l10n.t("Could not load · {0}", String(status)),
    description: text.what,
    ...WARNED,
    tooltip: errorTooltip(text),
    context: "error",
    facts: factsOf(isAppError(error) ? error.action : undefined),
    command: "financialPlanning.node.showError",
  };
}

function statusOf(error: unknown): number | undefined {
  return typeof error === "object" && error !== null && "status" in error
    ? (error.status as number | undefined)
    : undefined;
}
