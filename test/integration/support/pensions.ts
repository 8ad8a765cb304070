import assert from "node:assert/strict";
import * as vscode from "vscode";
import { payloadPath, type PensionIdentity } from "../../../src/features/pensions/common/target";
import { isAppError } from "../../../src/platform/base/errors";
import { eventually, type TestHandle } from "./explorer";
import { openFile } from "./payloads";

/** Runs a command on pensions; without a value it is about the editor in front. */
export function pension(name: string, ...values: readonly unknown[]): Thenable<unknown> {
  return vscode.commands.executeCommand(`financialPlanning.pension.${name}`, ...values);
}

/** A payload file of a pension with this text, shown. */
export function showPayload(identity: PensionIdentity, text: string): Promise<vscode.TextDocument> {
  return openFile(payloadPath(identity), text);
}

/** Writes a pension as another program would: the explorer does not know of it. */
export async function writeElsewhere(
  { connections, guard }: TestHandle,
  { clientId, pensionId }: PensionIdentity,
  text: string,
): Promise<void> {
  const { connection, client } = await connections.open("sandbox");
  const body = new TextEncoder().encode(text);
  const call = { operationId: "putPension", path: { clientId, pensionId }, body } as const;
  const { method, url } = client.describe(call);
  const confirm = (): Promise<boolean> => Promise.resolve(true);
  const permit = await guard.permit({ connection, method, url, body, confirm });
  await client.send({ ...call, permit }, { action: client.startAction("Elsewhere") });
}

/** What the service holds, read as another program would; undefined where it has none. */
export async function heldBy(
  { connections }: TestHandle,
  { clientId, pensionId }: PensionIdentity,
): Promise<Record<string, unknown> | undefined> {
  const { client } = await connections.open("sandbox");
  const call = { operationId: "getPension", path: { clientId, pensionId } } as const;
  try {
    const { text } = await client.send(call, { action: client.startAction("Elsewhere") });
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    if (isAppError(error) && error.status === 404) {
      return undefined;
    }
    throw error;
  }
}

/** The texts of the comparison in front, the service's side first. */
export async function diffInFront(title: RegExp): Promise<readonly [string, string]> {
  const tab = await eventually(`a comparison like ${title.source}`, () => {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    return activeTab !== undefined && title.test(activeTab.label) ? activeTab : undefined;
  });
  assert.ok(tab.input instanceof vscode.TabInputTextDiff);
  const { original, modified } = tab.input;
  const texts = await Promise.all(
    [original, modified].map(async (uri) =>
      (await vscode.workspace.openTextDocument(uri)).getText(),
    ),
  );
  return [texts[0]!, texts[1]!];
}

/** The document in front, once it is there. */
export function documentInFront(name: RegExp): Promise<vscode.TextDocument> {
  return eventually(`a document like ${name.source}`, () => {
    const document = vscode.window.activeTextEditor?.document;
    return document !== undefined && name.test(document.uri.path) ? document : undefined;
  });
}
