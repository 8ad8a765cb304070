import * as vscode from "vscode";
import { type ConnectionSummary, SANDBOX_CONNECTION_ID } from "./platform/base/connection";
import { SYSTEM_CLOCK } from "./platform/base/clock";
import type { Redactor } from "./platform/base/redactor";
import type { EncryptedTexts } from "./features/requests/common/encryptedTexts";
import type { PensionRecords } from "./features/pensions/common/writing/records";
import type { PensionWriter } from "./features/pensions/common/writing/writer";
import { TypedMemento } from "./platform/vscode/state";
import { privateTranslate } from "./platform/vscode/translate";
import { sameKeyLine } from "./platform/vscode/words";
import type { BatchServices } from "./features/sourceControl/host/batch/batchServices";
import { batchFolder } from "./features/sourceControl/host/keptPlans";
import { type RegisteredBatches, registerBatches } from "./features/sourceControl/register";
import {
  type RegisteredEditing,
  registerPayloadEditing,
} from "./features/pensions/host/editing/register";
import type { EditingServices } from "./features/pensions/host/editing/services";
import { type RegisteredPensions, registerPensions } from "./features/pensions/register";
import type { PensionsServices } from "./features/pensions/host/services";
import { connectionNames } from "./features/pensions/host/targetConnection";

/** The program that checks long payloads. */
const CHECKS_WORKER = "dist/payloadChecksWorker.js";

type OfEditor = "commands" | "dialogs" | "privacy" | "describe" | "errorActions" | "log";
type OfTree = "clientLabel" | "loadedClients" | "listedAt" | "pensionOf" | "onDidChange";
type Known = "targets" | "definition" | "onDidChangeDefinition" | "drift";

/** What payloads are made of, as the parts of the explorer have it. */
interface PayloadParts
  extends
    Pick<PensionsServices & EditingServices, OfEditor | OfTree | Known>,
    Pick<BatchServices, "guard" | "locks"> {
  readonly redactor: Redactor;
  readonly history: EncryptedTexts;
  readonly pensions: PensionRecords;
  readonly pensionWriter: () => Promise<PensionWriter>;
  readonly sandbox: { readonly state: string };
  readonly answers: {
    readonly add: PensionsServices["showAnswer"];
    addOwn(name: string, bytes: Uint8Array): vscode.Uri;
  };
  readonly connections: Parameters<typeof connectionNames>[0]["connections"] & {
    readonly onDidReplace: vscode.Event<{ readonly connectionId: string }>;
    open: PensionsServices["open"];
    summary(id: string): ConnectionSummary;
    hasLiveToken(id: string): boolean;
  };
}

export interface RegisteredPayloads
  extends RegisteredPensions, Omit<RegisteredEditing, "lenses">, RegisteredBatches {}

/** Payload files as the user has them: one at a time, while they are typed, many at once. */
export function registerPayloads(
  context: vscode.ExtensionContext,
  parts: PayloadParts,
): RegisteredPayloads {
  const services = payloadServices(context, parts);
  const features = [
    registerPensions(services),
    registerPayloadEditing(editingServices(context, parts)),
    registerBatches(batchServices(context, parts, services)),
  ] as const;
  const [pensions, editing, batches] = features;
  const disposable = vscode.Disposable.from(...features.map((feature) => feature.disposable));
  return { ...pensions, ...editing, ...batches, disposable };
}

function payloadServices(
  context: vscode.ExtensionContext,
  { connections, answers, pensions, pensionWriter, redactor, ...parts }: PayloadParts,
): PensionsServices {
  return {
    ...{ ...parts, ...connectionNames({ connections }), records: pensions, writer: pensionWriter },
    checksWorker: context.asAbsolutePath(CHECKS_WORKER),
    translateSent: privateTranslate(redactor, parts.privacy),
    sameKeyWarning: (id) => sameKeyLine(connections.summaries, id),
    keyFingerprint: (id) => connections.summary(id).keyFingerprint,
    client: async (id) => (await connections.open(id)).client,
    open: (id) => connections.open(id),
    showAnswer: (...answer) => answers.add(...answer),
    showText: (name, bytes, isMasked) =>
      isMasked ? answers.addOwn(name, bytes) : answers.add(name, bytes),
  };
}

function editingServices(
  context: vscode.ExtensionContext,
  { connections, answers, pensions, ...parts }: PayloadParts,
): EditingServices {
  return {
    ...{ ...parts, ...connectionNames({ connections }), records: pensions },
    state: new TypedMemento(context.globalState),
    clock: SYSTEM_CLOCK,
    checksWorker: context.asAbsolutePath(CHECKS_WORKER),
    client: async (id) => (await connections.open(id)).client,
    mayCall: (id) => mayCall({ ...parts, connections }, id),
    showAnswer: (...answer) => answers.add(...answer),
    onDidReplace: connections.onDidReplace,
  };
}

function batchServices(
  context: vscode.ExtensionContext,
  parts: PayloadParts,
  services: PensionsServices,
): BatchServices {
  const { workspaceState, extensionUri } = context;
  const { guard, locks, onDidChangeDefinition, connections, history } = parts;
  return {
    ...{ ...services, guard, locks, onDidChangeDefinition, extensionUri, clock: SYSTEM_CLOCK },
    texts: history,
    workspaceState: new TypedMemento(workspaceState),
    folder: batchFolder(context),
    mayCall: (id) => mayCall(parts, id),
    onDidReplace: connections.onDidReplace,
  };
}

/** Whether a call would neither begin with a sign-in nor start anything. */
function mayCall(
  { connections, sandbox }: Pick<PayloadParts, "connections" | "sandbox">,
  id: string,
): boolean {
  const isSandbox = id === SANDBOX_CONNECTION_ID && sandbox.state === "running";
  return connections.hasLiveToken(id) || isSandbox;
}
