import assert from "node:assert/strict";
import type * as vscode from "vscode";
// First: it stands in for the editor.
import { answers, window } from "../../../fakes/editorSurfaces";
import { EditorDialogs } from "../../../../src/platform/vscode/dialogs";

const dialogs = new EditorDialogs(() => Promise.resolve());

/** A box of the editor that does what a user does in it. */
class UserBox {
  value = "";
  items: readonly vscode.QuickPickItem[] = [];
  ignoreFocusOut = false;
  readonly shown = Promise.withResolvers<undefined>();
  private type = (): void => undefined;
  private accept = (): void => undefined;
  private hidden = (): void => undefined;
  private trigger: (pressed: unknown) => Promise<void> = () => Promise.resolve();

  /** The editor gives the item at the place of the row that has the focus. */
  get activeItems(): readonly vscode.QuickPickItem[] {
    return this.items.slice(0, 1);
  }

  readonly onDidChangeValue = (listener: () => void): void => void (this.type = listener);
  readonly onDidAccept = (listener: () => void): void => void (this.accept = listener);
  readonly onDidHide = (listener: () => void): void => void (this.hidden = listener);
  readonly onDidTriggerItemButton = (listener: (pressed: unknown) => Promise<void>): void =>
    void (this.trigger = listener);
  readonly show = (): void => this.shown.resolve(undefined);
  readonly hide = (): void => this.hidden();
  readonly dispose = (): void => undefined;

  enterText(value: string): void {
    this.value = value;
    this.type();
  }

  pressEnter(): void {
    this.accept();
  }

  async pressButton(item: vscode.QuickPickItem | undefined): Promise<void> {
    await this.trigger({ item, button: {} });
  }
}

describe("a search in a box", () => {
  const createQuickPick = window["createQuickPick"];
  let box: UserBox;
  let drawing: PromiseWithResolvers<undefined>;
  let asked: PromiseWithResolvers<undefined>;

  beforeEach(() => {
    box = new UserBox();
    window["createQuickPick"] = () => box;
    asked = Promise.withResolvers();
    drawing = Promise.withResolvers();
    answers.set("executeCommand", () => {
      asked.resolve(undefined);
      return drawing.promise;
    });
  });

  afterEach(() => {
    window["createQuickPick"] = createQuickPick;
    answers.delete("executeCommand");
  });

  function search(): Promise<vscode.QuickPickItem | undefined> {
    const items = (typed: string): readonly vscode.QuickPickItem[] => [
      { label: typed === "" ? "Ann" : typed },
    ];
    return dialogs.search({ title: "Find Client", placeHolder: "Name", items });
  }

  it("takes the row with the focus", async () => {
    const found = search();
    await box.shown.promise;
    box.pressEnter();
    assert.equal((await found)?.label, "Ann");
  });

  it("takes none for Enter before the rows of what was typed are drawn, where it is closed", async () => {
    const found = search();
    await box.shown.promise;
    box.enterText("Bob");
    box.pressEnter();
    await asked.promise;
    box.pressEnter();
    box.hide();
    assert.equal(await found, undefined);
  });

  it("takes the row of what was typed for Enter that came before it was drawn", async () => {
    const found = search();
    await box.shown.promise;
    box.enterText("Bob");
    box.pressEnter();
    drawing.resolve(undefined);
    assert.equal((await found)?.label, "Bob");
  });

  it("takes none for Enter before something else was typed", async () => {
    const found = search();
    await box.shown.promise;
    box.enterText("Bo");
    box.pressEnter();
    box.enterText("Bob");
    drawing.resolve(undefined);
    await asked.promise;
    await new Promise(setImmediate);
    // Not for the Enter of before either, where the same is typed again.
    asked = Promise.withResolvers();
    box.enterText("Bo");
    await asked.promise;
    await new Promise(setImmediate);
    box.hide();
    assert.equal(await found, undefined);
  });

  it("takes none for Enter before the rows that a button changed are drawn", async () => {
    let labels = ["Ann", "Carl"];
    const found = dialogs.search({
      ...{ title: "Find Client", placeHolder: "Name" },
      items: () => labels.map((label) => ({ label })),
      onButton: () => Promise.resolve((labels = ["Carl", "Ann"])),
    });
    await box.shown.promise;
    const pressed = box.pressButton(box.items[1]);
    await asked.promise;
    box.pressEnter();
    drawing.resolve(undefined);
    await pressed;
    box.hide();
    assert.equal(await found, undefined);
  });

  it("takes a row of what was typed once it is drawn", async () => {
    const found = search();
    await box.shown.promise;
    box.enterText("Bob");
    await asked.promise;
    drawing.resolve(undefined);
    await drawing.promise;
    await new Promise(setImmediate);
    box.pressEnter();
    assert.equal((await found)?.label, "Bob");
  });
});
