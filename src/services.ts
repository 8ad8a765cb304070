import * as vscode from "vscode";
import type { WaitingSignIn } from "./platform/auth/browserSignIn";
import { ConnectionChoices, createSecretMarks } from "./features/connections/host/choices";
import { Connections } from "./features/connections/host/connections";
import {
  type StoredChange,
  StoredConnections,
} from "./features/connections/host/storedConnections";
import type { WritingLock } from "./features/connections/host/writing";
import type { ConnectionSource } from "./features/connections/host/sources";
import { type Connection, SANDBOX_CONNECTION_ID } from "./platform/base/connection";
import { fingerprintOf } from "./platform/base/keyFingerprint";
import { EnteredSecrets } from "./features/connections/common/enteredSecrets";
import { KeptClients } from "./features/explorer/common/keptClients";
import { StoredTokens } from "./features/connections/common/storedTokens";
import { WriteGuard } from "./platform/guard/guard";
import { PermitIssuer } from "./platform/guard/permit";
import { WriteLock } from "./platform/guard/writeLock";
import { createRedactor } from "./platform/http/redaction";
import { nextTurn } from "./platform/base/nextTurn";
import type { Redactor } from "./platform/base/redactor";
import { type Log, LogTail } from "./platform/base/log";
import type { Network } from "./platform/service/network";
import type { NetworkOptions } from "./platform/service/networkOptions";
import { Commands, type ShowError } from "./platform/vscode/commands";
import { type Dialogs, EditorDialogs, ScriptedDialogs } from "./platform/vscode/dialogs";
import { ErrorActions } from "./platform/vscode/errorActions";
import {
  createDescribeError,
  createShowError,
  type ErrorMessageServices,
  type DescribeError,
} from "./platform/vscode/errorMessages";
import { lazy } from "./platform/vscode/lazy";
import { createLog } from "./platform/vscode/log";
import { PrivacyMode } from "./features/privacy/register";
import type { Privacy } from "./platform/vscode/privacy";
import { pageFailures } from "./platform/vscode/pageFailures";
import { webviewFocus } from "./platform/vscode/webviewFocus";
import type { Registrations } from "./registrations";
import type { DriftWatch } from "./features/definitions/common/drift/drift";
import { createDriftOnDemand } from "./features/definitions/common/drift/driftOnDemand";
import { type ChangedTexts, createActiveText } from "./features/definitions/common/activeText";
import {
  createDefinitionStore,
  type KeptDefinitions,
} from "./features/definitions/common/imports/definitionStore";
import { createDomainNames, type DomainNames } from "./features/definitions/host/domainNames";
import { reportUnreadable } from "./features/definitions/host/unreadable";
import { createPensionRecords } from "./features/pensions/common/writing/pensionRecords";
import type { PensionRecords } from "./features/pensions/common/writing/records";
import type { PensionWriter } from "./features/pensions/common/writing/writer";
import type { Locks } from "./platform/files/locks/locks";
import { createFileLocks } from "./platform/files/locks/fileLocks";
import { SYSTEM_CLOCK } from "./platform/base/clock";
import { RunningActions } from "./platform/base/runningActions";
import { contextKeySetter } from "./platform/vscode/contextKeys";
import { createSecretStore } from "./platform/vscode/secrets";
import { manifestOf, readDefinitionText } from "./platform/vscode/packageFiles";
import { networkLimits, proxySettings, traceOptions } from "./platform/vscode/networkSettings";
import { TypedMemento } from "./platform/vscode/state";
import { AnswerDocuments } from "./features/lists/host/answerDocuments";
import { SeenLists } from "./features/lists/common/seenLists";
import { KeptListRules } from "./features/lists/host/rules/keptRules";
import { PayloadTargets } from "./features/pensions/host/targets";
import { PinnedTrace } from "./features/requests/host/pinnedTrace";
import { WindowHistory } from "./features/requests/host/windowHistory";
import { SandboxProcess } from "./features/sandbox/host/sandboxProcess";
import { SandboxSource, sandboxOptions } from "./features/sandbox/host/source";
import { HISTORY_FOLDER } from "./manifest";

/** The editor as the rest sees it. */
export interface Platform {
  readonly channel: vscode.LogOutputChannel;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly logTail: LogTail;
  readonly answers: AnswerDocuments;
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly describe: DescribeError;
  readonly errorActions: ErrorActions;
  readonly showError: ShowError;
  readonly privacy: PrivacyMode;
}

/** What features share. */
export interface Services {
  readonly sandbox: SandboxProcess;
  readonly connections: Connections;
  readonly entered: EnteredSecrets;
  readonly choices: ConnectionChoices;
  /**
   * Text of the definition that a connection lives by: ours, merged with those of the provider. What was
   * made up for the sandbox is in the sandbox's alone; without a connection it is left out, too.
   */
  readonly definition: (connectionId?: string) => Promise<string>;
  /** Text of the description that ships with the explorer. */
  readonly description: () => Promise<string>;
  /** The provider's definitions, as they were imported. */
  readonly definitions: KeptDefinitions;
  /** What domains are said to follow. */
  readonly domainNames: DomainNames;
  /** Where answers differ from the provider's definitions that their connections follow. */
  readonly drift: DriftWatch;
  /** Fires with the connections that live by another definition than before. */
  readonly onDidChangeDefinition: vscode.Event<ChangedTexts>;
  /** With the definition of a connection that is going to be opened at hand. */
  readonly network: (connectionId?: string) => Promise<Network>;
  /** The calls of this window that have not ended. */
  readonly running: RunningActions;
  readonly findSignIn: (state: string) => Promise<WaitingSignIn | undefined>;
  readonly guard: WriteGuard;
  /** Whether Production can be written to for now. */
  readonly writing: WritingLock;
  /** What is known of pensions, in all windows. */
  readonly pensions: PensionRecords;
  /** The one way pensions are written. */
  readonly pensionWriter: () => Promise<PensionWriter>;
  readonly targets: PayloadTargets;
  readonly history: WindowHistory;
  readonly pinnedTrace: PinnedTrace;
  /** Whether data of clients is masked on screen and in copies, and with what. */
  readonly privacy: Privacy;
  readonly listRules: KeptListRules;
  readonly seenLists: SeenLists;
  readonly onDidChangeSeen: vscode.Event<void>;
  /** What one window at a time may do. */
  readonly locks: Locks;
  /** Clients that the user keeps at hand. */
  readonly keptClients: KeptClients;
  readonly onDidChangeClients: vscode.Event<string>;
}

/** Log, dialogs, commands. */
export function createPlatform(
  context: vscode.ExtensionContext,
  registrations: Registrations,
): Platform {
  const name = manifestOf(context).displayName;
  const channel = vscode.window.createOutputChannel(name, { log: true });
  const closed = new AbortController();
  const close = (): void => {
    closed.abort();
    channel.dispose();
  };
  context.subscriptions.push({ dispose: close });
  const redactor = createRedactor();
  const logTail = new LogTail(() => SYSTEM_CLOCK.now());
  const log = createLog(channel, redactor, logTail, closed.signal);
  pageFailures.writeTo(log);
  const { extensionMode } = context;
  const dialogs: Dialogs =
    extensionMode === vscode.ExtensionMode.Test
      ? new ScriptedDialogs(extensionMode)
      : new EditorDialogs(() => webviewFocus.settled());
  const shared = vscode.Uri.joinPath(context.globalStorageUri, "privacy").fsPath;
  const privacy = new PrivacyMode(new TypedMemento(context.globalState), shared);
  const answers = new AnswerDocuments(privacy, {
    mask: context.asAbsolutePath("dist/maskWorker.js"),
    layOut: context.asAbsolutePath("dist/jsonIndexWorker.js"),
  });
  context.subscriptions.push(privacy, answers);
  const openAnswer: ErrorMessageServices["openAnswer"] = (...answer) => answers.open(...answer);
  const errorActions = new ErrorActions();
  const describe = createDescribeError(redactor, privacy);
  const showError = createShowError({ log, dialogs, describe, actions: errorActions, openAnswer });
  const commands = new Commands(registrations, showError);
  const messages = { dialogs, describe, errorActions, showError, privacy };
  return { channel, redactor, log, logTail, answers, commands, ...messages };
}

/** Sandbox, connections, the guard of writes, what was seen and done. Calls nobody. */
export function createServices(
  context: vscode.ExtensionContext,
  { log, redactor, privacy, dialogs }: Platform,
): Services {
  const permits = new PermitIssuer();
  const pinnedTrace = new PinnedTrace();
  const state = new TypedMemento(context.globalState);
  const workspaceState = new TypedMemento(context.workspaceState);
  const secretStore = createSecretStore(context.secrets);
  const choices = new ConnectionChoices(state);
  const records = new StoredConnections(state, log);
  const listRules = new KeptListRules(state);
  const seenChanged = new vscode.EventEmitter<void>();
  const seenLists = new SeenLists(() => seenChanged.fire());
  const clientsChanged = new vscode.EventEmitter<string>();
  const keptClients = new KeptClients({
    ...{ store: secretStore, clock: SYSTEM_CLOCK, log },
    onChange: (connectionId) => clientsChanged.fire(connectionId),
  });
  const marks = createSecretMarks(state);
  const folderOf = (name: string): string =>
    vscode.Uri.joinPath(context.globalStorageUri, name).fsPath;
  const locks = createFileLocks({ folder: folderOf("locks"), clock: SYSTEM_CLOCK, log });
  const history = new WindowHistory({
    ...{ folder: folderOf(HISTORY_FOLDER), store: secretStore, locks, log, redactor },
  });
  const entered = new EnteredSecrets({ store: secretStore, marks, clock: SYSTEM_CLOCK, log });
  const sandbox = new SandboxProcess({
    program: sandboxProgram(context),
    options: sandboxOptions,
    log,
    redactor,
  });
  const clock = SYSTEM_CLOCK;
  const definitions = createDefinitionStore({ folder: folderOf("definitions"), locks, clock, log });
  const described = createDescribed(context, { definitions, log, dialogs });
  const { definition, currentDefinition } = described;
  // A walk of pages is many calls, one after the other.
  const setRunning = contextKeySetter("financialPlanning.callRunning", { offDelay: 1000, clock });
  setRunning(false);
  const running = new RunningActions(setRunning);
  const network = lazyNetwork(context, {
    ...{ log, redactor, permits, tokens: secretStore, locks, pinnedTrace, history },
    ...{ definition, currentDefinition, running },
  });
  const followed = createFollowed(context, history, { ...described, definitions, log });
  const source = new SandboxSource(sandbox, choices);
  const connections = new Connections({
    ...{ source, records, network, entered, redactor, log, choices, workspaceState },
    tokens: new StoredTokens(secretStore, SYSTEM_CLOCK),
    isTrusted,
    onDidTrust: vscode.workspace.onDidGrantWorkspaceTrust,
    onDuplicate: (originalId, copyId) => definitions.copyChoices(originalId, copyId),
  });
  const writes = createWriteGuard(context, permits, { entered, source });
  const written = createPensions({
    ...{ folder: folderOf("pensions"), locks, log, guard: writes.guard, history, definition },
    workspaceState,
  });
  const workspace = context.storageUri?.fsPath;
  const targets = new PayloadTargets(
    workspaceState,
    workspace === undefined ? undefined : { folder: `${workspace}/targets`, locks, clock, log },
  );
  context.subscriptions.push(connections, source, records, choices);
  context.subscriptions.push(keptClients, clientsChanged, definitions, entered);
  const forgetSignIns = async (id: string): Promise<void> =>
    (await network()).waitingSignIns.forget(id);
  context.subscriptions.push(
    records.onDidChange((changes) =>
      forgetRemoved({ listRules, keptClients, definitions, forgetSignIns, ...written }, changes),
    ),
  );
  context.subscriptions.push(sandbox, targets, pinnedTrace, history);
  const clients = { keptClients, onDidChangeClients: clientsChanged.event };
  context.subscriptions.push(seenChanged);
  const seen = {
    ...{ ...writes, ...written, ...clients },
    ...{ targets, history, pinnedTrace, privacy, listRules, seenLists },
    onDidChangeSeen: seenChanged.event,
  };
  const findSignIn = async (state: string): Promise<WaitingSignIn | undefined> =>
    (await network()).waitingSignIns.find(state);
  return {
    ...{ sandbox, connections, entered, choices, network, findSignIn, definitions, locks },
    running,
    ...followed,
    ...described,
    ...seen,
  };
}

interface NetworkParts extends Pick<
  NetworkOptions,
  "log" | "redactor" | "permits" | "tokens" | "locks" | "running"
> {
  readonly definition: (connectionId?: string) => Promise<string>;
  /** As it was told last; undefined before somebody asked. */
  readonly currentDefinition: (connectionId?: string) => string | undefined;
  readonly pinnedTrace: PinnedTrace;
  readonly history: WindowHistory;
}

/** What calls the service is loaded with the first call. */
function lazyNetwork(
  context: vscode.ExtensionContext,
  { definition, currentDefinition, pinnedTrace, history, ...parts }: NetworkParts,
): Services["network"] {
  const loaded = lazy(async () => {
    const text = await definition();
    // The sandbox may just have been started, in the same turn.
    await nextTurn();
    const { createNetwork } = await import("./platform/service/network");
    await nextTurn();
    return createNetwork({
      ...parts,
      definition: (connectionId) => currentDefinition(connectionId) ?? currentDefinition() ?? text,
      limits: networkLimits,
      trace: () => traceOptions(pinnedTrace.current),
      proxy: proxySettings,
      onAction: (action) => history.note(action),
      onBodies: (kept) => history.noteBodies(kept),
      version: manifestOf(context).version,
      jsonWorker: context.asAbsolutePath("dist/jsonIndexWorker.js"),
    });
  });
  return async (connectionId) => {
    await definition(connectionId);
    return loaded();
  };
}

interface DescribedParts extends Pick<Platform, "log" | "dialogs"> {
  readonly definitions: KeptDefinitions;
}

type Described = Pick<Services, "definition" | "description" | "onDidChangeDefinition"> &
  Pick<NetworkParts, "currentDefinition">;

/** What the explorer lives by: the description, and in its place what is active of the provider's. */
function createDescribed(
  context: vscode.ExtensionContext,
  { definitions, log, dialogs }: DescribedParts,
): Described {
  const description = lazy(() => readDefinitionText(context));
  const active = createActiveText({
    ...{ description, store: definitions, log },
    onUnreadable: (definition) => void reportUnreadable(definition, dialogs),
  });
  const changed = new vscode.EventEmitter<ChangedTexts>();
  context.subscriptions.push(
    active,
    changed,
    active.onDidChange((texts) => changed.fire(texts)),
  );
  return {
    description,
    definition: (connectionId) => active.text(connectionId),
    currentDefinition: (connectionId) => active.current(connectionId),
    onDidChangeDefinition: changed.event,
  };
}

interface FollowedParts
  extends
    Pick<Services, "definition" | "onDidChangeDefinition" | "definitions">,
    Pick<Platform, "log"> {}

/** What is said of definitions elsewhere. Without an imported one no answer is compared. */
function createFollowed(
  { subscriptions }: vscode.ExtensionContext,
  history: WindowHistory,
  { definitions, log, ...described }: FollowedParts,
): Pick<Services, "drift" | "domainNames"> {
  const drift = createDriftOnDemand({
    ...{ ...described, history, clock: SYSTEM_CLOCK },
    hasImports: async () => (await definitions.list()).length > 0,
    load: async () =>
      (await import("./features/definitions/common/drift/driftWatch")).createDriftWatch,
    onFailure: (error) => log.warn("definitions: drift is not watched", { error: String(error) }),
  });
  const domainNames = createDomainNames(definitions, vscode.env.language);
  subscriptions.push(drift, domainNames);
  return { drift, domainNames };
}

interface PensionParts {
  readonly folder: string;
  readonly locks: Locks;
  readonly log: Log;
  readonly guard: WriteGuard;
  readonly history: WindowHistory;
  readonly workspaceState: TypedMemento;
  readonly definition: (connectionId?: string) => Promise<string>;
}

/** What is known of pensions; what writes them is loaded with the first write. */
function createPensions(parts: PensionParts): Pick<Services, "pensions" | "pensionWriter"> {
  const { folder, locks, log, guard, history, workspaceState, definition } = parts;
  const clock = SYSTEM_CLOCK;
  const pensions = createPensionRecords({
    ...{ folder, locks, clock, log },
    bases: {
      get: () => workspaceState.get("pensions.bases"),
      set: (bases) => {
        workspaceState.set("pensions.bases", bases).catch((error: unknown) => {
          log.warn("pensions: what they are compared with is not kept", { error: String(error) });
        });
      },
    },
    bodies: (actionId, attempt) => history.bodies(actionId, attempt),
    // The sandbox begins anew with its process: what was known of its pensions is not true then.
    isLasting: (connectionId) => connectionId !== SANDBOX_CONNECTION_ID,
  });
  const pensionWriter = lazy(async () => {
    const { createPensionWriter } =
      await import("./features/pensions/common/writing/pensionWriter");
    return createPensionWriter({ guard, locks, records: pensions, clock, definition });
  });
  return { pensions, pensionWriter };
}

/** The lock is in memory of this window alone: another one, or this one anew, begins locked. */
function createWriteGuard(
  { subscriptions }: vscode.ExtensionContext,
  permits: PermitIssuer,
  { entered, source }: { readonly entered: EnteredSecrets; readonly source: ConnectionSource },
): Pick<Services, "guard" | "writing"> {
  const changed = new vscode.EventEmitter<void>();
  const keyFingerprint = (connection: Connection): string | undefined =>
    entered.fingerprint(connection) ?? issuedFingerprint(source, connection);
  const lock = new WriteLock({
    clock: SYSTEM_CLOCK,
    keyFingerprint,
    onChange: () => changed.fire(),
  });
  subscriptions.push(lock, changed);
  const guard = new WriteGuard(permits, isTrusted, lock, keyFingerprint);
  return { guard, writing: { lock, onDidChange: changed.event } };
}

/** The sandbox's key is issued by its process; nobody entered it. */
function issuedFingerprint({ current }: ConnectionSource, { id }: Connection): string | undefined {
  return id === SANDBOX_CONNECTION_ID && current !== undefined
    ? fingerprintOf(current.secrets.subscriptionKey)
    : undefined;
}

/** Whether somebody vouched for the folder that is open. */
export function isTrusted(): boolean {
  return vscode.workspace.isTrusted;
}

/** What was kept of a connection goes with it; another window's does so itself. */
function forgetRemoved(
  {
    listRules,
    keptClients,
    definitions,
    pensions,
    forgetSignIns,
  }: Pick<Services, "listRules" | "keptClients" | "definitions" | "pensions"> & {
    readonly forgetSignIns: (connectionId: string) => Promise<void>;
  },
  changes: readonly StoredChange[],
): void {
  for (const { before, after, isOwn } of changes) {
    if (before !== undefined && after === undefined && isOwn) {
      void listRules.forget(before.id);
      void keptClients.forget(before.id);
      // Kept where the disk does not take it: nobody asks for what a connection chose that is gone.
      definitions.forgetChoices(before.id).catch(() => undefined);
      void pensions.forget(before.id);
      // What is left there is of no use five minutes later.
      forgetSignIns(before.id).catch(() => undefined);
    }
  }
}

/** The sandbox as a program of its own. */
export function sandboxProgram(context: vscode.ExtensionContext): string {
  return context.asAbsolutePath("dist/sandbox.js");
}
