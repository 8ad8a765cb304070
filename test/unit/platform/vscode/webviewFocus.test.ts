import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
// First: it stands in for the editor.
import { answers, drawn } from "../../../fakes/editorSurfaces";
import { EditorDialogs } from "../../../../src/platform/vscode/dialogs";
import { WebviewFocus } from "../../../../src/platform/vscode/webviewFocus";
import { VirtualClock } from "../http/support/virtualClock";

/** What the editor waits before it tells a page to take the focus. */
const EDITOR_DELAY_MS = 50;

describe("the focus of webviews", () => {
  let clock: VirtualClock;
  let focus: WebviewFocus;

  beforeEach(() => {
    clock = new VirtualClock();
    focus = new WebviewFocus(clock);
  });

  /** A page in sight, and what it was asked; it answers when told to. */
  const addPage = (): { hide(): void; close(): void; pings: number; answer(): void } => {
    const answer = Promise.withResolvers<undefined>();
    let isVisible = true;
    const added = focus.add({
      isVisible: () => isVisible,
      ping: () => {
        page.pings++;
        return answer.promise;
      },
    });
    const page = {
      pings: 0,
      hide: () => void (isVisible = false),
      close: () => void added.dispose(),
      answer: () => answer.resolve(undefined),
    };
    return page;
  };
  /** Whether it has resolved, as far as it can without more time. */
  const watch = (): (() => Promise<boolean>) => {
    let isSettled = false;
    void focus.settled().then(() => (isSettled = true));
    return async () => {
      await setImmediate();
      return isSettled;
    };
  };

  it("is settled at once where no page is in sight", async () => {
    addPage().hide();
    addPage().close();
    assert.equal(await watch()(), true);
    assert.equal(clock.pending, 0);
  });

  it("is settled when each page has answered after the editor's own delay", async () => {
    const [one, other] = [addPage(), addPage()];
    const isSettled = watch();
    clock.advance(EDITOR_DELAY_MS);
    await setImmediate();
    assert.deepEqual([one.pings, other.pings], [0, 0]);
    clock.advance(EDITOR_DELAY_MS);
    await setImmediate();
    assert.deepEqual([one.pings, other.pings], [1, 1]);
    one.answer();
    assert.equal(await isSettled(), false);
    other.answer();
    assert.equal(await isSettled(), true);
  });

  it("does not ask a page that was closed meanwhile", async () => {
    const page = addPage();
    const isSettled = watch();
    page.close();
    clock.advance(EDITOR_DELAY_MS * 2);
    assert.equal(await isSettled(), true);
    assert.equal(page.pings, 0);
  });

  it("does not wait for ever for a page that does not answer", async () => {
    addPage();
    const isSettled = watch();
    clock.advance(EDITOR_DELAY_MS * 2);
    assert.equal(await isSettled(), false);
    clock.advance(1_000);
    assert.equal(await isSettled(), true);
  });
});

describe("questions that take the focus", () => {
  const items = [{ label: "x" }];
  const step = { title: "x", canGoBack: true };
  const questions: Readonly<Record<string, (dialogs: EditorDialogs) => Promise<unknown>>> = {
    confirm: (dialogs) => dialogs.confirm({ message: "x", detail: "x", button: "x" }),
    input: (dialogs) => dialogs.input({ title: "x", prompt: "x" }),
    saveFile: (dialogs) => dialogs.saveFile("x"),
    openFile: (dialogs) => dialogs.openFile("x", ["json"]),
    openFolder: (dialogs) => dialogs.openFolder("x", "x"),
    pick: (dialogs) => dialogs.pick("x", items),
    pickMany: (dialogs) => dialogs.pickMany("x", items),
    search: (dialogs) => dialogs.search({ title: "x", placeHolder: "x", items: () => items }),
    choiceStep: (dialogs) => dialogs.choiceStep({ ...step, items }),
    inputStep: (dialogs) =>
      dialogs.inputStep({ ...step, prompt: "x", value: "x", check: () => undefined }),
  };

  /** A list that is drawn anew looks a moment later whether it is; that draws nothing. */
  const shown = (): typeof drawn => drawn.filter(({ surface }) => surface !== "executeCommand");

  beforeEach(() => {
    answers.clear();
    drawn.length = 0;
    // It has no text of ours.
    answers.set("showSaveDialog", () => void drawn.push({ surface: "showSaveDialog", text: "" }));
  });

  for (const [name, ask] of Object.entries(questions)) {
    it(`wait for it: ${name}`, async () => {
      const settled = Promise.withResolvers<undefined>();
      const asked = ask(new EditorDialogs(() => settled.promise));
      await setImmediate();
      assert.deepEqual(shown(), []);
      settled.resolve(undefined);
      await asked;
      assert.notDeepEqual(shown(), []);
    });
  }

  it("ask nothing that is not wanted any more by then", async () => {
    const settled = Promise.withResolvers<undefined>();
    const over = new AbortController();
    const { signal } = over;
    const dialogs = new EditorDialogs(() => settled.promise);
    const asked = dialogs.input({ title: "x", prompt: "x", signal });
    over.abort();
    settled.resolve(undefined);
    assert.equal(await asked, undefined);
    assert.deepEqual(shown(), []);
  });
});
