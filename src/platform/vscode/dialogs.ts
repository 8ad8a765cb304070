import { setTimeout as turn } from "node:timers/promises";
import * as vscode from "vscode";
import { AppError } from "../base/errors";
import { plainText } from "../base/plainText";
import {
  askChoice,
  askText,
  BACK,
  type Back,
  type ChoiceStep,
  type InputStep,
} from "./stepDialogs";
import { pickItem } from "./surfaces";
import type { Refusal } from "../texts/refusals";

export interface Question {
  readonly message: string;
  readonly detail: string;
  /** The verb that says yes; the editor adds Cancel. */
  readonly button: string;
}

export interface InputRequest {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeHolder?: string;
  readonly password?: boolean;
  /** A sentence when the value cannot be taken. */
  readonly check?: (value: string) => Refusal | undefined;
  /** Closes the box when nothing is asked any more. */
  readonly signal?: AbortSignal;
}

/** A choice among items that follow what is typed, as the one who asks looks them up. */
export interface Search<Item extends vscode.QuickPickItem> {
  readonly title: string;
  readonly placeHolder: string;
  /** What stands in the box at first. */
  readonly typed?: string;
  readonly items: (typed: string) => readonly Item[];
  /** A button of an item was pressed; the items are asked for anew afterwards. */
  readonly onButton?: (item: Item, button: vscode.QuickInputButton) => Promise<unknown>;
}

export type Severity = "information" | "warning" | "error";

/** What the extension says and asks. Answers are the button or value, or undefined. */
export interface Dialogs {
  notify(
    severity: Severity,
    message: string,
    buttons?: readonly string[],
  ): Promise<string | undefined>;
  /** A modal question; false when the user declined. */
  confirm(question: Question): Promise<boolean>;
  input(request: InputRequest): Promise<string | undefined>;
  /** Where to save a file of this name; undefined when the user declined. */
  saveFile(name: string, folder?: vscode.Uri): Promise<vscode.Uri | undefined>;
  /** Which file of these extensions to open; undefined when the user declined. */
  openFile(title: string, extensions: readonly string[]): Promise<vscode.Uri | undefined>;
  /** Which folder; undefined when the user declined. */
  openFolder(title: string, button: string): Promise<vscode.Uri | undefined>;
  pick<Item extends vscode.QuickPickItem>(
    title: string,
    items: readonly Item[],
    placeHolder?: string,
  ): Promise<Item | undefined>;
  /** Like `pick`, but the items are looked up with each change of what is typed. */
  search<Item extends vscode.QuickPickItem>(search: Search<Item>): Promise<Item | undefined>;
  /** Two kinds of questions that follow one another, with a way back to the one before. */
  choiceStep<Item extends vscode.QuickPickItem>(
    step: ChoiceStep<Item>,
  ): Promise<Item | Back | undefined>;
  inputStep(step: InputStep): Promise<string | Back | undefined>;
  /** Any number of the items, at first all that do not say otherwise; undefined for a refusal. */
  pickMany<Item extends vscode.QuickPickItem>(
    title: string,
    items: readonly Item[],
  ): Promise<readonly Item[] | undefined>;
}

/**
 * Resolves when the window has come to what it was told before this. The extension host tells what a
 * box shows a turn late, and messages keep their order.
 */
async function untilDrawn(): Promise<void> {
  await turn();
  await vscode.commands.executeCommand("noop");
}

/** The editor's own dialogs. */
export class EditorDialogs implements Dialogs {
  /** What takes the focus waits until this resolves. */
  constructor(private readonly focusSettled: () => Promise<void>) {}

  async notify(
    severity: Severity,
    message: string,
    buttons: readonly string[] = [],
  ): Promise<string | undefined> {
    const window = vscode.window;
    const text = plainText(message);
    const shown = buttons.map(plainText);
    const picked =
      severity === "information"
        ? await window.showInformationMessage(text, ...shown)
        : severity === "warning"
          ? await window.showWarningMessage(text, ...shown)
          : await window.showErrorMessage(text, ...shown);
    return picked === undefined ? undefined : buttons[shown.indexOf(picked)];
  }

  async confirm({ message, detail, button }: Question): Promise<boolean> {
    const options = { modal: true, detail: plainText(detail) };
    const yes = plainText(button);
    await this.focusSettled();
    return (await vscode.window.showWarningMessage(plainText(message), options, yes)) === yes;
  }

  async input(request: InputRequest): Promise<string | undefined> {
    const { title, prompt, placeHolder, check, signal, ...options } = request;
    const over = new vscode.CancellationTokenSource();
    const close = (): void => over.cancel();
    signal?.addEventListener("abort", close);
    try {
      const box: vscode.InputBoxOptions = {
        ...options,
        title: plainText(title),
        prompt: plainText(prompt),
        ...(placeHolder === undefined ? {} : { placeHolder: plainText(placeHolder) }),
        ignoreFocusOut: true,
        ...(check && { validateInput: (text: string) => plainProblem(check(text.trim())) }),
      };
      await this.focusSettled();
      if (signal?.aborted === true) {
        return undefined;
      }
      return (await vscode.window.showInputBox(box, over.token))?.trim();
    } finally {
      signal?.removeEventListener("abort", close);
      over.dispose();
    }
  }

  async saveFile(name: string, wanted?: vscode.Uri): Promise<vscode.Uri | undefined> {
    const folder = wanted ?? vscode.workspace.workspaceFolders?.[0]?.uri;
    const place = folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) };
    await this.focusSettled();
    return vscode.window.showSaveDialog(place);
  }

  async openFile(title: string, extensions: readonly string[]): Promise<vscode.Uri | undefined> {
    const filters = { [extensions.join(", ")]: [...extensions] };
    await this.focusSettled();
    return (await vscode.window.showOpenDialog({ title: plainText(title), filters }))?.[0];
  }

  async openFolder(title: string, button: string): Promise<vscode.Uri | undefined> {
    const labels = { title: plainText(title), openLabel: plainText(button) };
    const options = { ...labels, canSelectFolders: true, canSelectFiles: false };
    await this.focusSettled();
    return (await vscode.window.showOpenDialog(options))?.[0];
  }

  async pick<Item extends vscode.QuickPickItem>(
    title: string,
    items: readonly Item[],
    placeHolder?: string,
  ): Promise<Item | undefined> {
    const options = {
      title: plainText(title),
      ...(placeHolder !== undefined && { placeHolder: plainText(placeHolder) }),
      matchOnDescription: true,
    };
    const offered = items.map((item, index) => ({ ...pickItem(item), index }));
    await this.focusSettled();
    const picked = await vscode.window.showQuickPick(offered, options);
    return picked && items[picked.index];
  }

  async search<Item extends vscode.QuickPickItem>(search: Search<Item>): Promise<Item | undefined> {
    await this.focusSettled();
    const box = vscode.window.createQuickPick<Item>();
    const { promise, resolve } = Promise.withResolvers<Item | undefined>();
    const show = (): void => {
      // What fits was looked up by us; the editor's own filter would hide most of it.
      box.items = search.items(box.value).map((item) => ({ ...pickItem(item), alwaysShow: true }));
    };
    box.title = plainText(search.title);
    box.placeholder = plainText(search.placeHolder);
    box.value = search.typed ?? "";
    // What was typed, and loaded for it, would be lost with the focus.
    box.ignoreFocusOut = true;
    // The editor tells of items by their places: until others are drawn, a place means another one.
    let undrawn = 0;
    /** Those that are not drawn yet are for what was typed, and not for a button. */
    let isTyped = false;
    /** Enter was pressed for this before its rows were there: it means the first of them. */
    let enteredFor: string | undefined;
    const accept = (): void => {
      enteredFor = undrawn > 0 && isTyped ? box.value : undefined;
      // What is selected was told at Enter, and may be of the rows before.
      const [item] = undrawn > 0 ? [] : box.activeItems;
      if (item !== undefined) {
        resolve(item);
        box.hide();
      }
    };
    const redraw = async (): Promise<void> => {
      undrawn++;
      show();
      await untilDrawn().finally(() => undrawn--);
      if (enteredFor === box.value) {
        accept();
      }
    };
    box.onDidChangeValue(() => {
      isTyped = true;
      enteredFor = undefined;
      void redraw();
    });
    box.onDidTriggerItemButton(async ({ item, button }) => {
      await search.onButton?.(item, button);
      isTyped = false;
      await redraw();
    });
    box.onDidAccept(accept);
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    show();
    box.show();
    return promise;
  }

  async choiceStep<Item extends vscode.QuickPickItem>(
    step: ChoiceStep<Item>,
  ): Promise<Item | Back | undefined> {
    await this.focusSettled();
    return askChoice(step);
  }

  async inputStep(step: InputStep): Promise<string | Back | undefined> {
    await this.focusSettled();
    return askText(step);
  }

  async pickMany<Item extends vscode.QuickPickItem>(
    title: string,
    items: readonly Item[],
  ): Promise<readonly Item[] | undefined> {
    const offered = items.map((item, index) => ({
      ...pickItem(item),
      picked: item.picked ?? true,
      index,
    }));
    // What was ticked would be lost with the focus.
    const kept = { ignoreFocusOut: true };
    const shown = { title: plainText(title), matchOnDetail: true };
    const options = { ...shown, canPickMany: true, ...kept } as const;
    await this.focusSettled();
    const picked = await vscode.window.showQuickPick(offered, options);
    return picked && items.filter((_, index) => picked.some((item) => item.index === index));
  }
}

function plainProblem(problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : plainText(problem);
}

/** An answer of a test: a button, a value, the label of a choice, or undefined to cancel. */
export type ScriptedAnswer = string | undefined;

/**
 * Dialogs that answer from a script, in the editor's test mode only: there modal dialogs
 * are refused. What was shown is kept to be looked at; an unexpected question fails loudly.
 */
export class ScriptedDialogs implements Dialogs {
  readonly shown: string[] = [];
  private readonly answers: ScriptedAnswer[] = [];

  constructor(mode: vscode.ExtensionMode) {
    if (mode !== vscode.ExtensionMode.Test) {
      throw new AppError("internal", "internal/scriptedOutsideTest");
    }
  }

  /** Queues the answers to the next questions. */
  script(...answers: readonly ScriptedAnswer[]): void {
    this.answers.push(...answers);
  }

  /** Forgets what was shown, and answers that nobody asked for. */
  reset(): void {
    this.shown.length = 0;
    this.answers.length = 0;
  }

  /** Returns what was shown since the last call. */
  takeShown(): string[] {
    return this.shown.splice(0);
  }

  notify(
    _: Severity,
    message: string,
    buttons: readonly string[] = [],
  ): Promise<string | undefined> {
    this.shown.push(message);
    const next = this.answers[0];
    // A message needs no answer: only one that names a button of it is taken.
    return Promise.resolve(
      next !== undefined && buttons.includes(next) ? this.answers.shift() : undefined,
    );
  }

  confirm({ message, detail, button }: Question): Promise<boolean> {
    this.shown.push(`${message}\n${detail}`);
    return Promise.resolve(this.next(message) === button);
  }

  input(request: InputRequest): Promise<string | undefined> {
    this.shown.push(request.prompt);
    const value = this.next(request.prompt);
    const problem = value === undefined ? undefined : request.check?.(value);
    if (problem !== undefined) {
      this.shown.push(problem);
      return Promise.resolve(undefined);
    }
    return Promise.resolve(value);
  }

  /** Scripted as the address of the file. */
  saveFile(name: string, folder?: vscode.Uri): Promise<vscode.Uri | undefined> {
    this.shown.push(folder === undefined ? name : vscode.Uri.joinPath(folder, name).toString());
    const address = this.next(name);
    return Promise.resolve(address === undefined ? undefined : vscode.Uri.parse(address, true));
  }

  pick<Item extends vscode.QuickPickItem>(
    title: string,
    items: readonly Item[],
  ): Promise<Item | undefined> {
    this.shown.push(title);
    const label = this.next(title);
    return Promise.resolve(items.find((item) => item.label === label));
  }

  /** Scripted as the label, or "Back". */
  choiceStep<Item extends vscode.QuickPickItem>(
    step: ChoiceStep<Item>,
  ): Promise<Item | Back | undefined> {
    this.shown.push(step.title);
    const label = this.next(step.title);
    const isBack = label === "Back" && step.canGoBack;
    return Promise.resolve(isBack ? BACK : step.items.find((item) => item.label === label));
  }

  /** Scripted as the text, or "Back". */
  inputStep({ title, prompt, check, canGoBack }: InputStep): Promise<string | Back | undefined> {
    if (canGoBack && this.answers[0] === "Back") {
      this.shown.push(prompt);
      this.answers.shift();
      return Promise.resolve(BACK);
    }
    return this.input({ title, prompt, check });
  }

  /** Scripted as the label, or as what is typed and the label, one a line. */
  search<Item extends vscode.QuickPickItem>(search: Search<Item>): Promise<Item | undefined> {
    this.shown.push(search.title);
    const [label, typed = ""] = (this.next(search.title)?.split("\n") ?? []).reverse();
    return Promise.resolve(search.items(typed).find((item) => item.label === label));
  }

  /** Scripted as the address of the file. */
  openFile(title: string): Promise<vscode.Uri | undefined> {
    return this.saveFile(title);
  }

  /** Scripted as the address of the folder. */
  openFolder(title: string): Promise<vscode.Uri | undefined> {
    return this.saveFile(title);
  }

  /** Scripted as the labels, one a line. */
  pickMany<Item extends vscode.QuickPickItem>(
    title: string,
    items: readonly Item[],
  ): Promise<readonly Item[] | undefined> {
    this.shown.push(title);
    const labels = this.next(title)?.split("\n");
    return Promise.resolve(labels && items.filter(({ label }) => labels.includes(label)));
  }

  private next(question: string): ScriptedAnswer {
    if (this.answers.length === 0) {
      throw new Error(`No answer was scripted for: ${question}`);
    }
    return this.answers.shift();
  }
}
