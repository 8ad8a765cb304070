import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { ConnectionsOptions } from "../../src/features/connections/host/connections";
import type { PastedOnboarding } from "../../src/features/connections/host/setup/pasteOnboarding";
import { registerConnectionSetup } from "../../src/features/connections/host/setup/register";
import type { ConnectionSetupServices } from "../../src/features/connections/host/setup/services";
import type { Connection } from "../../src/platform/base/connection";
import { writeConnectionFile } from "../../src/features/connections/common/connectionFile";
import { draftOf } from "../../src/features/connections/common/draft";
import type { TestStepText } from "../../src/features/connections/texts/testTexts";
import { type AppError, isAppError } from "../../src/platform/base/errors";
import { createRedactor } from "../../src/platform/http/redaction";
import type { ServiceClient } from "../../src/platform/service/client";
import { Commands } from "../../src/platform/vscode/commands";
import type { Registrations } from "../../src/registrations";
import { describeSandbox } from "../../src/features/sandbox/host/details";
import { aConnection } from "../fakes/connection";
import { activateExplorer, eventually, message, type TestHandle } from "./support/explorer";

type Run = (...values: unknown[]) => Promise<unknown>;

const A = aConnection({ id: "a", label: "Acme" });
const B = aConnection({ id: "b", label: "Beta", environment: "production" });

describe("setting up connections", () => {
  let explorer: TestHandle;
  let folder: string;
  let stored: Connection[];
  let opened: PastedOnboarding[];
  let closed: number;
  let failures: unknown[];
  let commands: Map<string, Run>;
  let setup: ReturnType<typeof registerConnectionSetup>;
  const redactor = createRedactor();

  before(async () => {
    explorer = await activateExplorer();
    folder = mkdtempSync(join(tmpdir(), "setup-"));
  });

  beforeEach(async () => {
    explorer.dialogs.takeShown();
    [stored, opened, failures, closed] = [[], [], [], 0];
    commands = new Map();
    setup = registerConnectionSetup(services());
    await vscode.env.clipboard.writeText("");
  });

  afterEach(() => {
    setup.disposable.dispose();
  });

  after(async () => {
    rmSync(folder, { recursive: true });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  function services(): ConnectionSetupServices {
    const registrations = {
      setCommand: (id: string, run: Run) => {
        commands.set(id, run);
        return { dispose: () => void commands.delete(id) };
      },
    };
    const showError = (error: unknown): Promise<void> => {
      failures.push(error);
      return Promise.resolve();
    };
    return {
      commands: new Commands(registrations as unknown as Registrations, showError),
      ...{ dialogs: explorer.dialogs, redactor, privacy: explorer.privacy },
      stored: () => stored,
      reservedLabels: () => ["Sandbox"],
      requestScopes: () => Promise.resolve(),
      saveAll: (connections) => {
        const ids = new Set(connections.map(({ id }) => id));
        stored = [...stored.filter(({ id }) => !ids.has(id)), ...connections];
        return Promise.resolve();
      },
      connectionOf: () => "sandbox",
      open: (id) => explorer.connections.open(id),
      openTemporaryClient: async (connection) => {
        const { network } = Reflect.get(explorer.connections, "options") as ConnectionsOptions;
        const { subscriptionKeys, clients } = explorer.sandbox.facts!;
        const { clientSecret } = clients.serviceAccount;
        const secrets = { subscriptionKey: subscriptionKeys.development, clientSecret };
        const client: ServiceClient = (await network()).open({
          ...{ connection, secrets: () => Promise.resolve(secrets) },
          onSession: () => undefined,
        });
        const close = async (): Promise<void> => {
          closed++;
          await client.signOut();
          await client.dispose();
        };
        return { client, close };
      },
      openForm: (details) => {
        opened.push(details);
        return Promise.resolve();
      },
      openText: (_name, bytes) => {
        explorer.dialogs.shown.push(new TextDecoder().decode(bytes));
        return Promise.resolve();
      },
    };
  }

  const run = async (name: string): Promise<void> => {
    await commands.get(`financialPlanning.connection.${name}`)!();
  };
  const failure = (): AppError => {
    const [error, ...more] = failures.splice(0);
    assert.ok(isAppError(error) && more.length === 0);
    return error;
  };
  const fileNamed = (name: string): vscode.Uri => vscode.Uri.file(join(folder, name));
  const written = (name: string, text: string): vscode.Uri => {
    writeFileSync(join(folder, name), text);
    return fileNamed(name);
  };

  it("exports the connections that were picked, whole and without a trace beside", async () => {
    stored = [A, B];
    const target = fileNamed("mine.fp-connections.json");
    explorer.dialogs.script("Beta\nAcme", target.toString());
    await run("export");
    await message(explorer, /^Exported 2 connections to mine\.fp-connections\.json\. It holds no/);
    assert.equal(readFileSync(target.fsPath, "utf8"), writeConnectionFile([A, B]));
    assert.deepEqual(readdirSync(folder), ["mine.fp-connections.json"]);
    stored = [B];
    explorer.dialogs.script(target.toString());
    await run("export");
    assert.equal(readFileSync(target.fsPath, "utf8"), writeConnectionFile([B]));
  });

  it("exports nothing when there is nothing, or the user declines", async () => {
    await run("export");
    assert.equal(failure().code, "input/nothingToExport");
    stored = [A, B];
    const files = readdirSync(folder);
    explorer.dialogs.script(undefined);
    await run("export");
    explorer.dialogs.script("Acme", undefined);
    await run("export");
    assert.deepEqual([readdirSync(folder), failures], [files, []]);
  });

  it("imports what was confirmed, and twice changes nothing", async () => {
    const uri = written("two.fp-connections.json", writeConnectionFile([A, B]));
    explorer.dialogs.script(uri.toString(), undefined);
    await run("import");
    assert.deepEqual(stored, []);
    explorer.dialogs.takeShown();
    explorer.dialogs.script(uri.toString(), "Import");
    await run("import");
    const shown = await message(
      explorer,
      /^Import 2 connections\?\nNew: Acme, Development, https:/,
    );
    assert.match(shown, /No secret is taken from a file/);
    assert.deepEqual(stored, [A, B]);
    explorer.dialogs.script(uri.toString());
    await run("import");
    await message(explorer, /^All connections are as in the file already/);
    assert.deepEqual([stored, failures], [[A, B], []]);
  });

  it("names what an import changes, and numbers a label that is taken", async () => {
    const other = { ...A, id: "c", scopes: ["other"] };
    stored = [A, B];
    const list = [{ ...B, authUrl: "https://elsewhere.example" }, other];
    const uri = written("change.fp-connections.json", writeConnectionFile(list));
    explorer.dialogs.script(uri.toString(), "Import", "Change auth URL");
    await run("import");
    const shown = await message(explorer, /^Import 2 connections\?/);
    assert.match(shown, /Changed: Beta\. It leads to another server/);
    assert.match(shown, /auth URL: https:\/\/identity\.example → https:\/\/elsewhere\.example/);
    assert.match(shown, /New: Acme \(2\), .* The label 'Acme' is already used\./);
    assert.deepEqual(
      stored.map(({ label }) => label),
      ["Acme", "Beta", "Acme (2)"],
    );
  });

  it("opens a bad file at the field, marks all that is wrong, and the marks go with it", async () => {
    const text = writeConnectionFile([{ ...A, baseUrl: "http://service.example", pageSize: 0 }]);
    const uri = written("bad.fp-connections.json", text);
    explorer.dialogs.script(uri.toString());
    await run("import");
    const error = failure();
    assert.deepEqual(
      [error.code, error.values],
      ["input/connectionFile", { path: "connections[0].baseUrl", line: 8, column: 18 }],
    );
    const editor = vscode.window.activeTextEditor!;
    assert.equal(editor.document.uri.toString(), uri.toString());
    assert.deepEqual(editor.selection.active, new vscode.Position(7, 17));
    const marks = (): readonly string[] =>
      vscode.languages
        .getDiagnostics(uri)
        .filter(({ source }) => source === "Import connections")
        .map(({ message: words }) => words);
    assert.deepEqual(marks(), [
      "connections[0].baseUrl: Begin with https://. Only 127.0.0.1 and [::1], on this machine, may be http.",
      "connections[0].pageSize: Enter a whole number, 1 or more, or leave it empty.",
    ]);
    const mend = async (from: string, to: string): Promise<void> => {
      const { document } = editor;
      const start = document.positionAt(document.getText().indexOf(from));
      const range = new vscode.Range(start, start.translate(0, from.length));
      await editor.edit((builder) => builder.replace(range, to));
    };
    await mend("http://service", "https://service");
    await eventually("one mark to go", () => (marks().length === 1 ? true : undefined));
    await mend('"pageSize": 0', '"pageSize": 5');
    await eventually("all marks to go", () => (marks().length === 0 ? true : undefined));
    // What is in the editor counts, saved or not.
    explorer.dialogs.script(uri.toString(), "Import");
    await run("import");
    assert.deepEqual(
      stored.map(({ pageSize }) => pageSize),
      [5],
    );
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("takes no secret from a file, and repeats none", async () => {
    const canary = "0f5c2a9e7b134d68a1c3e5f708192a3b";
    const file = JSON.parse(writeConnectionFile([A])) as { connections: object[] };
    Object.assign(file.connections[0]!, { subscriptionKey: canary });
    const uri = written("secret.fp-connections.json", JSON.stringify(file));
    explorer.dialogs.script(uri.toString());
    await run("import");
    const marks = vscode.languages.getDiagnostics(uri);
    const said = JSON.stringify([failure().values, marks, explorer.dialogs.takeShown()]);
    assert.match(said, /sounds like a secret/);
    assert.equal(said.includes(canary), false);
    assert.deepEqual(stored, []);
  });

  it("says that a file cannot be read", async () => {
    const large = written("large.json", " ".repeat(1_000_001));
    for (const uri of [fileNamed("nowhere.json"), large, vscode.Uri.file(folder)]) {
      explorer.dialogs.script(uri.toString());
      await run("import");
      assert.equal(failure().code, "input/connectionFileUnreadable");
    }
  });

  it("pastes onboarding details: words for the user, secrets for the store, a clear clipboard", async () => {
    await explorer.sandbox.start();
    const { facts } = explorer.sandbox;
    const text = describeSandbox(facts!);
    await vscode.env.clipboard.writeText(text);
    await run("pasteOnboarding");
    const { draft, secrets, told, clearClipboard } = opened[0]!;
    assert.match(
      told,
      /^Recognised: environment, base URL, .*auth URL, access model, client ID, scopes\./,
    );
    assert.match(told, /Found: subscription key, client secret; kept in VS Code's secret/);
    const key = facts!.subscriptionKeys.development;
    assert.equal(secrets.subscriptionKey, key);
    assert.equal(draft.baseUrl, facts!.baseUrl);
    assert.equal(JSON.stringify([told, draft]).includes(key), false);
    assert.equal(redactor.redact(`x ${key} y`), "x [redacted] y");
    assert.deepEqual(explorer.dialogs.takeShown(), []);
    await vscode.env.clipboard.writeText("something else");
    assert.equal(await clearClipboard(), false);
    assert.equal(await vscode.env.clipboard.readText(), "something else");
    await vscode.env.clipboard.writeText(text);
    assert.equal(await clearClipboard(), true);
    assert.equal(await vscode.env.clipboard.readText(), "");
  });

  it("says that the clipboard holds nothing of use, and opens no form", async () => {
    await vscode.env.clipboard.writeText("lunch at half past twelve?");
    await run("pasteOnboarding");
    await message(explorer, /^Nothing in the clipboard looks like onboarding details/);
    assert.deepEqual(opened, []);
    assert.equal(await setup.paste(), undefined);
  });

  it("tests a connection step by step, and shows the whole as text", async () => {
    await explorer.sandbox.start();
    explorer.dialogs.script("Show details");
    await run("test");
    const details = await message(explorer, /^Connection test, /);
    assert.match(details, /^'Sandbox' works: addresses, key and access were accepted\.$/m);
    assert.match(details, /Subscription key {2}passed/);
    const { subscriptionKeys, clients } = explorer.sandbox.facts!;
    for (const secret of [subscriptionKeys.development, clients.serviceAccount.clientSecret]) {
      assert.equal(details.includes(secret), false);
    }
  });

  it("tests what a form holds, through a client that leaves nothing behind", async () => {
    const { connection } = await explorer.connections.open("sandbox");
    const seen: (readonly TestStepText[])[] = [];
    const test = (draft: ReturnType<typeof draftOf>): Promise<string> =>
      setup.test(
        { id: undefined, draft },
        (steps) => seen.push(steps),
        new AbortController().signal,
      );
    assert.match(await test(draftOf(connection)), /^'Sandbox' works/);
    assert.equal(closed, 1);
    assert.deepEqual(
      seen.at(-1)!.map(({ state }) => state),
      ["passed", "passed", "passed", "passed", "passed"],
    );
    const wrong = { ...draftOf(connection), crmPrefix: "/nowhere/v1" };
    assert.match(await test(wrong), /^'Sandbox' does not work yet \(First list\)\. .*404/);
    await assert.rejects(test({ ...wrong, label: "" }), { code: "input/draft" });
    assert.equal(closed, 2);
  });
});
