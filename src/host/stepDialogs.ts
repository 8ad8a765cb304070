import * as vscode from "vscode";

/** The answer that leads to the question before; the same one in every bundle. */
export const BACK = Symbol.for("financialPlanning.back");
export type Back = typeof BACK;

/** One of several questions that follow one another. */
export interface Step {
  readonly title: string;
  readonly placeHolder?: string | undefined;
  /** There is a question before this one. */
  readonly canGoBack: boolean;
}

export interface ChoiceStep<Item extends vscode.QuickPickItem> extends Step {
  readonly items: readonly Item[];
}

export interface InputStep extends Step {
  readonly prompt: string;
  readonly value?: string | undefined;
  /** A sentence when the value cannot be taken. */
  readonly check: (value: string) => string | undefined;
}

/** Asks for one of the items; undefined for a refusal. */
export function askChoice<Item extends vscode.QuickPickItem>(
  step: ChoiceStep<Item>,
): Promise<Item | Back | undefined> {
  const box = vscode.window.createQuickPick<Item>();
  box.items = step.items;
  box.matchOnDescription = true;
  box.placeholder = step.placeHolder;
  return ask(box, step, () => box.selectedItems[0]);
}

/** Asks for a text that can be taken; undefined for a refusal. */
export function askText(step: InputStep): Promise<string | Back | undefined> {
  const box = vscode.window.createInputBox();
  const check = (): void => {
    box.validationMessage = box.value.trim() === "" ? "" : step.check(box.value.trim());
  };
  box.value = step.value ?? "";
  box.prompt = step.prompt;
  box.placeholder = step.placeHolder;
  box.onDidChangeValue(check);
  return ask(box, step, () => {
    const value = box.value.trim();
    box.validationMessage = step.check(value);
    return box.validationMessage === undefined ? value : undefined;
  });
}

type Box = vscode.QuickInput & {
  buttons: readonly vscode.QuickInputButton[];
  readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton>;
  readonly onDidAccept: vscode.Event<void>;
};

function ask<Answer>(
  box: Box,
  { title, canGoBack }: Step,
  accepted: () => Answer | undefined,
): Promise<Answer | Back | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | Back | undefined>();
  const end = (answer: Answer | Back): void => {
    resolve(answer);
    box.hide();
  };
  box.title = title;
  box.ignoreFocusOut = true;
  box.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
  box.onDidTriggerButton(() => end(BACK));
  box.onDidAccept(() => {
    const answer = accepted();
    if (answer !== undefined) {
      end(answer);
    }
  });
  box.onDidHide(() => {
    resolve(undefined);
    box.dispose();
  });
  box.show();
  return promise;
}
