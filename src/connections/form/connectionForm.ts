import { l10n } from "vscode";
import type * as vscode from "vscode";
import { isCanceled } from "../../core/errors";
import { type OpenedPanel, openPanel } from "../../host/panel";
import { translate } from "../../host/translate";
import { CONNECTION_FORM_PANEL } from "../../manifest";
import type { ConnectionDraft, SecretName, SecretState } from "../../shared/connectionDraft";
import {
  type FormToHost,
  type FormView,
  type HostToForm,
  SECRET_NAMES,
  type TestStep,
} from "../../shared/connectionForm";
import { DRAFT_FIELDS, FORM_CHECKS } from "../../shared/connectionFormChecks";
import type { PanelNotice } from "../../shared/listPanel";
import type { Handlers } from "../../shared/rpc";
import { formLayout } from "./formLayout";
import { formTexts, secretView, testWord } from "./formTexts";
import type { ConnectionFormServices, PastedDetails } from "./services";

/** What a form begins with or leaves behind. */
export interface FormContent {
  /** Undefined as long as the connection is new. */
  readonly id: string | undefined;
  readonly saved: ConnectionDraft;
  readonly draft: ConnectionDraft;
  readonly keepSecrets?: PastedDetails["keepSecrets"];
  /** True for changes that were left in a closed form. */
  readonly isFromBefore?: boolean;
}

export interface FormOwner {
  /** The form is closed; `left` has the changes that were neither saved nor discarded. */
  closed(form: ConnectionForm, left: FormContent | undefined): void;
  /** A new connection has its id now. */
  named(form: ConnectionForm): void;
}

interface Test {
  readonly controller: AbortController;
  steps: readonly TestStep[];
  summary: string | undefined;
  isStale: boolean;
}

const DISCARD = "connectionForm.discard";
const NO_SECRETS: Readonly<Record<SecretName, SecretState>> = {
  subscriptionKey: "missing",
  clientSecret: "missing",
};

/** One connection in one form: holds what was typed, and does what its buttons ask. */
export class ConnectionForm implements vscode.Disposable {
  private readonly opened: OpenedPanel<HostToForm, FormToHost>;
  private content: FormContent;
  private secrets = NO_SECRETS;
  private status = "";
  private test: Test | undefined;
  private isDiscarded = false;
  /** Saving, pasting and asking for secrets go one after the other. */
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    content: FormContent,
    private readonly services: ConnectionFormServices,
    private readonly owner: FormOwner,
  ) {
    this.content = content;
    this.opened = openPanel<HostToForm, FormToHost>({
      viewType: CONNECTION_FORM_PANEL,
      title: this.title,
      script: "connection.js",
      extensionUri: services.extensionUri,
      handlers: this.handlers(),
      checks: FORM_CHECKS,
      onClose: () => this.close(),
    });
    this.opened.panel.onDidChangeViewState(({ webviewPanel }) => {
      if (webviewPanel.visible) {
        this.run(() => this.readSecrets());
      }
    });
  }

  get id(): string | undefined {
    return this.content.id;
  }

  reveal(): void {
    this.opened.panel.reveal();
  }

  /** Puts what was recognised elsewhere into the fields; nothing is stored by it. */
  fill({ draft, keepSecrets }: PastedDetails): void {
    const { content } = this;
    const kept = keepSecrets ?? content.keepSecrets;
    this.content = { ...content, draft: { ...content.draft, ...draft }, keepSecrets: kept };
    this.status =
      keepSecrets === undefined
        ? l10n.t("Details were filled in. Check them, then save.")
        : l10n.t("Details were filled in. The secrets among them are stored when you save.");
    this.opened.rpc.notify("fill", { draft });
    this.show();
  }

  /** Closes the tab; changes stay with the owner. */
  dispose(): void {
    this.opened.panel.dispose();
  }

  private handlers(): Handlers<FormToHost> {
    return {
      start: async () => {
        await this.readSecrets();
        return {
          texts: formTexts(translate),
          layout: formLayout(translate, this.services.registrationHints()),
          view: this.view(),
          draft: this.content.draft,
        };
      },
      edit: ({ draft }) => this.edit(draft),
      save: ({ draft }) => this.inTurn(() => this.save(draft)),
      test: ({ draft }) => this.run(() => this.startTest(draft)),
      stopTest: () => this.test?.controller.abort() as undefined,
      paste: () => this.inTurn(() => this.paste()),
      enterSecret: ({ name, draft }) => this.inTurn(() => this.enterSecret(name, draft)),
      cancel: () => this.run(() => this.cancel()),
      act: ({ id }) => this.run(() => this.act(id)),
    };
  }

  /** What the panel need not wait for; it fails like a command, in one place and in words. */
  private run(start: () => Promise<void>): undefined {
    start().catch((error: unknown) => this.services.showError(error));
  }

  private inTurn(start: () => Promise<unknown>): undefined {
    const { work } = this;
    this.work = work.then(start).catch((error: unknown) => this.services.showError(error));
  }

  private edit(draft: ConnectionDraft): undefined {
    this.take(draft);
    this.show();
  }

  private take(draft: ConnectionDraft): void {
    if (!sameDraft(draft, this.content.draft)) {
      this.status = "";
      if (this.test !== undefined) {
        this.test.isStale = true;
      }
    }
    this.content = { ...this.content, draft };
  }

  /** False when problems stand in the way; the form goes to the first of them. */
  private async save(draft: ConnectionDraft): Promise<boolean> {
    this.take(draft);
    if (!this.isWhole()) {
      return false;
    }
    const { id, keepSecrets } = this.content;
    if (id !== undefined && !this.isChanged && keepSecrets === undefined) {
      this.tell(l10n.t("Nothing had changed."));
      return true;
    }
    const saved = await this.services.save(id, draft);
    // A failure of the second must not make a second connection of the next try.
    this.settle(saved, draft);
    await keepSecrets?.(saved);
    this.content = { ...this.content, keepSecrets: undefined };
    await this.readSecrets();
    this.tell(l10n.t("Saved."));
    return true;
  }

  private settle(id: string, draft: ConnectionDraft): void {
    const isNew = this.content.id === undefined;
    const saved = this.services.draftOf(id) ?? draft;
    // Typed meanwhile: that stays, as a change.
    const isUntouched = sameDraft(this.content.draft, draft);
    const next = isUntouched ? saved : this.content.draft;
    this.content = { ...this.content, id, saved, draft: next, isFromBefore: false };
    if (isNew) {
      this.owner.named(this);
    }
    this.opened.panel.title = this.title;
    if (isUntouched) {
      this.opened.rpc.notify("fill", { draft: saved });
    }
  }

  private async paste(): Promise<void> {
    const pasted = await this.services.paste();
    if (pasted !== undefined) {
      this.fill(pasted);
    }
  }

  /** A secret is bound to the addresses it was entered for: these have to be stored before. */
  private async enterSecret(name: SecretName, draft: ConnectionDraft): Promise<void> {
    this.take(draft);
    if (this.savesFirst && !(await this.save(draft))) {
      return;
    }
    const { id } = this.content;
    if (id !== undefined && (await this.services.enterSecret(id, name))) {
      await this.readSecrets();
      this.tell(l10n.t("The secret was stored."));
    }
  }

  private async startTest(draft: ConnectionDraft): Promise<void> {
    this.take(draft);
    if (!this.isWhole()) {
      return;
    }
    this.test?.controller.abort();
    const controller = new AbortController();
    const test: Test = { controller, steps: [], summary: undefined, isStale: false };
    this.test = test;
    this.show();
    try {
      const report = (steps: readonly TestStep[]): void => {
        test.steps = steps;
        this.show();
      };
      const tested = { id: this.content.id, draft };
      test.summary = await this.services.test(tested, report, controller.signal);
    } catch (error) {
      const isStopped = isCanceled(error) || controller.signal.aborted;
      test.summary = isStopped ? l10n.t("Stopped.") : l10n.t("The test broke off.");
      await (isStopped ? undefined : this.services.showError(error));
    } finally {
      this.show();
    }
  }

  private async cancel(): Promise<void> {
    if (this.isChanged && !(await this.services.dialogs.confirm(this.discardQuestion()))) {
      return;
    }
    this.isDiscarded = true;
    this.opened.panel.dispose();
  }

  private discardQuestion(): { message: string; detail: string; button: string } {
    return {
      message: l10n.t("Discard the changes to {0}?", this.name),
      detail: l10n.t("What is stored stays as it is."),
      button: l10n.t("Discard"),
    };
  }

  private act(id: string): Promise<void> {
    if (id === DISCARD && this.view().notice !== undefined) {
      const { saved } = this.content;
      this.content = { ...this.content, draft: saved, keepSecrets: undefined, isFromBefore: false };
      this.opened.rpc.notify("fill", { draft: saved });
      this.tell(l10n.t("The changes were discarded."));
    }
    return Promise.resolve();
  }

  private close(): void {
    this.test?.controller.abort();
    const isLeft = this.isChanged && !this.isDiscarded;
    this.owner.closed(this, isLeft ? { ...this.content, isFromBefore: true } : undefined);
  }

  private async readSecrets(): Promise<void> {
    const { id } = this.content;
    this.secrets = id === undefined ? NO_SECRETS : await this.services.secretStates(id);
    this.show();
  }

  private isWhole(): boolean {
    const isWhole = this.services.check(this.content.draft, this.content.id).length === 0;
    this.show();
    if (!isWhole) {
      this.opened.rpc.notify("point", {});
    }
    return isWhole;
  }

  private tell(status: string): void {
    this.status = status;
    this.show();
  }

  private show(): void {
    this.opened.rpc.notify("show", this.view());
  }

  private get isChanged(): boolean {
    return !sameDraft(this.content.draft, this.content.saved);
  }

  private get savesFirst(): boolean {
    const { id, draft, saved } = this.content;
    return id === undefined || draft.baseUrl !== saved.baseUrl || draft.authUrl !== saved.authUrl;
  }

  private get title(): string {
    const { id, saved } = this.content;
    return id === undefined ? l10n.t("Add connection") : l10n.t("Edit {0}", saved.label);
  }

  /** As messages call it. */
  get name(): string {
    const { saved, draft } = this.content;
    return formName(saved, draft);
  }

  private view(): FormView {
    const { id, draft } = this.content;
    return {
      title: this.title,
      isChanged: this.isChanged,
      problems: this.services.check(draft, id),
      secrets: SECRET_NAMES.map((name) =>
        secretView(name, this.secrets[name], this.savesFirst, translate),
      ),
      status: this.status,
      ...this.noticeView(),
      ...this.testView(),
    };
  }

  private noticeView(): { notice?: PanelNotice } {
    if (this.content.isFromBefore !== true || !this.isChanged) {
      return {};
    }
    const what = l10n.t("Your changes from before are shown. They are not saved yet.");
    const actions = [{ id: DISCARD, label: l10n.t("Discard changes") }];
    return { notice: { what, advice: l10n.t("Go on, or discard them."), actions } };
  }

  private testView(): Pick<FormView, "test"> {
    const { test } = this;
    if (test === undefined) {
      return {};
    }
    const { summary = "", steps, isStale } = test;
    const isRunning = test.summary === undefined;
    return {
      test: {
        isRunning,
        summary: isStale && !isRunning ? l10n.t("Before your last change: {0}", summary) : summary,
        steps: steps.map((step) => ({ ...step, word: testWord(step.state, translate) })),
      },
    };
  }
}

/** A connection in quotes, or words for one without a label. */
export function formName(saved: ConnectionDraft, draft: ConnectionDraft): string {
  const label = saved.label === "" ? draft.label : saved.label;
  return label === "" ? l10n.t("the new connection") : `'${label}'`;
}

function sameDraft(one: ConnectionDraft, other: ConnectionDraft): boolean {
  return DRAFT_FIELDS.every((field) => one[field] === other[field]);
}
