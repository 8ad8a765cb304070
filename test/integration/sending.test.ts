import assert from "node:assert/strict";
import * as vscode from "vscode";
import { isAppError } from "../../src/platform/base/errors";
import { pensionCallOf } from "../../src/features/pensions/common/pensionCall";
import type { ServiceAnswer } from "../../src/platform/service/client";
import type { AnyCall } from "../../src/platform/base/call";
import type { Attempt } from "../../src/platform/base/action";
import { sendRequest } from "../../src/features/requests/common/sendRequest";
import type { AnswerDocuments } from "../../src/features/lists/host/answerDocuments";
import { EXTENSION_ID, SEND_PANEL } from "../../src/manifest";
import { compareRequest } from "../../src/features/requests/host/send/compare";
import { sendAgain } from "../../src/features/requests/host/send/sendAgain";
import type {
  DeletedPension,
  SendServices,
  WrittenPension,
} from "../../src/features/requests/host/send/services";
import { aHistory } from "../fakes/history";
import {
  activateExplorer,
  eventually,
  firstClient,
  message,
  walk,
  type TestHandle,
} from "./support/explorer";

describe("sending and comparing requests", () => {
  let explorer: TestHandle;
  let clientId: string;
  const history = aHistory();
  const written: WrittenPension[] = [];
  const deleted: DeletedPension[] = [];

  before(async () => {
    explorer = await activateExplorer();
    clientId = (await firstClient(explorer)).row.id!.value;
  });

  beforeEach(() => {
    explorer.dialogs.takeShown();
    written.length = deleted.length = 0;
    return history.clear();
  });

  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  function services(): SendServices {
    const { connections, guard, dialogs, showError, definition, privacy } = explorer;
    const { onDidChangeDefinition } = explorer;
    const used: Omit<SendServices, "commands"> = {
      ...{ guard, dialogs, showError, definition, onDidChangeDefinition, history, privacy },
      extensionUri: vscode.extensions.getExtension(EXTENSION_ID)!.extensionUri,
      connections: () => [{ id: "sandbox", name: "Sandbox", environment: "sandbox" }],
      current: () => "sandbox",
      use: () => undefined,
      open: (id) => connections.open(id),
      onDidReplace: connections.onDidReplace,
      keyFingerprint: (id) => connections.summary(id).keyFingerprint,
      loadedClients: (id) => explorer.tree.loadedClients(id),
      describe: () => Promise.resolve({ what: "", advice: "" }),
      addAnswer: (name, bytes) => (explorer.answering.files as AnswerDocuments).add(name, bytes),
      targetOf: () => undefined,
      activeAction: () => undefined,
      answerInFront: () => undefined,
      openWritten: (pension) => Promise.resolve(void written.push(pension)),
      deletePension: (pension) => void deleted.push(pension),
      pensionCallOf,
      sameKeyLine: () => "Same key as Twin: the key alone decides the environment.",
    };
    return used as SendServices;
  }

  /** Sends for real and puts it into the history, with its bodies unless they are not kept. */
  async function recorded(call: AnyCall, keepsBodies = true): Promise<ServiceAnswer> {
    const opened = await explorer.connections.open("sandbox");
    const answer = await sendRequest({
      ...{ ...opened, guard: explorer.guard, call, title: "Recorded" },
      confirm: () => Promise.resolve(true),
      whileSending: (task) => task(new AbortController().signal),
    });
    const request = call.body === undefined ? {} : { request: call.body };
    const { action, body: response } = answer;
    history.note(action);
    if (keepsBodies) {
      const attempt = action.attempts.length;
      history.noteBodies({ actionId: action.id, attempt, ...request, response });
    }
    return answer;
  }

  const lastAttempt = (): Attempt => explorer.history.last!.attempts.at(-1)!;
  const diffTab = (): Promise<vscode.Tab> =>
    eventually("a comparison", () => {
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      return tab?.input instanceof vscode.TabInputTextDiff ? tab : undefined;
    });

  it("opens the form for a node of the tree, once", async () => {
    const node = await walk(explorer, "Sandbox", "Finances", /, /, "Holdings");
    await vscode.commands.executeCommand("financialPlanning.requests.send", node);
    await vscode.commands.executeCommand("financialPlanning.requests.send");
    const tabs = (): readonly vscode.Tab[] =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .filter(
          ({ input }) =>
            input instanceof vscode.TabInputWebview && input.viewType.endsWith(SEND_PANEL),
        );
    await eventually("the form", () => (tabs().length > 0 ? true : undefined));
    assert.deepEqual(
      tabs().map(({ label }) => label),
      ["Send request"],
    );
  });

  it("sends a read again at once, as a new action", async () => {
    const query = { pageSize: "3", pageNumber: "2" };
    const { action } = await recorded({ operationId: "listClients", query }, false);
    await sendAgain(services(), { actionId: action.id });
    assert.notEqual(explorer.history.last!.id, action.id);
    assert.equal(lastAttempt().url, action.attempts[0]?.url);
    assert.deepEqual(explorer.dialogs.takeShown(), []);
  });

  it("asks before it sends a DELETE again, naming target and body", async () => {
    // Nothing of the sandbox can be deleted there, which it says each time.
    const typedPath = `/clients/${clientId}/holdings`;
    const refused: unknown = await recorded({
      method: "DELETE",
      domain: "finances",
      typedPath,
    }).catch((error: unknown) => error);
    assert.ok(isAppError(refused) && refused.action !== undefined);
    const { action } = refused;
    history.note(action);
    explorer.dialogs.script(undefined);
    await assert.rejects(sendAgain(services(), { actionId: action.id }), {
      code: "canceled/byUser",
    });
    const [shown = ""] = explorer.dialogs.takeShown();
    assert.match(shown, /^Send this DELETE to Sandbox\?/);
    assert.match(shown, /key [0-9a-f]{6}\)\nSame key as Twin[\s\S]*\/holdings[\s\S]*Body: none/);
    assert.equal(explorer.history.last!.id, action.id);
    explorer.dialogs.script("Send DELETE");
    await sendAgain(services(), { actionId: action.id });
    assert.deepEqual([lastAttempt().method, lastAttempt().status], ["DELETE", 405]);
    assert.notEqual(explorer.history.last!.id, action.id);
    assert.deepEqual([written, deleted], [[], []]);
  });

  for (const [how, typed] of [
    ["by its operation", false],
    ["by a typed path", true],
  ] as const) {
    it(`leaves a DELETE and a PUT of a pension, ${how}, to what writes pensions`, async () => {
      const path = { clientId, pensionId: "PEN-AGAIN" };
      const text = '{ "provider": "Aviva", "value": 1.50 }';
      const call = (method: "PUT" | "DELETE"): AnyCall => {
        const typedPath = `/clients/${clientId}/pensions/PEN-AGAIN`;
        const operationId = method === "PUT" ? "putPension" : "deletePension";
        const body = method === "PUT" ? { body: Buffer.from(text) } : {};
        return typed
          ? { method, domain: "finances", typedPath, ...body }
          : { operationId, path, ...body };
      };
      for (const method of ["PUT", "DELETE"] as const) {
        const { action } = await recorded(call(method));
        await sendAgain(services(), { actionId: action.id });
        assert.equal(explorer.history.last!.id, action.id, "nothing was sent");
      }
      const which = { connectionId: "sandbox", ...path };
      assert.deepEqual([written, deleted], [[{ ...which, text }], [which]]);
      assert.deepEqual(explorer.dialogs.takeShown(), []);
    });
  }

  it("opens the payload of a pension with what was sent, and sends nothing", async () => {
    const path = { clientId, pensionId: "PEN-AGAIN" };
    const text = '{ "provider": "Aviva", "value": 1.50 }';
    const call = { operationId: "putPension", path, body: Buffer.from(text) };
    const { action } = await recorded(call);
    await sendAgain(services(), { actionId: action.id });
    assert.deepEqual(written, [{ connectionId: "sandbox", ...path, text }]);
    assert.equal(explorer.history.last!.id, action.id);
    const gone = await recorded(call, false);
    await assert.rejects(sendAgain(services(), { actionId: gone.action.id }), {
      code: "input/bodyGone",
    });
  });

  it("compares with now, laid out, under a title that says which is which", async () => {
    const { action } = await recorded({ operationId: "getClient", path: { clientId } });
    explorer.dialogs.script("Now");
    await compareRequest(services(), { actionId: action.id });
    const { label, input } = await diffTab();
    assert.match(
      label,
      /^\/crm\/v1\/clients\/\{clientId\}: 200 · .+ · Sandbox ↔ 200 · .+ · Sandbox$/,
    );
    const { original, modified } = input as vscode.TabInputTextDiff;
    const texts = await Promise.all(
      [original, modified].map(async (uri) =>
        (await vscode.workspace.openTextDocument(uri)).getText(),
      ),
    );
    assert.equal(texts[0], texts[1]);
    assert.ok((texts[0] ?? "").split("\n").length > 3);
    assert.notEqual(explorer.history.last!.id, action.id);
  });

  it("compares with another request, the same path first, and another client", async () => {
    const first = await recorded({ operationId: "getClient", path: { clientId } });
    const other = explorer.tree
      .loadedClients("sandbox")
      .find((client) => client.clientId !== clientId)!;
    explorer.dialogs.script("Another client…", other.clientLabel);
    await compareRequest(services(), { actionId: first.action.id });
    await diffTab();
    assert.ok(lastAttempt().url.endsWith(other.clientId));
    const before = explorer.history.last!.id;
    await recorded({ operationId: "getClient", path: { clientId: other.clientId } });
    const sent = explorer.history.last!.id;
    assert.notEqual(before, sent);
    explorer.dialogs.script("Another request…", "Recorded");
    await compareRequest(services(), { actionId: first.action.id });
    assert.equal(explorer.history.last!.id, sent);
  });

  it("compares with another connection, which does not become the one in use", async () => {
    const { action } = await recorded({ operationId: "getClient", path: { clientId } });
    const own = services();
    const used: string[] = [];
    const asked: string[] = [];
    const other = { id: "other", name: "Other", environment: "production" } as const;
    explorer.dialogs.script("Another connection…", "Other");
    await compareRequest(
      {
        ...own,
        connections: () => [...own.connections(), other],
        use: (id) => void used.push(id),
        open: (id) => {
          asked.push(id);
          return own.open("sandbox");
        },
      },
      { actionId: action.id },
    );
    await diffTab();
    assert.deepEqual([asked, used], [["sandbox", "other"], []]);
  });

  it("offers to send again what it has no answer of", async () => {
    const { action } = await recorded({ operationId: "listClients" }, false);
    explorer.dialogs.script("Send again");
    await compareRequest(services(), { actionId: action.id });
    await message(explorer, /nothing to compare/);
    assert.notEqual(explorer.history.last!.id, action.id);
  });

  it("has nothing to send again before anything was sent", async () => {
    await assert.rejects(sendAgain(services(), undefined), { code: "input/noCall" });
    await assert.rejects(compareRequest(services(), { actionId: "gone" }), {
      code: "requests/gone",
    });
  });
});
