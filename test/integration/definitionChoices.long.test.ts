import assert from "node:assert/strict";
import * as vscode from "vscode";
import { openTemporaryClient } from "../../src/features/connections/host/temporaryClient";
import type { Connection } from "../../src/platform/base/connection";
import { SCHEMA_SOURCE } from "../../src/features/pensions/common/editing/jsonServiceProblems";
import { payloadPath } from "../../src/features/pensions/common/target";
import type { TreeNode } from "../../src/features/explorer/host/nodes";
import type { CommandArguments } from "../../src/manifest";
import { sendJson } from "../unit/platform/http/support/servers";
import { forgetDefinitions } from "./support/definitions";
import {
  activateExplorer,
  eventually,
  labelOf,
  message,
  type TestHandle,
  walk,
} from "./support/explorer";
import { startOperator, type Operator } from "./support/operator";
import { openFile, problemsBecome, replaceText } from "./support/payloads";

const CLIENT = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";
const PLAN = `{\n  "scheme": 1,\n  "plan": 1\n}`;

type Definition = "choose" | "import" | "remove";

/** A provider's document of Finances, which calls the member of a pension as it likes. */
function documentOf(version: string, member: string, list: string): string {
  const ok = (schema: object) => ({
    200: { description: "OK", content: { "application/json": { schema } } },
  });
  const pension = {
    type: "object",
    properties: { [member]: { type: "integer" } },
    additionalProperties: false,
  };
  const rows = { type: "array", items: { type: "object", properties: { [member]: {} } } };
  return JSON.stringify({
    ...{ openapi: "3.1.0", info: { title: "Plans", version } },
    servers: [{ url: "https://provider.example/finances/v1" }],
    paths: {
      "/clients/{clientId}/pensions/{pensionId}": {
        put: {
          requestBody: { content: { "application/json": { schema: pension } } },
          responses: ok(pension),
        },
      },
      [`/clients/{clientId}/${list}`]: { get: { summary: list, responses: ok(rows) } },
    },
  });
}

/** Where a payload does not fit its definition, as the explorer says it: message, text and line. */
function misfits(document: vscode.TextDocument): readonly string[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === SCHEMA_SOURCE)
    .map(
      ({ message: said, range }) => `${said} ${document.getText(range)} ${range.start.line + 1}`,
    );
}

function misfitsBecome(document: vscode.TextDocument, expected: readonly string[]): Promise<true> {
  return eventually(
    () => `${expected.join(" | ")} in place of ${misfits(document).join(" | ")}`,
    () => JSON.stringify(misfits(document)) === JSON.stringify(expected) || undefined,
  );
}

describe("connections that follow definitions of their own", () => {
  let explorer: TestHandle;
  let operator: Operator;
  let acme: Connection;
  let beta: Connection;

  before(async () => {
    explorer = await activateExplorer();
    operator = await startOperator();
    acme = await saved("Acme");
    beta = await saved("Beta");
  });

  beforeEach(() => explorer.dialogs.reset());

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await forgetDefinitions(explorer);
    for (const id of [acme.id, beta.id]) {
      await explorer.definitions.forgetChoices(id);
    }
  });

  after(async () => {
    for (const { id } of explorer.connections.stored) {
      await explorer.connections.remove(id);
    }
    await operator.close();
  });

  async function saved(label: string): Promise<Connection> {
    const connection = operator.connection({ label });
    await explorer.connections.save(connection);
    explorer.dialogs.script("0f5c2a9e7b134d68a1c3e5f708192a3b", "a secret of the client");
    const node = { nodeId: connection.id };
    for (const secret of ["SubscriptionKey", "ClientSecret"]) {
      await vscode.commands.executeCommand(`financialPlanning.connection.enter${secret}`, node);
    }
    return connection;
  }

  const run = <Name extends Definition>(
    name: Name,
    ...values: CommandArguments[`financialPlanning.definition.${Name}`]
  ): Thenable<unknown> =>
    vscode.commands.executeCommand(`financialPlanning.definition.${name}`, ...values);

  /** Imports at the domain of a connection, as its menu does. */
  async function importAt(label: string, text: string, ...answers: string[]): Promise<void> {
    const node = await walk(explorer, label, "Finances");
    await vscode.env.clipboard.writeText(text);
    explorer.dialogs.script("Clipboard", ...answers);
    await run("import", node);
  }

  async function bothImported(): Promise<void> {
    await importAt("Acme", documentOf("1", "scheme", "schemes"), "Acme");
    await importAt("Beta", documentOf("2", "plan", "plans"), "Beta");
  }

  const versionsOf = async (id?: string): Promise<readonly string[]> =>
    Object.values(await explorer.definitions.active(id)).map(({ version }) => version);

  const followed = async (): Promise<unknown> =>
    Promise.all([acme.id, beta.id, "sandbox", undefined].map(versionsOf));

  const listsOf = async (label: string): Promise<readonly string[]> => {
    const client = await walk(explorer, label, "Finances", /Okafor/);
    const children: TreeNode[] = await explorer.tree.getChildren(client);
    return children.map((child) => labelOf(explorer.tree, child));
  };

  const described = async (label: string): Promise<string> => {
    const item = explorer.tree.getTreeItem(await walk(explorer, label, "Finances"));
    return String(item.description);
  };

  it("have each their own in the tree, its lists and their panels, at the same time", async () => {
    const own = await explorer.definition(acme.id);
    await bothImported();
    assert.deepEqual(await followed(), [["1"], ["2"], [], []]);
    assert.equal(await explorer.definition("sandbox"), await explorer.description());
    await eventually("the lists of each", async () =>
      JSON.stringify([await listsOf("Acme"), await listsOf("Beta")]) ===
      JSON.stringify([
        ["Holdings", "Pensions", "schemes"],
        ["Holdings", "Pensions", "plans"],
      ])
        ? true
        : undefined,
    );
    for (const [label, words] of [
      ["Acme", "/finances/v1 · 1"],
      ["Beta", "/finances/v1 · 2"],
    ] as const) {
      await eventually(words, async () => ((await described(label)) === words ? true : undefined));
    }
    assert.equal(await described("Sandbox"), "/finances/v1");
    operator.answer = ({ path }, response) =>
      sendJson(response, 200, path.includes("/plans") ? [{ plan: 1, later: 2 }] : []);
    const node = await walk(explorer, "Beta", "Finances", /Okafor/, "plans");
    await vscode.commands.executeCommand("financialPlanning.list.open", node);
    const drift = await eventually("what differs for Beta", () => explorer.drift.all()[0]);
    assert.deepEqual(
      explorer.drift.all().map(({ connectionId }) => connectionId),
      [beta.id],
    );
    assert.deepEqual(
      drift.findings.map(({ path }) => path),
      ["[].later"],
    );
    explorer.dialogs.script(undefined);
    await run("choose", { domain: "finances", id: "", connectionId: acme.id });
    assert.deepEqual(await followed(), [["1"], ["2"], [], []], "declined");
    explorer.dialogs.script("Acme");
    await run("choose", { domain: "finances", id: "", connectionId: acme.id });
    assert.deepEqual(await followed(), [[], ["2"], [], []]);
    assert.ok((await explorer.definition(acme.id)) === own, "the text of the description");
    assert.deepEqual(explorer.drift.all(), [drift], "of Beta nothing is forgotten");
  });

  it("check the payloads that go through them, side by side", async () => {
    const uris: vscode.Uri[] = [];
    for (const [connection, pensionId] of [
      [acme, "PEN-9101"],
      [beta, "PEN-9102"],
    ] as const) {
      const { uri } = await openFile(payloadPath({ clientId: CLIENT, pensionId }), PLAN);
      await explorer.targets.remember(uri, {
        ...{ connectionId: connection.id, clientId: CLIENT, pensionId },
      });
      uris.push(uri);
    }
    await bothImported();
    const [ofAcme = assert.fail(), ofBeta = assert.fail()] = await Promise.all(
      uris.map((uri) => vscode.workspace.openTextDocument(uri)),
    );
    await problemsBecome(ofAcme, ['3 unknownField "plan"']);
    await problemsBecome(ofBeta, ['2 unknownField "scheme"']);
    assert.deepEqual([misfits(ofAcme), misfits(ofBeta)], [[], []]);
    await replaceText(ofAcme, PLAN.replaceAll("1", '"A"'));
    await replaceText(ofBeta, PLAN.replaceAll("1", '"B"'));
    await misfitsBecome(ofAcme, ['must be integer "A" 2']);
    await misfitsBecome(ofBeta, ['must be integer "B" 3']);
    await replaceText(ofBeta, PLAN);
    await misfitsBecome(ofBeta, []);
    assert.deepEqual(misfits(ofAcme), ['must be integer "A" 2']);
    // With one definition left the editor says it itself.
    explorer.dialogs.script("Acme", "Beta");
    await run("choose", { domain: "finances", id: "", connectionId: acme.id });
    await run("choose", { domain: "finances", id: "", connectionId: beta.id });
    await misfitsBecome(ofAcme, []);
    for (const uri of uris) {
      await vscode.workspace.fs.delete(uri);
    }
  });

  it("are tested by what the stored one follows now, and one that is not stored by the default", async () => {
    await explorer.network();
    await bothImported();
    const { entered, network } = explorer;
    const has = async (of: string | undefined, list: string): Promise<boolean> => {
      const parts = { entered, network, isTrusted: () => true };
      const { client, close } = await openTemporaryClient(parts, acme, { of, pasted: {} });
      const operationId = `finances:GET /clients/{clientId}/${list}`;
      try {
        return client.describe({ operationId, path: { clientId: CLIENT } }).method === "GET";
      } catch {
        return false;
      } finally {
        await close();
      }
    };
    assert.deepEqual([await has(acme.id, "schemes"), await has(beta.id, "schemes")], [true, false]);
    assert.deepEqual([await has(beta.id, "plans"), await has(undefined, "plans")], [true, false]);
    const { finances } = await explorer.definitions.active(beta.id);
    await explorer.definitions.activate("finances", finances?.id);
    await eventually("the default", async () =>
      (await has(undefined, "plans")) ? true : undefined,
    );
  });

  it("are asked about where several could follow, and keep what was chosen for them", async () => {
    await importAt("Acme", documentOf("1", "scheme", "schemes"), "All connections");
    assert.match(await message(explorer, /is active/), /^Plans 1 is active for Finances\./);
    assert.deepEqual(await followed(), [["1"], ["1"], ["1"], ["1"]]);
    await importAt("Beta", documentOf("2", "plan", "plans"), "Beta");
    await message(explorer, /^Plans 2 is active for Finances of Beta\. /);
    explorer.dialogs.script("All connections", "The description");
    await run("choose", { domain: "finances" });
    await message(
      explorer,
      /^Now used for Finances: the description\. .*Connections that keep their own choice in Finances: Beta\.$/,
    );
    assert.deepEqual(await followed(), [[], ["2"], [], []]);
    explorer.dialogs.script("All connections", "Plans 1");
    await run("choose", { domain: "finances", connectionId: beta.id });
    assert.deepEqual(await followed(), [["1"], ["1"], ["1"], ["1"]], "where it was chosen as well");
    assert.deepEqual(await explorer.definitions.choices(), {});
  });

  it("are asked about where a document is imported at none of them, and may be one alone", async () => {
    await vscode.env.clipboard.writeText(documentOf("1", "scheme", "schemes"));
    for (const answers of [
      ["Clipboard", undefined],
      ["Clipboard", "Beta"],
    ]) {
      explorer.dialogs.script(...answers);
      await run("import");
      const expected = answers.includes("Beta") ? [[], ["1"], [], []] : [[], [], [], []];
      assert.deepEqual(await followed(), expected);
    }
    await message(explorer, /^Plans 1 is active for Finances of Beta\. /);
    explorer.dialogs.script("All connections");
    await run("import", { source: "clipboard" });
    assert.deepEqual(await followed(), [["1"], ["1"], ["1"], ["1"]]);
    await message(explorer, /Connections that keep their own choice in Finances: Beta\.$/);
  });

  it("take a choice back by Undo, or follow the others again", async () => {
    await importAt("Acme", documentOf("1", "scheme", "schemes"), "All connections");
    explorer.dialogs.script("Clipboard", "Beta", "Undo");
    await vscode.env.clipboard.writeText(documentOf("2", "plan", "plans"));
    await run("import", await walk(explorer, "Beta", "Finances"));
    await eventually("the one version", async () =>
      (await explorer.definitions.list()).length === 1 ? true : undefined,
    );
    assert.deepEqual(await explorer.definitions.choices(), {});
    const node = await walk(explorer, "Beta", "Finances");
    explorer.dialogs.script("Beta", "The description", "Undo");
    await run("choose", node);
    await eventually("it to be taken back", async () =>
      (await versionsOf(beta.id)).length === 1 ? true : undefined,
    );
    explorer.dialogs.script("Beta", "The description");
    await run("choose", node);
    assert.deepEqual(await followed(), [["1"], [], ["1"], ["1"]]);
    explorer.dialogs.script("Beta", "No separate choice");
    await run("choose", node);
    assert.deepEqual(await followed(), [["1"], ["1"], ["1"], ["1"]]);
    assert.deepEqual(await explorer.definitions.choices(), {});
  });

  it("go back to the description where theirs is removed, which is said before", async () => {
    await importAt("Acme", documentOf("1", "scheme", "schemes"), "All connections");
    await importAt("Beta", documentOf("2", "plan", "plans"), "Beta");
    const { id } = (await explorer.definitions.active(beta.id)).finances ?? assert.fail();
    explorer.dialogs.reset();
    explorer.dialogs.script("Remove");
    await run("remove", { id });
    const asked = explorer.dialogs.takeShown().join("\n");
    assert.match(asked, /It was chosen for Beta: Finances goes back there to the description/);
    assert.deepEqual(await followed(), [["1"], [], ["1"], ["1"]]);
  });

  it("take their choices with them when they are removed", async () => {
    const doomed = await saved("Doomed");
    await importAt("Doomed", documentOf("1", "scheme", "schemes"), "Doomed");
    assert.deepEqual(Object.keys(await explorer.definitions.choices()), [doomed.id]);
    const copy = await explorer.connections.duplicate(doomed.id);
    assert.deepEqual(await versionsOf(copy), ["1"], "a copy follows what the original follows");
    await explorer.connections.remove(doomed.id);
    await eventually("its choices to go", async () =>
      Object.keys(await explorer.definitions.choices()).join() === copy ? true : undefined,
    );
    await explorer.connections.remove(copy);
    await eventually("its choices to go", async () =>
      Object.keys(await explorer.definitions.choices()).length === 0 ? true : undefined,
    );
    assert.equal((await explorer.definitions.list()).length, 1);
  });
});
