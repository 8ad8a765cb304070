import { isCanceled } from "../../../../platform/base/errors";
import type { Translate } from "../../../../platform/texts/words";
import {
  type ConnectionDraft,
  SECRET_NAMES,
  type SecretName,
  type SecretState,
} from "../../messages/connectionDraft";
import type {
  FormToHost,
  FormView,
  HostToForm,
  SentDraft,
  TestStep,
} from "../../messages/connectionForm";
import type { Handlers, Rpc } from "../../../../platform/base/rpc";
import {
  changesOf,
  type FormContent,
  formName,
  isChanged,
  isLedElsewhere,
  rebased,
  sameDraft,
  savesFirst,
} from "./formContent";
import { formLayout } from "./formLayout";
import { DISCARD, type FormTest, noticeView, testView } from "./formView";
import { formTexts, secretView } from "../../texts/formTexts";
import { brokenTestText } from "../../texts/testTexts";
import type { ConnectionFormServices, PastedDetails, PastedSecrets } from "./services";
import { warningText } from "../../../../platform/texts/warnings";
import { CONNECTION_WARNINGS } from "../../texts/warnings";

/** The editor tab that a form is shown in. */
export interface FormTab {
  readonly rpc: Pick<Rpc<HostToForm, FormToHost>, "notify">;
  retitle(title: string): void;
  reveal(): void;
  close(): void;
}

export interface FormTabRequest {
  readonly title: string;
  readonly handlers: Handlers<FormToHost>;
  /** Called when the tab is gone, however that came about. */
  readonly onClose: () => void;
  /** Called when the tab comes into sight again. */
  readonly onShow: () => void;
}

export interface FormOwner {
  readonly t: Translate;
  openTab(request: FormTabRequest): FormTab;
  /** The form is closed; `left` has the changes that were neither saved nor discarded. */
  closed(form: ConnectionForm, left: FormContent | undefined): void;
  /** A new connection has its id now. */
  named(form: ConnectionForm): void;
}

interface Test extends FormTest {
  readonly controller: AbortController;
}

const CLEAR_CLIPBOARD = "connectionForm.clearClipboard";
const NO_SECRETS: Readonly<Record<SecretName, SecretState>> = {
  subscriptionKey: "missing",
  clientSecret: "missing",
};

/** One connection in one form: holds what was typed, and does what its buttons ask. */
export class ConnectionForm {
  private readonly tab: FormTab;
  private readonly t: Translate;
  private content: FormContent;
  private secrets = NO_SECRETS;
  private status = "";
  private test: Test | undefined;
  /** What was pasted last, as long as the clipboard may hold it. */
  private copied: PastedSecrets | undefined;
  private isDiscarded = false;
  /** How often the draft was filled in, which a hidden panel is not told. */
  private fills = 0;
  /** The draft before what was filled in and the panel does not know yet, by its last message. */
  private unfilled: ConnectionDraft | undefined;
  /** Saving and pasting go one after the other: two clicks make one connection. */
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    content: FormContent,
    private readonly services: ConnectionFormServices,
    private readonly owner: FormOwner,
  ) {
    this.content = content;
    this.t = owner.t;
    this.tab = owner.openTab({
      title: this.title,
      handlers: this.handlers(),
      onClose: () => this.close(),
      // A secret may have been entered from the tree meanwhile.
      onShow: () => this.run(() => this.readSecrets()),
    });
  }

  get id(): string | undefined {
    return this.content.id;
  }

  reveal(): void {
    this.tab.reveal();
  }

  /** Puts what was recognised elsewhere into the fields; nothing is stored by it. */
  fill({ draft, told, secrets }: PastedDetails): void {
    const { content } = this;
    this.content = { ...content, secrets: secrets ?? content.secrets };
    this.copied = secrets;
    this.status = told;
    this.fillIn({ ...content.draft, ...draft });
    this.show();
  }

  /** Takes over what was stored elsewhere; what was typed here stays, as a change. */
  follow(): void {
    const { content } = this;
    const stored = content.id === undefined ? undefined : this.services.draftOf(content.id);
    if (stored === undefined || sameDraft(stored, content.saved)) {
      return;
    }
    const draft = rebased(content, stored);
    this.outdate(draft);
    this.content = { ...content, saved: stored };
    if (content.secrets !== undefined && isLedElsewhere(content.draft, draft)) {
      // They were pasted for the servers that stood here, and would be stored for others.
      this.content = { ...this.content, secrets: undefined };
      this.status = warningText(CONNECTION_WARNINGS["connections/pastedDropped"], this.t);
    }
    this.fillIn(draft);
    this.tab.retitle(this.title);
    this.show();
    // They are bound to addresses, which may be others now.
    this.run(() => this.readSecrets());
  }

  /** Closes the tab; changes stay with the owner. */
  dispose(): void {
    this.tab.close();
  }

  private handlers(): Handlers<FormToHost> {
    return {
      start: async () => {
        await this.readSecrets();
        return {
          texts: formTexts(this.t),
          layout: formLayout(this.t, this.services.registrationHints()),
          view: this.view(),
          draft: this.content.draft,
          fills: this.fills,
        };
      },
      edit: (sent) => this.edit(sent),
      save: (sent) => {
        // At once: what is typed while it waits for its turn is newer.
        this.apply(sent);
        return this.run(() => this.inTurn(() => this.save()));
      },
      test: (sent) => this.run(() => this.startTest(sent)),
      stopTest: () => {
        this.test?.controller.abort();
        return undefined;
      },
      paste: () => this.run(() => this.inTurn(() => this.paste())),
      enterSecret: ({ name, ...sent }) => this.run(() => this.enterSecret(name, sent)),
      cancel: () => this.run(() => this.cancel()),
      act: ({ id }) => this.run(() => this.act(id)),
    };
  }

  /** What the panel need not wait for; it fails like a command, in one place and in words. */
  private run(start: () => Promise<unknown>): undefined {
    start().catch((error: unknown) => this.services.showError(error));
  }

  private inTurn<Result>(start: () => Promise<Result>): Promise<Result> {
    const done = this.work.then(start);
    this.work = done.catch(() => undefined);
    return done;
  }

  private edit(sent: SentDraft): undefined {
    this.apply(sent);
    this.show();
  }

  /** Takes what was typed; what was filled in while it was on its way stays. Gives both. */
  private apply({ draft, fills }: SentDraft): ConnectionDraft {
    if (fills === this.fills) {
      this.unfilled = undefined;
    }
    const { unfilled: saved } = this;
    const taken = saved === undefined ? draft : rebased({ draft, saved }, this.content.draft);
    this.outdate(taken);
    this.content = { ...this.content, draft: taken };
    return taken;
  }

  /** What was said of another draft says nothing of this one. */
  private outdate(draft: ConnectionDraft): void {
    if (!sameDraft(draft, this.content.draft)) {
      this.status = "";
      if (this.test !== undefined) {
        this.test.isStale = true;
      }
    }
  }

  /**
   * False when problems stand in the way, to the first of which it goes, the user declined, or what
   * was pasted is not kept.
   */
  private async save(): Promise<boolean> {
    if (!this.isWhole()) {
      return false;
    }
    const { id, draft, saved: before, secrets } = this.content;
    if (id !== undefined && !isChanged(this.content)) {
      this.showStatus(this.t("Nothing had changed."));
      return true;
    }
    const saved = await this.services.save(id, draft, before);
    if (saved === undefined) {
      return false;
    }
    // A failure of the second must not make a second connection of the next try.
    this.settle(saved, draft);
    return this.keepPasted(saved, secrets);
  }

  /** What is not kept waits for the next try; what is no longer there was not meant for this. */
  private async keepPasted(id: string, secrets: PastedSecrets | undefined): Promise<boolean> {
    if (secrets !== this.content.secrets) {
      // The status says already why they were dropped, discarded or replaced meanwhile.
      await this.readSecrets();
      return false;
    }
    const isKept = secrets === undefined || (await secrets.keep(id));
    if (isKept) {
      this.content = { ...this.content, secrets: undefined };
    }
    await this.readSecrets();
    const isInMemory = secrets?.names.some((name) => this.secrets[name] === "session") === true;
    const saved = isInMemory
      ? this.t("Saved. The pasted secrets are kept in memory until this window closes.")
      : this.t("Saved.");
    this.showStatus(
      isKept ? saved : warningText(CONNECTION_WARNINGS["connections/pastedNotKept"], this.t),
    );
    return isKept;
  }

  private settle(id: string, draft: ConnectionDraft): void {
    const isNew = this.content.id === undefined;
    const saved = this.services.draftOf(id) ?? draft;
    // Typed meanwhile: that stays, as a change.
    const next = rebased({ draft: this.content.draft, saved: draft }, saved);
    this.content = { ...this.content, id, saved, isFromBefore: false };
    this.fillIn(next);
    if (isNew) {
      this.owner.named(this);
    }
    this.tab.retitle(this.title);
  }

  /** The panel is told of nothing but what changes: more may be typed there by now. */
  private fillIn(draft: ConnectionDraft): void {
    const { draft: before } = this.content;
    const changes = changesOf(before, draft);
    this.content = { ...this.content, draft };
    if (Object.keys(changes).length > 0) {
      this.unfilled ??= before;
      this.fills++;
      this.tab.rpc.notify("fill", { draft: changes });
    }
  }

  private async paste(): Promise<void> {
    const pasted = await this.services.paste();
    if (pasted !== undefined) {
      this.fill(pasted);
    }
  }

  /** A secret is bound to the addresses it was entered for: these have to be stored before. */
  private async enterSecret(name: SecretName, sent: SentDraft): Promise<void> {
    this.apply(sent);
    if (savesFirst(this.content) && !(await this.inTurn(() => this.save()))) {
      return;
    }
    const { id } = this.content;
    if (id !== undefined && (await this.services.enterSecret(id, name))) {
      await this.readSecrets();
      this.showStatus(
        this.secrets[name] === "session"
          ? this.t("The secret is kept in memory until this window closes.")
          : this.t("The secret was stored."),
      );
    }
  }

  private async startTest(sent: SentDraft): Promise<void> {
    const draft = this.apply(sent);
    if (!this.isWhole()) {
      return;
    }
    this.test?.controller.abort();
    const controller = new AbortController();
    const test: Test = { controller, steps: [], summary: undefined, isStale: false };
    this.test = test;
    // What was done before it would read like its outcome.
    this.status = "";
    this.show();
    try {
      const report = (steps: readonly TestStep[]): void => {
        test.steps = steps;
        this.show();
      };
      const { id, secrets } = this.content;
      const tested = { id, draft, ...(secrets && { secrets }) };
      test.summary = await this.services.test(tested, report, controller.signal);
    } catch (error) {
      const isStopped = isCanceled(error) || controller.signal.aborted;
      test.summary = isStopped ? this.t("Stopped.") : brokenTestText(this.t);
      // A message may stand for minutes; the test is over.
      void (isStopped ? undefined : this.services.showError(error));
    } finally {
      this.show();
    }
  }

  private async cancel(): Promise<void> {
    if (isChanged(this.content) && !(await this.services.dialogs.confirm(this.discardQuestion()))) {
      return;
    }
    this.isDiscarded = true;
    this.tab.close();
  }

  private discardQuestion(): { message: string; detail: string; button: string } {
    return {
      message: this.t("Discard the changes to {0}?", this.name),
      detail:
        this.content.id === undefined
          ? this.t("Nothing is saved.")
          : this.t("The saved connection stays as it is."),
      button: this.t("Discard"),
    };
  }

  private async act(id: string): Promise<void> {
    const { copied } = this;
    if (id === DISCARD && this.view().notice !== undefined) {
      const { saved } = this.content;
      this.content = { ...this.content, secrets: undefined, isFromBefore: false };
      this.fillIn(saved);
      this.showStatus(this.t("The changes were discarded."));
    } else if (id === CLEAR_CLIPBOARD && copied !== undefined) {
      this.copied = undefined;
      this.showStatus(
        (await copied.clearClipboard())
          ? this.t("The clipboard was cleared.")
          : this.t("The clipboard has changed since, so it was not cleared."),
      );
    }
  }

  private close(): void {
    this.test?.controller.abort();
    const isLeft = isChanged(this.content) && !this.isDiscarded;
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
      this.tab.rpc.notify("point", {});
    }
    return isWhole;
  }

  private showStatus(status: string): void {
    this.status = status;
    this.show();
  }

  private show(): void {
    this.tab.rpc.notify("show", this.view());
  }

  private get title(): string {
    const { id, saved } = this.content;
    return id === undefined ? this.t("Add connection") : this.t("Edit {0}", saved.label);
  }

  /** As messages call it. */
  private get name(): string {
    return formName(this.content, this.t);
  }

  private view(): FormView {
    const { id, draft, secrets } = this.content;
    const isFirst = savesFirst(this.content);
    return {
      title: this.title,
      isChanged: isChanged(this.content),
      problems: this.services.check(draft, id),
      secrets: SECRET_NAMES.map((name) => {
        const state = secrets?.names.includes(name) === true ? "pasted" : this.secrets[name];
        return secretView(name, state, isFirst, this.t);
      }),
      status: this.status,
      ...(this.copied !== undefined && {
        extra: { id: CLEAR_CLIPBOARD, label: this.t("Clear clipboard") },
      }),
      ...noticeView(this.content, this.t),
      ...testView(this.test, this.t),
    };
  }
}
