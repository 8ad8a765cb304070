import assert from "node:assert/strict";
import * as vscode from "vscode";
import { registerSessionView } from "../../src/features/signIn/host/sessionView";
import { registerConnectionForm } from "../../src/features/connections/host/form/register";
import type { ConnectionFormServices } from "../../src/features/connections/host/form/services";
import type { ConnectionSummary } from "../../src/platform/base/connection";
import { isAppError } from "../../src/platform/base/errors";
import type { Commands } from "../../src/platform/vscode/commands";
import { ScriptedDialogs } from "../../src/platform/vscode/dialogs";
import { CONNECTION_FORM_PANEL, EXTENSION_ID, SESSION_PANEL } from "../../src/manifest";
import { ACME_DRAFT, checkSome, EMPTY_DRAFT } from "../e2e/panels/formBed";
import { NO_PRIVACY } from "../fakes/privacy";
import { aConnection } from "../fakes/connection";
import { eventually } from "./support/explorer";

type Run = (node?: { nodeId: string }) => Promise<void>;

describe("connection form and session view in the editor", () => {
  const extensionUri = vscode.extensions.getExtension(EXTENSION_ID)!.extensionUri;
  const disposables: vscode.Disposable[] = [];

  afterEach(async () => {
    disposables.splice(0).forEach((disposable) => void disposable.dispose());
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const tabs = (panel: string): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(
        ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(panel),
      );
  const labels = (panel: string): readonly string[] => tabs(panel).map(({ label }) => label);
  const oneTab = (panel: string, label: string): Promise<vscode.Tab> =>
    eventually(label, () => {
      const [tab, ...more] = tabs(panel);
      return tab?.label === label && more.length === 0 ? tab : undefined;
    });

  function commandsInto(run: Map<string, Run>): Commands {
    const register = (id: string, handler: Run): vscode.Disposable => {
      run.set(id, handler);
      return new vscode.Disposable(() => run.delete(id));
    };
    return { register } as unknown as Commands;
  }

  function forms(): {
    readonly run: Map<string, Run>;
    readonly dialogs: ScriptedDialogs;
    readonly registered: ReturnType<typeof registerConnectionForm>;
    /** Another label is stored of what is edited. */
    readonly relabel: (label: string) => void;
  } {
    const run = new Map<string, Run>();
    const dialogs = new ScriptedDialogs(vscode.ExtensionMode.Test);
    const changed = new vscode.EventEmitter<void>();
    let acme = ACME_DRAFT;
    const services: Partial<ConnectionFormServices> = {
      commands: commandsInto(run),
      dialogs,
      extensionUri,
      showError: (error) => assert.fail(String(error)),
      connectionOf: (node) => Promise.resolve(node?.nodeId),
      draftOf: (id) => ({ acme, gone: undefined })[id ?? ""] ?? newDraft(id),
      onDidChange: changed.event,
      check: checkSome,
      secretStates: () => Promise.resolve({ subscriptionKey: "set", clientSecret: "missing" }),
      registrationHints: () => ({ uriHandler: "vscode://a.b/callback", isLoopbackReachable: true }),
    };
    const registered = registerConnectionForm(services as ConnectionFormServices);
    disposables.push(registered.disposable, changed);
    const relabel = (label: string): void => {
      acme = { ...acme, label };
      changed.fire();
    };
    return { run, dialogs, registered, relabel };
  }

  it("opens one form per connection and one for a new one", async () => {
    const { run } = forms();
    const edit = run.get("financialPlanning.connection.edit") ?? assert.fail();
    await edit({ nodeId: "acme" });
    await edit({ nodeId: "acme" });
    await oneTab(CONNECTION_FORM_PANEL, "Edit Acme production");
    const add = run.get("financialPlanning.connection.add") ?? assert.fail();
    await add();
    await add();
    await eventually("both", () => (tabs(CONNECTION_FORM_PANEL).length === 2 ? true : undefined));
    assert.deepEqual([...labels(CONNECTION_FORM_PANEL)].sort(), [
      ...["Add connection", "Edit Acme production"],
    ]);
  });

  it("follows a connection that is changed elsewhere", async () => {
    const { run, relabel } = forms();
    const edit = run.get("financialPlanning.connection.edit") ?? assert.fail();
    await edit({ nodeId: "acme" });
    await oneTab(CONNECTION_FORM_PANEL, "Edit Acme production");
    relabel("Acme two");
    await oneTab(CONNECTION_FORM_PANEL, "Edit Acme two");
  });

  it("has no form for a connection that is not there", async () => {
    const { run } = forms();
    const edit = run.get("financialPlanning.connection.edit") ?? assert.fail();
    await assert.rejects(
      async () => edit({ nodeId: "gone" }),
      (error) => isAppError(error) && error.code === "input/nodeGone",
    );
    // Asked which one is meant, the user declined.
    await edit(undefined);
    assert.deepEqual(labels(CONNECTION_FORM_PANEL), []);
  });

  it("offers what was typed again when the tab is closed, and keeps it until then", async () => {
    const { dialogs, registered } = forms();
    await registered.add({ draft: { label: "Acme" }, told: "Recognised: label." });
    const tab = await oneTab(CONNECTION_FORM_PANEL, "Add connection");
    dialogs.script("Continue editing");
    await vscode.window.tabGroups.close(tab);
    const again = await oneTab(CONNECTION_FORM_PANEL, "Add connection");
    assert.deepEqual(dialogs.takeShown(), [
      "The changes to 'Acme' are not saved. Continue editing, or discard them.",
    ]);
    dialogs.script("Discard");
    await vscode.window.tabGroups.close(again);
    await eventually("no form", () =>
      tabs(CONNECTION_FORM_PANEL).length === 0 ? true : undefined,
    );
    assert.equal(dialogs.takeShown().length, 1);
    // Nothing is left of it: the next form closes without a word.
    await registered.add();
    await vscode.window.tabGroups.close(await oneTab(CONNECTION_FORM_PANEL, "Add connection"));
    assert.deepEqual(dialogs.takeShown(), []);
  });

  it("shows the session of a connection as long as it is there", async () => {
    const run = new Map<string, Run>();
    const changed = new vscode.EventEmitter<void>();
    let summary: ConnectionSummary | undefined = {
      ...{ id: "acme", label: "Acme", environment: "development", state: "ready" },
      ...{ session: undefined, keyFingerprint: undefined, connection: aConnection() },
    };
    disposables.push(
      changed,
      registerSessionView({
        commands: commandsInto(run),
        extensionUri,
        privacy: NO_PRIVACY,
        showError: (error) => assert.fail(String(error)),
        connectionOf: (node) => node?.nodeId,
        summary: () => summary,
        onDidChange: changed.event,
        act: () => Promise.resolve(),
      }),
    );
    const show = run.get("financialPlanning.access.showSession") ?? assert.fail();
    await show({ nodeId: "acme" });
    await oneTab(SESSION_PANEL, "Session · Acme");
    summary = { ...summary, label: "Acme two" };
    changed.fire();
    await oneTab(SESSION_PANEL, "Session · Acme two");
    summary = undefined;
    changed.fire();
    await eventually("no view", () => (tabs(SESSION_PANEL).length === 0 ? true : undefined));
  });
});

function newDraft(id: string | undefined): typeof EMPTY_DRAFT | undefined {
  return id === undefined ? EMPTY_DRAFT : undefined;
}
