import * as vscode from "vscode";
import { plainText } from "../base/plainText";
import { pickItem } from "./surfaces";
import type { Refusal } from "../texts/refusals";

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
  readonly check: (value: string) => Refusal | undefined;
}

/** Asks for one of the items; undefined for a refusal. */
export function askChoice<Item extends vscode.QuickPickItem>(
  step: ChoiceStep<Item>,
): Promise<Item | Back | undefined> {
  const box = vscode.window.createQuickPick<Item & { readonly index: number }>();
  box.items = step.items.map((item, index) => ({ ...pickItem(item), index }));
  box.matchOnDescription = true;
  return ask(box, step, () => step.items[box.selectedItems[0]?.index ?? -1]);
}

/** Asks for a text that can be taken; undefined for a refusal. */
export function askText(step: InputStep): Promise<string | Back | undefined> {
  const box = vscode.window.createInputBox();
  const check = (): void => {
    box.validationMessage = box.value.trim() === "" ? "" : problemOf(box.value.trim());
  };
  const problemOf = (value: string): string | undefined => {
    const problem = step.check(value);
    return problem === undefined ? undefined : plainText(problem);
  };
  box.value = step.value ?? "";
  box.prompt = plainText(step.prompt);
  box.onDidChangeValue(check);
  return ask(box, step, () => {
    const value = box.value.trim();
    box.validationMessage = problemOf(value);
    return box.validationMessage === undefined ? value : undefined;
  });
}

type Box = vscode.QuickInput & {
  buttons: readonly vscode.QuickInputButton[];
  placeholder: string | undefined;
  readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton>;
  readonly onDidAccept: vscode.Event<void>;
};

function ask<Answer>(
  box: Box,
  { title, placeHolder, canGoBack }: Step,
  accepted: () => Answer | undefined,
): Promise<Answer | Back | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | Back | undefined>();
  const end = (answer: Answer | Back): void => {
    resolve(answer);
    box.hide();
  };
  box.title = plainText(title);
  box.placeholder = placeHolder === undefined ? undefined : plainText(placeHolder);
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
