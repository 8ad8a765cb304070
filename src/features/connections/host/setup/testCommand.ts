import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { connectionOf, draftOf } from "../../common/draft";
import { testConnection } from "../../common/testConnection";
import type { ConnectionTestReport } from "../../common/testReport";
import {
  type ConnectionTestText,
  describeConnectionTest,
  type TestFault,
  type TestStepText,
} from "../../texts/testTexts";
import { withProgress } from "../../../../platform/vscode/progress";
import { privateTranslate } from "../../../../platform/vscode/translate";
import type { CommandId, NodeArgument } from "../../../../manifest";
import type { ConnectionSetupServices, OpenedConnection, TestedDraft } from "./services";

/** Tests a connection as it is stored; says which step fails, and offers what mends it. */
export async function testStored(
  services: ConnectionSetupServices,
  node: NodeArgument | undefined,
): Promise<void> {
  const id = services.connectionOf(node);
  const told = await withProgress(vscode.l10n.t("Testing the connection"), async (signal, tell) => {
    const report = (steps: readonly TestStepText[]): void =>
      tell(steps.find(({ state }) => state === "running")?.label ?? "");
    const text = await runTest(services, await services.open(id), { report, signal });
    // Its words are made by now; the message may stand until the mode is another one.
    return { ...text, isMasked: services.privacy.isOn };
  });
  await showOutcome(services, told, id);
}

interface TestRun {
  /** Called with all steps at each change. */
  readonly report: (steps: readonly TestStepText[]) => void;
  readonly signal: AbortSignal;
}

/**
 * Tests what a form holds, stored or not; gives the outcome in a sentence. Unsaved changes go
 * through a client of their own, which leaves nothing behind.
 */
export async function testDraft(
  services: ConnectionSetupServices,
  { id, draft, secrets = {} }: TestedDraft,
  run: TestRun,
): Promise<string> {
  const stored = services.stored().find((connection) => connection.id === id);
  const wanted = connectionOf(draft, randomUUID());
  const isStored = stored !== undefined && Object.keys(secrets).length === 0;
  if (isStored && isSame(draftOf(stored), draftOf(wanted))) {
    return (await runTest(services, await services.open(stored.id), run)).summary;
  }
  const { client, close } = await services.openTemporaryClient(wanted, { of: id, pasted: secrets });
  try {
    return (await runTest(services, { connection: wanted, client }, run)).summary;
  } finally {
    await close();
  }
}

async function runTest(
  { redactor, privacy }: ConnectionSetupServices,
  { client, connection }: OpenedConnection,
  { report, signal }: TestRun,
): Promise<ConnectionTestText> {
  const t = privateTranslate(redactor, privacy);
  const { language } = vscode.env;
  const describe = (state: ConnectionTestReport): ConnectionTestText =>
    describeConnectionTest(state, connection, { t, language });
  const result = await testConnection({
    ...{ client, connection, signal, now: () => Date.now() },
    title: t("Connection test"),
    report: (state) => report(describe(state).steps),
  });
  return describe(result);
}

interface Mending {
  readonly label: string;
  readonly run: () => Thenable<unknown>;
}

async function showOutcome(
  services: ConnectionSetupServices,
  text: ConnectionTestText & { readonly isMasked: boolean },
  id: string,
): Promise<void> {
  const { dialogs, openText } = services;
  const { outcome, summary, details, isMasked } = text;
  const severity = { passed: "information", failed: "error", incomplete: "warning" } as const;
  const mending = mendingOf(services, text, id);
  const show = vscode.l10n.t("Show details");
  const buttons = [...(mending === undefined ? [] : [mending.label]), show];
  const picked = await dialogs.notify(severity[outcome], summary, buttons);
  if (picked === show) {
    await openText("connection-test.txt", new TextEncoder().encode(details), isMasked);
  } else if (mending !== undefined && picked === mending.label) {
    await mending.run();
  }
}

function mendingOf(
  { requestScopes }: ConnectionSetupServices,
  { fault, error }: ConnectionTestText,
  id: string,
): Mending | undefined {
  const l10n = vscode.l10n;
  // Another connection may be in use by the time a button is pressed.
  const node: NodeArgument = { nodeId: id };
  const run = (command: CommandId) => () => vscode.commands.executeCommand(command, node);
  const mendings: Readonly<Record<TestFault, Mending | undefined>> = {
    key: {
      label: l10n.t("Enter key"),
      run: run("financialPlanning.connection.enterSubscriptionKey"),
    },
    secret: {
      label: l10n.t("Enter secret"),
      run: run("financialPlanning.connection.enterClientSecret"),
    },
    signIn: { label: l10n.t("Sign in"), run: run("financialPlanning.access.signIn") },
    scope: { label: l10n.t("Ask for the scope…"), run: () => requestScopes(error) },
    other: undefined,
  };
  return fault === undefined ? undefined : mendings[fault];
}

function isSame<Value>(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
