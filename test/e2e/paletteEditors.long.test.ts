import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChangesHands } from "./support/changesHands";
import { chooseFault } from "./support/faultHands";
import { type Editor, leaveWindow, startEditor } from "./support/editor";
import { edgeId } from "./support/listHands";
import { untilShown } from "./support/paletteHands";
import { PaletteKeys } from "./support/paletteKeys";
import { PayloadHands } from "./support/payloadHands";
import { until } from "./support/until";
import type { Workbench } from "./support/workbench";

const TREE = "view.financialPlanning.connections.visible";
const PENSIONS = ["PEN-8001.pension.json", "PEN-8002.pension.json"] as const;
const BODY = '{\n  "provider": "Aviva",\n  "value": 100.50\n}\n';
const LATE = "Every call: 3 s late";
const ONE_FAULT = /is on|are on/;
const NO_FAULT = /answers every call as it should/;
const CALLED = ["isSignedIn", "hasCalls", "hasRequests"];
const KEPT = ["open", "reveal", "showManifest", "remove"].map((act) => `exports.${act}`);

/** What the palette shows goes by the editor in front, by exports, and by pensions to write. */
describe("the palette follows editors, exports and plans", () => {
  let editor: Editor;
  let window: Workbench;
  let folder: string;
  let keys: PaletteKeys;

  const run = (title: string): Promise<void> => window.runCommand(`Financial Planning: ${title}`);
  const inFront = (values: Readonly<Record<string, string>>): Promise<void> =>
    keys.turn({ inFront: values });
  const closeEditors = (): Promise<void> => window.runCommand("View: Close All Editors");

  before(async () => {
    // Its own: what other tests store would be offered here.
    editor = await startEditor();
    folder = editor.newFolder();
    window = await editor.openWindow({ folder });
    keys = new PaletteKeys(window);
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
  });

  afterEach(() => window.notifications.dismissAll());

  after(async function () {
    await leaveWindow(
      this.test?.parent?.tests.find(({ state }) => state === "failed"),
      window,
    );
    await editor.stop();
  });

  it("secrets in the place of the sandbox's own", async () => {
    await run("Enter Subscription Key…");
    await window.quickInput.fill("0f5c2a9e7b134d68a1c3e5f708192a3b");
    await window.quickInput.accept();
    // Another one that opens would take it away.
    await window.quickInput.waitUntilClosed();
    await keys.on("hasSandboxSecrets", "sandboxRunning");
    await run("Use the Sandbox's Own Credentials");
    await keys.off("hasSandboxSecrets");
  });

  it("a list", async () => {
    await run("Open List…");
    await window.quickInput.choose("Clients");
    await window.tab(/^Clients/).waitFor();
    await keys.turn({
      on: [...CALLED, "list.canGoToNext", "list.canGoToLast"],
      inFront: { activeWebviewPanelId: "financialPlanning.list" },
    });
    await closeEditors();
    await inFront({});
  });

  it("a request", async () => {
    await run("Open Request");
    await inFront({ activeWebviewPanelId: "financialPlanning.request" });
    await closeEditors();
    await inFront({});
  });

  it("an answer, laid out and as it came", async () => {
    const [laidOut, asItCame] = ["answersLaidOut", "answersAsTheyCame"].map(
      (name) => `resource in financialPlanning.${name}`,
    ) as [string, string];
    await run("Open Answer of Request");
    await keys.on(laidOut);
    await run("Show Answer as It Came");
    await keys.turn({ on: [asItCame], off: [laidOut] });
    await closeEditors();
    await keys.off(asItCame);
  });

  it("an export that runs, and one that is paused", async () => {
    await chooseFault(window, LATE, ONE_FAULT);
    await run("Export List…");
    await window.quickInput.choose("Clients");
    await window.quickInput.choose("JSON Lines");
    await window.quickInput.choose("File…");
    await window.quickInput.enterPath(join(folder, "clients.jsonl"));
    await keys.on("exports.pause", "exports.stop", "callRunning");
    await run("Pause Export");
    await keys.turn({
      on: ["exports.resume", "exports.remove"],
      off: ["exports.pause", "exports.stop", "callRunning"],
    });
    await chooseFault(window, "None", NO_FAULT);
    await run("Resume Export");
    await window.notifications.toast(/^Exported 2,000 clients/).waitFor();
    await keys.turn({ on: KEPT, off: ["exports.resume"] });
    await run("Remove Export…");
    await keys.off(...KEPT);
  });

  it("a file of a pension", async () => {
    const pensions = join(folder, "pensions", edgeId("Wide"));
    mkdirSync(pensions, { recursive: true });
    PENSIONS.forEach((name) => writeFileSync(join(pensions, name), BODY));
    await keys.on("hasPayloads");
    await window.quickInput.openFile(PENSIONS[0]);
    await window.tab(PENSIONS[0]).waitFor();
    // Nobody knows yet whether it is staged.
    const ofPayload = ["listsFront", "canStageFront", "canUnstageFront"].map(
      (name) => `changes.${name}`,
    );
    await keys.turn({
      on: ofPayload,
      inFront: { resourceFilename: PENSIONS[0], resourceScheme: "vscode-remote" },
    });
    await closeEditors();
    await keys.turn({ off: ofPayload, inFront: {} });
  });

  it("a plan, its PUTs and what they left", async () => {
    await window.openContainer("Source Control");
    await keys.off(TREE);
    await run("Read Pensions of the Service");
    await run("Stage All Payloads");
    await run("Plan and PUT Pensions…");
    const apply = window
      .webview()
      .locator("vscode-button")
      .filter({ hasText: /^Apply 2…/ });
    await apply.waitFor();
    await keys.turn({
      on: ["batches.show", "batches.apply"],
      inFront: { activeWebviewPanelId: "financialPlanning.plan" },
    });
    await chooseFault(window, LATE, ONE_FAULT);
    await run("Apply Plan of Pensions…");
    await window.modal.click("PUT 2 pensions");
    await keys.turn({ on: ["batches.stop", "callRunning"], off: ["batches.apply"] });
    await run("Stop PUTs of Pensions");
    await keys.turn({ on: ["batches.resume"], off: ["batches.stop", "callRunning"] });
    await closeEditors();
    await inFront({});
  });
});

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;
const [STAGE, UNSTAGE, COMPARE, DISCARD] = [
  ...["Stage Payload", "Unstage Payload"],
  ...["Compare Payload to Known Version", "Discard Changes of Payload…"],
] as [string, string, string, string];
const OF_CHANGE = [STAGE, UNSTAGE, COMPARE, DISCARD] as const;
const PUT = "PUT Pension…";
const OF_PAYLOAD = [
  ...[PUT, "Dry Run Pension", "Delete Pension…", "Take Over Changes of the Service"],
  ...["Compare Pension with Service", "Show Pension of the Service"],
  ...["Change Target of Payload…", "Duplicate Payload for a Client…"],
] as const;
/** How payloads work can be read beside any version of one. */
const HELP = "Show Help";
const [PREVIOUS, NEXT, LAST] = ["Previous", "Next", "Last"].map((page) => `Go to ${page} Page`) as [
  string,
  string,
  string,
];
const CANCEL = "Cancel Loading";
const ON_PAGES = [PREVIOUS, NEXT, LAST, CANCEL] as const;
const ANSWER_LIKE_THIS = "Answer Like This in the Sandbox";
const CLEAR = "Clear Request History…";
/** As it was committed, and as it is now. */
const COMMITTED = BODY;
const CHANGED = BODY.replace("Aviva", "Zurich");

/** What could be chosen there and only failed, or did nothing, is not there; what is there runs. */
describe("the palette has nothing that cannot run", () => {
  let editor: Editor;
  let window: Workbench;

  const run = (title: string): Promise<void> => window.runCommand(`Financial Planning: ${title}`);
  const shows = (of: readonly string[], ...wanted: readonly string[]): Promise<void> =>
    untilShown(window, of, wanted);

  const open = async (folder: string | false): Promise<void> => {
    window = await editor.openWindow({ folder });
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
  };

  /** The sandbox runs then, and is signed in to. */
  const expandClients = async (): Promise<void> => {
    for (let depth = 1; depth <= CLIENTS.length; depth++) {
      await window.tree.expand(...CLIENTS.slice(0, depth));
    }
    await window.tree.row(...CLIENTS, "Abernathy, Ruth");
  };

  const openClientList = async (): Promise<void> => {
    await run("Open List…");
    await window.quickInput.choose("Clients");
    await window.tab(/^Clients/).waitFor();
    await onPage(/page 1 of/);
  };

  const onPage = (text: RegExp): Promise<void> =>
    window.webview().locator("fp-pager .page").filter({ hasText: text }).waitFor();

  const demandNoError = async (): Promise<void> => {
    const errors = window.page
      .locator(".notifications-toasts .codicon-error")
      .filter({ visible: true });
    const messages = (await window.notifications.messages()).join(" | ");
    assert.equal(await errors.count(), 0, messages);
  };

  const write = (folder: string, places: readonly string[], text: string): void => {
    mkdirSync(join(folder, ...places.slice(0, -1)), { recursive: true });
    writeFileSync(join(folder, ...places), text);
  };

  before(async () => {
    // Its own: what other tests recorded would be its history.
    editor = await startEditor({ settings: { "git.enabled": true } });
  });

  afterEach(async function () {
    await leaveWindow(this.currentTest, window);
  });

  after(() => editor.stop());

  it("with an unsaved payload in a window without a folder", async () => {
    await open(false);
    await expandClients();
    await window.tree.menuItem([...CLIENTS, "Abernathy, Ruth"], "New Pension Payload…");
    await window.quickInput.fill("PEN-9000");
    await window.quickInput.accept();
    await new PayloadHands(window).inFront("PEN-9000.pension.json");
    await shows([...OF_PAYLOAD, ...OF_CHANGE], ...OF_PAYLOAD);
    await demandNoError();
  });

  it("with a payload that source control lists, and with one that it does not", async () => {
    const folder = editor.newFolder();
    const places = ["pensions", edgeId("Wide"), "PEN-9001.pension.json"];
    write(folder, places, BODY);
    write(folder, ["PEN-9002.pension.json"], BODY);
    await open(folder);
    await expandClients();
    const hands = new PayloadHands(window);
    const changes = new ChangesHands(window);
    await hands.open("PEN-9001.pension.json");
    // Nobody has looked for payloads yet.
    await shows(OF_CHANGE, STAGE, UNSTAGE, COMPARE);
    await run(PUT);
    await window.modal.click("Create");
    await hands.said(/PEN-9001: 201 Created/);
    await run(STAGE);
    await window.openContainer("Source Control");
    await changes.group("Staged", 1).waitFor();
    await shows(OF_CHANGE, UNSTAGE, COMPARE);
    write(folder, places, CHANGED);
    await shows(OF_CHANGE, UNSTAGE, COMPARE, DISCARD);
    await run(UNSTAGE);
    await changes.group("Staged").waitFor({ state: "detached" });
    await run(COMPARE);
    await window.tab(/^PEN-9001: .+ ↔ payload/).waitFor();
    // In a comparison it is the side that is edited.
    await shows(OF_CHANGE, STAGE, COMPARE, DISCARD);
    await run(DISCARD);
    assert.match(await window.modal.text(), /^Discard the changes of /);
    await window.page.keyboard.press("Escape");
    await window.modal.waitUntilClosed();
    await demandNoError();
    await hands.open("PEN-9002.pension.json");
    await shows([PUT, ...OF_CHANGE], PUT);
    await demandNoError();
  });

  it("with a version of git, which can only be read", async () => {
    const folder = editor.newFolder();
    const git = (...values: readonly string[]): void => {
      const who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
      execFileSync("git", [...who, ...values], { cwd: folder, stdio: "ignore" });
    };
    const places = ["pensions", edgeId("Wide"), "PEN-9003.pension.json"];
    write(folder, places, COMMITTED);
    git("init", "-b", "main");
    git("add", "pensions");
    git("commit", "-m", "Payloads");
    write(folder, places, CHANGED);
    await open(folder);
    await new PayloadHands(window).open("PEN-9003.pension.json");
    await window.editorAction("PUT Pension").waitFor();
    await shows([...OF_PAYLOAD, ...OF_CHANGE, HELP], ...OF_PAYLOAD, STAGE, UNSTAGE, COMPARE, HELP);
    await window.openContainer("Source Control");
    // Git's own row of it: ours says which pension it is.
    const row = window.page
      .locator('.part.sidebar .monaco-list-row:not([aria-label*="Pension: "])')
      .filter({ hasText: "PEN-9003.pension.json" });
    const openMenu = (): Promise<void> => row.click({ button: "right" });
    await openMenu();
    await window.menu.choose("Open File (HEAD)", openMenu);
    await until("what was committed is in front", async () =>
      (await window.editor.visibleLines()).some((line) => line.includes("Aviva")),
    );
    await shows([...OF_PAYLOAD, ...OF_CHANGE, HELP], HELP);
    await window.editorAction("PUT Pension").waitFor({ state: "detached" });
    await window.editor.focus();
    await window.page.keyboard.press("Shift+Alt+Enter");
    await window.settled();
    await demandNoError();
  });

  it("with the first page of a list, with its last, and while it loads", async () => {
    await open(editor.newFolder());
    await openClientList();
    await shows(ON_PAGES, NEXT, LAST);
    await run(NEXT);
    await onPage(/page 2 of/);
    await shows(ON_PAGES, PREVIOUS, NEXT, LAST);
    await run(LAST);
    await onPage(/page 80 of/);
    await shows(ON_PAGES, PREVIOUS);
    await run(PREVIOUS);
    await onPage(/page 79 of/);
    await shows(ON_PAGES, PREVIOUS, NEXT, LAST);
    await chooseFault(window, LATE, ONE_FAULT);
    await run("Load All Pages");
    // Rows that load as one list have no pages to turn.
    await shows(ON_PAGES, CANCEL);
    await run(CANCEL);
    await shows(ON_PAGES);
    await demandNoError();
    await chooseFault(window, "None", NO_FAULT);
  });

  it("in a new window, of the calls of the one before", async () => {
    await open(editor.newFolder());
    await openClientList();
    await window.close();
    await open(editor.newFolder());
    await run("Show Requests");
    await window.viewWebview().locator(".row.action").first().waitFor();
    await shows([CLEAR, ANSWER_LIKE_THIS], CLEAR);
    await openClientList();
    await shows([CLEAR, ANSWER_LIKE_THIS], CLEAR, ANSWER_LIKE_THIS);
    await run(ANSWER_LIKE_THIS);
    await window.notifications.message(/^Until it is reset or ends, the sandbox answers GET /);
    await demandNoError();
  });
});
