import * as vscode from "vscode";
import "./errorTexts";
import { registerAccess } from "./features/signIn/register";
import type { AccessServices } from "./features/signIn/host/services";
import { LastUsers } from "./features/connections/common/lastUsers";
import { registerOwnConnections } from "./features/connections/host/ownConnections";
import { changeSignIn, keepProofKeyOff } from "./features/connections/host/changeSignIn";
import { registerConnections } from "./features/connections/register";
import { trackSelection } from "./features/connections/host/selection";
import { SYSTEM_CLOCK } from "./platform/base/clock";
import { SANDBOX_CONNECTION_ID } from "./platform/base/connection";
import type { ServiceClient } from "./platform/service/client";
import {
  type ExplorerServices,
  registerExplorer,
  registerComparing,
  registerLinks,
} from "./features/explorer/register";
import {
  actionOf,
  failureOf,
  pensionOf,
  placeOf,
  requestOf,
} from "./features/explorer/host/targets";
import { LoadingTree } from "./features/explorer/host/loadingTree";
import type { ConnectionTree } from "./features/explorer/host/tree";
import { type ShowError } from "./platform/vscode/commands";
import { type Dialogs } from "./platform/vscode/dialogs";
import { type ExplorerParts, registerDefinitionsOf } from "./definitionParts";
import type { RegisteredDefinitions } from "./features/definitions/register";
import { DisposableStore } from "./platform/vscode/disposables";
import { noticeForeignSettings } from "./platform/vscode/foreignSettings";
import { coverageOf } from "./features/lists/common/coverage";
import { pensionCallOf } from "./features/pensions/common/pensionCall";
import { answerAssistants } from "./features/assistants/register";
import type { AssistantAnswering } from "./features/assistants/host/toolRegistrations";
import { registerPrivacy } from "./features/privacy/register";
import type { Answering, Registrations } from "./registrations";
import { manifestOf } from "./platform/vscode/packageFiles";
import { readSetting } from "./platform/vscode/settings";
import { TypedMemento } from "./platform/vscode/state";
import { privateTranslate, redactingTranslate } from "./platform/vscode/translate";
import { webviewFocus } from "./platform/vscode/webviewFocus";
import { sameKeyNames } from "./platform/vscode/words";
import { listParts } from "./listParts";
import { createSnapshotComparisons } from "./features/exports/host/snapshots/snapshotComparisons";
import { type RegisteredExports, registerExports } from "./features/exports/register";
import { type RegisteredLists, registerLists } from "./features/lists/register";
import { registerGettingStarted } from "./features/gettingStarted/register";
import type { NodeArgument } from "./manifest";
import { ListedPensions } from "./features/pensions/host/entries";
import { registerPayloads } from "./payloadParts";
import { watchPayloads } from "./features/pensions/host/payloadWatcher";
import type { RegisteredViews } from "./features/requests/host/viewCommands";
import type { CallsInFront } from "./features/requests/common/meantCall";
import type { CopiesServices } from "./features/requests/host/copies/services";
import { registerRequests } from "./features/requests/register";
import { ticketOptions } from "./features/requests/host/copies/ticketOptions";
import { registerSendingOf } from "./features/requests/host/send/sendServices";
import { faultWords } from "./features/sandbox/host/chooseFaults";
import { userAgentOf } from "./platform/service/userAgent";
import { countWritten } from "./features/sandbox/host/writtenPensions";
import { type RegisteredSandbox, registerSandbox } from "./features/sandbox/register";

import { isTrusted, type Platform, type Services, sandboxProgram } from "./services";

/** The explorer, built: what the editor is answered with, and in tests what is looked into. */
export interface Explorer extends Services {
  readonly answering: Answering;
  readonly tree: ConnectionTree;
  /** What the request panel in front explains. */
  readonly explanation: RegisteredViews["activeExplanation"];
  readonly dialogs: Dialogs;
  readonly showError: ShowError;
}

/** What the explorer is built of. */
interface Foundation {
  readonly context: vscode.ExtensionContext;
  readonly registrations: Registrations;
  readonly platform: Platform;
  readonly services: Services;
}

/** Lets each feature register. Calls nobody, starts nothing. */
export function createExplorer({
  context,
  registrations,
  platform,
  services,
}: Foundation): Explorer {
  const { disposable, ...features } = registerFeatures(context, platform, services, registrations);
  context.subscriptions.push(disposable, registrations.subscribe(features.answering));
  context.subscriptions.push(
    trackSelection(services.connections, registrations.onDidChooseNode),
    noticeForeignSettings(platform.dialogs, context.globalStorageUri),
  );
  const { dialogs, showError } = platform;
  return { ...services, ...features, dialogs, showError };
}

/** Each feature registers once; what they need of one another passes through here. */
function registerFeatures(
  context: vscode.ExtensionContext,
  platform: Platform,
  services: Services,
  registrations: Registrations,
): Pick<Explorer, "answering" | "tree" | "explanation"> & {
  readonly disposable: vscode.Disposable;
} {
  const { commands, dialogs, answers, privacy } = platform;
  const { connections, entered, choices } = services;
  const store = new DisposableStore();
  const listed = store.add(new ListedPensions({ ...services, records: services.pensions }));
  const changed = drawingChanges(services, listed, store);
  const { tree, disposable, openClient } = registerTree(platform, services, {
    ...{ onDidChange: changed, pensions: (id, clientId) => listed.list(id, clientId) },
    reveal: (node) => reveal(registrations, node),
  });
  store.add(disposable);
  const forgetAnswers = (connectionId: string): void => {
    services.seenLists.forget(connectionId);
    tree.forget(connectionId);
  };
  const invalidated = store.add(new vscode.EventEmitter<string>());
  store.add(
    connections.onDidReplace(({ connectionId, isOtherService, isOwn }) => {
      forgetAnswers(connectionId);
      const { pensions } = services;
      if (isOtherService) {
        // A sandbox that began anew has made-up rows, as before.
        if (connectionId !== SANDBOX_CONNECTION_ID) {
          invalidated.fire(connectionId);
        }
        void (isOwn ? pensions.forget(connectionId) : pensions.forgetHere(connectionId));
      }
    }),
  );
  const lastUsers = new LastUsers();
  store.add(
    connections.onDidGainAccess((id) => {
      const summary = connections.find(id);
      // Rows of the user before are not this one's to see.
      if (summary !== undefined && lastUsers.note(summary)) {
        forgetAnswers(id);
        invalidated.fire(id);
      }
      void tree.retryAccess(id);
    }),
  );
  // Buttons of messages name a connection whose node the tree may not have shown yet.
  const connectionOf: ConnectionOf = (node) =>
    connections.find(node?.nodeId ?? "")?.id ?? tree.find(node)?.connectionId;
  const connecting = {
    ...{ commands, dialogs, connections, entered, choices, connectionOf },
    ...{ pinnedTrace: services.pinnedTrace, privacy },
    ...{ guard: services.guard, writing: services.writing },
    openText: (name: string, bytes: Uint8Array, isMasked = true) =>
      isMasked ? answers.openOwn(name, bytes) : answers.open(name, bytes),
  };
  store.add(registerConnections(connecting));
  store.add(registerPrivacy(commands, privacy));
  const [{ showError, redactor, errorActions }, { extensionUri }] = [platform, context];
  store.add(
    registerGettingStarted({
      ...{ commands, dialogs, connections, extensionUri },
      history: services.history,
    }),
  );
  const passing = { entered, network: services.network, isTrusted };
  store.add(
    registerOwnConnections({
      ...{ ...connecting, extensionUri, showError, redactor, errorActions, passing },
    }),
  );
  const access = registerAccess(accessServices(context, platform, services, connectionOf));
  const lists = registerListPanels(context, platform, services, {
    ...{ tree, onDidInvalidateRows: invalidated.event },
  });
  const payloads = registerPayloads(context, {
    ...{ ...platform, ...services, onDidChange: changed },
    clientLabel: (connectionId, clientId) => tree.clientLabel(connectionId, clientId),
    loadedClients: (connectionId) => tree.loadedClients(connectionId),
    listedAt: ({ connectionId, clientId, pensionId }) =>
      tree.pensionListedAt(connectionId, clientId, pensionId),
    pensionOf: (node) => pensionOf(tree, node),
  });
  [access, lists, payloads].forEach(({ disposable }) => store.add(disposable));
  const requests = registerRecorded(context, platform, services, { tree, lists });
  store.add(requests.disposable);
  const { links, disposable: linking } = registerLinks({
    ...{ commands, dialogs, privacy, tree, openClient, showError: platform.showError },
    history: services.history,
    connection: (id) => connections.find(id),
    revealConnection: async (id) => {
      const node = (await tree.getChildren()).find(({ connectionId }) => connectionId === id);
      await (node && reveal(registrations, node));
    },
    inFront: () => lists.activeList() ?? requests.activeRequest(),
    list: lists.find,
  });
  store.add(linking);
  store.add(
    registerComparing({
      ...{ commands, tree, privacy },
      client: (id) => usedClient(services, id),
      connection: (id) => connections.find(id),
      addAnswer: (...answer) => answers.add(...answer),
      closeWhenMasked: (left) => answers.closeWhenMasked(left),
      lists: () => lists.panels(),
    }),
  );
  const inFront: CallsInFront = {
    activeAction: () => lists.activeAction() ?? requests.activeRequest(),
    answerInFront: () => answers.callInFront,
  };
  const received = registerSandboxOf(context, platform, services, inFront);
  store.add(received.disposable);
  store.add(
    registerSendingOf({
      ...{ ...platform, ...services, extensionUri, pensionCallOf, ...inFront },
      loadedClients: (id) => tree.loadedClients(id),
      addAnswer: (...answer) => answers.add(...answer),
      targetOf: (node) => requestOf(tree, node),
      openWritten: (pension) => payloads.openWritten(pension, pension.text),
      // Not waited for: what came of it is told there, in a message that may stay for minutes.
      deletePension: (pension) => {
        const id = "financialPlanning.pension.delete";
        vscode.commands.executeCommand(id, pension).then(undefined, showError);
      },
    }),
  );
  const definitions = registerProviders(context, { ...platform, ...services, connectionOf }, tree);
  store.add(definitions.disposable);
  const loadingTree = store.add(new LoadingTree(tree, SYSTEM_CLOCK));
  return {
    tree,
    explanation: requests.activeExplanation,
    disposable: store,
    answering: {
      ...{ ...access, ...lists, ...payloads, ...requests, ...definitions, files: answers },
      tree: loadingTree,
      ...assistantsOf(context, platform, services),
      receivedCalls: received.receivedCalls,
      openUri: (uri) => {
        if (!access.openUri(uri)) {
          links.open(uri);
        }
      },
    },
  };
}

function assistantsOf(
  context: vscode.ExtensionContext,
  platform: Platform,
  services: Services,
): AssistantAnswering {
  const { connections, listRules, sandbox } = services;
  const { redactor } = platform;
  const { version } = manifestOf(context);
  return answerAssistants({
    ...{ ...services, ...platform },
    open: (id) => connections.open(id),
    rules: (id, operationId) => listRules.rules(id, operationId),
    ticket: () => ticketOptions({ redactor, version, connection: (id) => connections.find(id) }),
    startSandbox: () => sandbox.start(),
  });
}

function registerSandboxOf(
  context: vscode.ExtensionContext,
  { commands, dialogs, privacy, answers }: Platform,
  { sandbox, history, pensions }: Services,
  inFront: CallsInFront,
): RegisteredSandbox {
  return registerSandbox({
    ...{ commands, dialogs, privacy, sandbox, history, clock: SYSTEM_CLOCK, ...inFront },
    program: sandboxProgram(context),
    userAgent: userAgentOf(manifestOf(context).version),
    openText: (name, bytes) => answers.openOwn(name, bytes),
    openAnswer: (name, bytes) => answers.open(name, bytes),
    writtenPensions: () => countWritten(pensions.of(SANDBOX_CONNECTION_ID)),
    forgetPensions: () => pensions.forget(SANDBOX_CONNECTION_ID),
  });
}

function registerProviders(
  context: vscode.ExtensionContext,
  parts: Omit<ExplorerParts, "extensionUri" | "reader" | "typesWorker" | "coverageOf" | "domainOf">,
  tree: ConnectionTree,
): RegisteredDefinitions {
  return registerDefinitionsOf({
    ...{ ...parts, extensionUri: context.extensionUri },
    reader: context.asAbsolutePath("dist/definitionWorker.js"),
    typesWorker: context.asAbsolutePath("dist/typesWorker.js"),
    coverageOf,
    domainOf: (node) => placeOf(tree, node)?.domain,
  });
}

/** What fixtures have of the editor. */
function fixtureParts(
  context: vscode.ExtensionContext,
): Pick<CopiesServices, "maskWorker" | "fixtureFolder"> {
  const state = new TypedMemento(context.workspaceState);
  return {
    maskWorker: context.asAbsolutePath("dist/maskWorker.js"),
    fixtureFolder: {
      get: () => state.get("fixtures.folder") || undefined,
      set: (folder) => state.set("fixtures.folder", folder),
    },
  };
}

function registerRecorded(
  context: vscode.ExtensionContext,
  platform: Platform,
  services: Services,
  { tree, lists }: { readonly tree: ConnectionTree; readonly lists: RegisteredLists },
): ReturnType<typeof registerRequests> {
  const { commands, dialogs, redactor, privacy, errorActions, channel, answers } = platform;
  const { connections, history, pinnedTrace, definition } = services;
  return registerRequests({
    ...{ commands, dialogs, history, redactor, privacy, errorActions, definition },
    pinned: pinnedTrace,
    extensionUri: context.extensionUri,
    typesWorker: context.asAbsolutePath("dist/typesWorker.js"),
    ...fixtureParts(context),
    openText: (...answer) => answers.open(...answer),
    translate: redactingTranslate(redactor),
    version: manifestOf(context).version,
    connection: (id) => connections.find(id),
    summaries: () => connections.summaries,
    client: (id) => clientOf(services, id),
    logLines: () => platform.logTail.lines,
    tracePrefix: () => readSetting("financialPlanning.trace.prefix"),
    sendsTraceIds: () => readSetting("financialPlanning.trace.send"),
    actionOf: (node) => actionOf(tree, node),
    failureOf: (node) => failureOf(tree, node),
    ...{ activeAction: lists.activeAction, activeRows: lists.activeRows },
    answerInFront: () => answers.callInFront,
    showLog: () => channel.show(),
    running: services.running,
  });
}

function accessServices(
  { globalState, extensionUri }: vscode.ExtensionContext,
  { commands, dialogs, log, showError, errorActions, privacy, describe }: Platform,
  { connections, findSignIn }: Services,
  connectionOf: ConnectionOf,
): AccessServices {
  return {
    ...{ commands, dialogs, log, showError, errorActions, findSignIn, extensionUri, privacy },
    describe,
    state: new TypedMemento(globalState),
    open: (id) => connections.open(id),
    summaries: () => connections.summaries,
    onDidChange: connections.onDidChange,
    changeSignIn: (id, remedy) => changeSignIn(connections, id, remedy),
    keepProofKeyOff: (id) => keepProofKeyOff(connections, id),
    connectionOf: (node) => {
      const id = connectionOf(node) ?? connections.current;
      connections.use(id);
      return id;
    },
  };
}

type ConnectionOf = (node: NodeArgument | undefined) => string | undefined;

async function clientOf({ connections }: Services, id: string): Promise<ServiceClient> {
  return (await connections.open(id)).client;
}

/** The same for what the user asks of a connection: from then on it is the one in use. */
async function usedClient(services: Services, id: string): Promise<ServiceClient> {
  services.connections.use(id);
  return clientOf(services, id);
}

/** One event for whatever changes what tree and payload lines show. */
function drawingChanges(
  services: Services,
  listed: ListedPensions,
  store: DisposableStore,
): vscode.Event<void> {
  const { connections, pensions, targets, sandbox, privacy, writing, domainNames } = services;
  const { listRules } = services;
  const changed = store.add(new vscode.EventEmitter<void>());
  const draw = (): void => changed.fire();
  const deleted = (uri: vscode.Uri): void => {
    draw();
    targets.noteGone(uri);
  };
  const there = (uri: vscode.Uri | undefined): void => {
    draw();
    if (uri !== undefined) {
      targets.noteThere(uri);
    }
  };
  store.add(watchPayloads({ changed: there, deleted }));
  store.add(pensions.onDidChange(draw));
  [targets, connections, sandbox, privacy, writing, domainNames, listRules].forEach(
    ({ onDidChange }) => store.add(onDidChange(draw)),
  );
  [listed.onDidGrowOld, services.onDidChangeClients, services.onDidChangeSeen].forEach((event) =>
    store.add(event(draw)),
  );
  return changed.event;
}

function registerTree(
  { commands, dialogs, showError, answers, describe, privacy }: Platform,
  services: Services,
  { onDidChange, reveal, pensions }: Pick<ExplorerServices, "onDidChange" | "reveal" | "pensions">,
): ReturnType<typeof registerExplorer> {
  const { connections, sandbox, writing } = services;
  return registerExplorer({
    domainDescription: services.domainNames.domainDescription,
    ...{ commands, dialogs, privacy },
    showError,
    onDidChange,
    client: (id) => clientOf(services, id),
    connectionIds: () => connections.summaries.map(({ id }) => id),
    connection: (id) => connections.find(id),
    faults: (id) => (id === SANDBOX_CONNECTION_ID ? faultWords(sandbox.faults) : []),
    isUnlocked: (id) => writing.lock.remaining(id) > 0,
    sameKey: (id) => sameKeyNames(connections.summaries, id),
    describe,
    pensions,
    kept: services.keptClients,
    onDidChangeKept: services.onDidChangeClients,
    listRules: (id, operationId) => services.listRules.rules(id, operationId),
    setListRules: (...said) => services.listRules.setRules(...said),
    seenLists: services.seenLists,
    pageSize: (id) => connections.find(id)?.connection?.pageSize,
    definition: services.definition,
    onDidChangeDefinition: services.onDidChangeDefinition,
    pinned: async (id) => (await services.keptClients.of(id)).pinned,
    currentConnection: () => connections.current,
    reveal,
    retryConnection: (id) => connections.retry(id),
    rereadConnections: () => connections.reread(),
    openAnswer: (...answer) => answers.open(...answer),
  });
}

function registerListPanels(
  context: vscode.ExtensionContext,
  platform: Platform,
  services: Services,
  { tree, onDidInvalidateRows }: ListPanelParts,
): RegisteredListPanels {
  const { commands, dialogs, showError, answers, errorActions, redactor } = platform;
  const { connections, definition, onDidChangeDefinition, privacy } = services;
  const client = (id: string): Promise<ServiceClient> => usedClient(services, id);
  errorActions.provide("saveToFile", async (error) => {
    const { saveAnswer } = await import("./features/lists/host/saveAnswer");
    await saveAnswer({ dialogs, client }, error);
    return false;
  });
  const parts = {
    ...{ commands, dialogs, answers, showError, client, definition, privacy },
    ...{ onDidChangeDefinition, drift: services.drift },
    ...listParts(context, { ...platform, ...services, client: (id) => clientOf(services, id) }),
    ...{ rules: services.listRules, seenLists: services.seenLists },
    connection: (id: string) => connections.find(id),
    connections: () => connections.summaries,
    placeOf: (node: NodeArgument | undefined) =>
      (node && placeOf(tree, node)) ?? { connectionId: node?.nodeId ?? connections.current },
    loadedClients: (id: string) => tree.loadedClients(id),
    hasLiveToken: (id: string) => connections.hasLiveToken(id),
    onDidGainAccess: connections.onDidGainAccess,
    ...{ onDidInvalidateRows, onDidChangeConnections: connections.onDidChange },
    session: (id: string) => connections.find(id)?.session,
    errorActions,
    translate: privateTranslate(redactor, services.privacy),
    pageSize: (id: string) =>
      connections.find(id)?.connection?.pageSize ?? readSetting("financialPlanning.list.pageSize"),
  };
  const snapshotComparisons = createSnapshotComparisons(parts);
  const lists = registerLists({ ...parts, snapshotComparisons });
  const exports = registerExports({ ...parts, lists: lists.panels });
  const disposable = vscode.Disposable.from(lists.disposable, exports.disposable);
  return { ...lists, exports: exports.exports, disposable };
}

interface ListPanelParts {
  readonly tree: ConnectionTree;
  readonly onDidInvalidateRows: vscode.Event<string>;
}

interface RegisteredListPanels extends RegisteredLists, Pick<RegisteredExports, "exports"> {}

/** A question that was just answered gives the focus back to the panel in front, not to the tree. */
async function reveal(registrations: Registrations, node: unknown): Promise<void> {
  await webviewFocus.settled();
  await registrations.reveal(node);
}
