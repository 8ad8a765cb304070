import * as vscode from "vscode";
import type { Explorer } from "./extension";
import { nextTurn } from "./platform/base/nextTurn";
import { type Answering, Registrations } from "./registrations";

/** What the integration tests reach the explorer through. */
export interface Activated {
  /** True once something has asked for the explorer. */
  readonly isLoaded: () => boolean;
  readonly load: () => Promise<Explorer>;
}

/** Of the seconds that the editor waits, so that some are left for the disk. */
const LONGEST_CLOSING = 1_000;

let explorer: Promise<Explorer> | undefined;

/**
 * Tells the editor what there is. All the rest is loaded by the first question about it. What
 * is returned, any other extension can get: nothing, but in the editor's test mode.
 */
export function activate(context: vscode.ExtensionContext): Activated | undefined {
  explorer = undefined;
  const load = (): Promise<Explorer> => (explorer ??= loadInTurns());
  // To compile and run all of it in one turn would keep every other extension waiting.
  const loadInTurns = async (): Promise<Explorer> => {
    await nextTurn();
    const { createPlatform, createServices } = await import("./services");
    await nextTurn();
    const platform = createPlatform(context, registrations);
    const services = createServices(context, platform);
    await nextTurn();
    const { createExplorer } = await import("./extension");
    await nextTurn();
    const built = createExplorer({ context, registrations, platform, services });
    // What waits for it is answered behind this turn, not in it.
    await nextTurn();
    return built;
  };
  const answering = async (): Promise<Answering> => (await load()).answering;
  const isLoaded = (): boolean => explorer !== undefined;
  const registrations = new Registrations(answering, isLoaded);
  context.subscriptions.push(...registrations.register(context));
  return context.extensionMode === vscode.ExtensionMode.Test ? { isLoaded, load } : undefined;
}

/**
 * The editor waits a few seconds for this: what was recorded last still gets to disk, also of
 * calls that are stopped only now, a write among them that may have landed.
 */
export async function deactivate(): Promise<void> {
  const opened = await explorer?.catch(() => undefined);
  const waited = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_CLOSING));
  await Promise.race([opened?.connections.dispose(), waited]);
  await opened?.history.dispose();
}
