import {
  readDefinition,
  type ServiceDefinition,
} from "../../../../platform/service/definition/definition";
import { exampleOf } from "../../../definitions/common/example";
import { SANDBOX_CONNECTION_ID } from "../../../../platform/base/connection";
import { isAppError, isCanceled } from "../../../../platform/base/errors";
import { statusOf } from "../../../../platform/http/status";
import { operationOf } from "../../common/requestDraft";
import type { Action } from "../../../../platform/base/action";
import { clientOfCall, sendRequest } from "../../common/sendRequest";
import type { ServiceAnswer } from "../../../../platform/service/client";
import type { PanelNotice } from "../../../../platform/base/panelNotice";
import type { Handlers } from "../../../../platform/base/rpc";
import type { SendDraft, SendToHost, SendView } from "../../messages/sendPanel";
import { leaveToPensions, pensionOfDraft } from "./pensionWrites";
import { sendStatusTexts, sendTexts } from "../../texts/sendTexts";
import {
  OPEN_PAYLOAD,
  type OpenedClient,
  readWhole,
  type SendFacts,
  sendView,
  type WholeRequest,
} from "./sendView";
import type { BodyEditor, RequestTarget, SendFormServices, SendTab } from "./services";

interface LastCall {
  readonly action: Action;
  readonly answer: ServiceAnswer | undefined;
}

/** The form "Send request": holds what was put together, and does what its buttons ask. */
export class SendForm {
  private readonly tab: SendTab;
  private definition: ServiceDefinition | undefined;
  private opened: OpenedClient | undefined;
  private editor: BodyEditor | undefined;
  private editorOpening: Promise<void> | undefined;
  private sending: AbortController | undefined;
  private last: LastCall | undefined;
  private failure: unknown;
  /** The failure in words. */
  private error: PanelNotice | undefined;
  private status = "";
  private showsDryRun = false;
  private opening = 0;
  /** How often the draft was filled in, which a hidden panel is not told. */
  private fills = 0;
  /** The definition whose endpoints the panel has. */
  private told: ServiceDefinition | undefined;
  private readonly following: readonly { dispose(): void }[];

  constructor(
    private readonly services: SendFormServices,
    private draft: SendDraft,
  ) {
    this.tab = services.openTab({
      title: services.t("Send request"),
      handlers: this.handlers(),
      onClose: () => {
        this.sending?.abort();
        this.editor?.dispose();
        this.following.forEach((one) => one.dispose());
      },
    });
    this.following = [
      services.onDidChangeDefinition(() => this.run(() => this.readAnew())),
      services.onDidReplace(({ connectionId }) => this.followReplaced(connectionId)),
      services.onDidChangePrivacy(() => this.run(() => this.describeAnew())),
    ];
  }

  reveal(): void {
    this.tab.reveal();
  }

  close(): void {
    this.tab.close();
  }

  /** Begins with what a node of the tree stands for; what was typed elsewhere stays. */
  begin({ connectionId, operationId, path = {} }: RequestTarget): void {
    const given = Object.entries(path).map(([name, value]) => [`path.${name}`, value]);
    const draft = {
      connectionId,
      ...(operationId === undefined ? {} : { operationId }),
      values: { ...this.draft.values, ...(Object.fromEntries(given) as Record<string, string>) },
    };
    if (connectionId !== this.draft.connectionId) {
      this.opened = undefined;
    }
    this.fill(draft);
    this.run(() => this.openConnection());
  }

  private handlers(): Handlers<SendToHost> {
    return {
      start: async () => {
        this.definition ??= await this.readDefinition();
        this.run(() => this.openConnection());
        const { t } = this.services;
        const texts = { texts: sendTexts(t), statusTexts: sendStatusTexts(t) };
        // A panel that was drawn anew has lost what it was told before.
        this.told = undefined;
        const { draft, fills } = this;
        return { ...texts, view: this.view(this.definition), draft, fills };
      },
      edit: ({ draft }) => this.edit(draft),
      send: ({ draft }) => this.run(() => this.send(draft)),
      stop: () => {
        this.sending?.abort();
        return undefined;
      },
      showDryRun: ({ draft }) => this.run(() => this.showDryRun(draft)),
      hideDryRun: () => {
        this.showsDryRun = false;
        this.show();
      },
      openBody: ({ draft }) => this.run(() => this.openBody(draft)),
      takeBody: () => this.closeEditor(),
      fill: ({ draft }) => this.fillTemplate(draft),
      openAnswer: () => this.run(() => this.openAnswer()),
      details: () => this.run(() => this.showDetails()),
      copy: ({ what }) => this.run(() => this.copy(what)),
      act: ({ id }) => this.run(() => this.act(id)),
    };
  }

  /** What was typed stays, also for an endpoint that another definition does not have. */
  private async readAnew(): Promise<void> {
    const { connectionId } = this.draft;
    const definition = this.definition && (await this.readDefinition());
    // Of a connection that was left meanwhile it says nothing any more.
    if (definition !== undefined && connectionId === this.draft.connectionId) {
      this.definition = definition;
      this.showsDryRun = false;
      this.show();
    }
  }

  private async readDefinition(): Promise<ServiceDefinition> {
    return readDefinition(await this.services.definition(this.draft.connectionId));
  }

  /** What the panel need not wait for; it fails like a command, in one place and in words. */
  private run(start: () => Promise<unknown>): undefined {
    start().catch((error: unknown) => this.services.showError(error));
  }

  private edit(draft: SendDraft): undefined {
    const isOther = draft.connectionId !== this.draft.connectionId;
    this.applyDraft(draft);
    if (isOther) {
      this.opened = undefined;
      this.run(() => this.openConnection());
    }
    this.show();
  }

  /** While the body is written in an editor, the form's own is not looked at. */
  private applyDraft(draft: SendDraft): void {
    const body = this.editor === undefined ? draft.body : this.draft.body;
    const next = { ...draft, body };
    if (!isSame(next, this.draft)) {
      this.showsDryRun = false;
      this.status = "";
    }
    this.draft = next;
  }

  /** An address that calls no longer go to is not shown. */
  private followReplaced(connectionId: string): void {
    if (connectionId !== this.draft.connectionId) {
      return;
    }
    this.opened = undefined;
    this.showsDryRun = false;
    this.show();
    // The sandbox would be started by it, though it was stopped just now.
    if (connectionId !== SANDBOX_CONNECTION_ID) {
      this.run(() => this.openConnection());
    }
  }

  /** Opens nothing but the client; the sandbox is started for its address. */
  private async openConnection(): Promise<void> {
    const turn = ++this.opening;
    let failed: unknown;
    let opened: OpenedClient | undefined;
    try {
      // Another connection may live by another definition.
      const definition = await this.readDefinition();
      if (turn === this.opening && this.definition !== undefined) {
        this.definition = definition;
      }
      opened = await this.services.open(this.draft.connectionId);
    } catch (failure) {
      failed = isCanceled(failure) ? undefined : failure;
    }
    const error = failed === undefined ? undefined : await this.notice(failed);
    if (turn === this.opening) {
      this.opened = opened;
      this.failure = failed;
      this.error = error;
      this.show();
    }
  }

  private async send(draft: SendDraft): Promise<void> {
    this.applyDraft(draft);
    // The draft may name another connection than the one whose endpoints are shown.
    this.definition &&= await this.readDefinition();
    const request = this.whole();
    if (request === undefined || this.sending !== undefined) {
      return;
    }
    const controller = new AbortController();
    this.sending = controller;
    this.status = this.services.t("Sending");
    this.failure = undefined;
    this.error = undefined;
    this.last = undefined;
    this.show();
    try {
      const answer = await this.sendWhole(request, controller.signal);
      this.last = answer && { action: answer.action, answer };
      this.status = answer
        ? this.services.t("Answered.")
        : this.services.t("Nothing was sent from this form.");
      await this.openAnswer();
    } catch (error) {
      await this.showFailure(error);
    } finally {
      this.sending = undefined;
      this.show();
    }
  }

  /** Undefined when it writes a pension, which is not sent from here. */
  private async sendWhole(
    { call, title }: WholeRequest,
    signal: AbortSignal,
  ): Promise<ServiceAnswer | undefined> {
    const { services, definition } = this;
    const { connectionId } = this.draft;
    // Anew: addresses or secrets may have changed since the form was opened.
    services.use(connectionId);
    const opened = await services.open(connectionId);
    this.opened = opened;
    const write = definition && { ...opened, call, connectionId, definition };
    if (write !== undefined && (await leaveToPensions(services, write)) !== undefined) {
      return undefined;
    }
    return sendRequest({
      ...{ ...opened, guard: services.guard, call, title },
      confirm: (goesTo) => services.confirm({ ...opened, goesTo, call }),
      challenge: (what) => services.challenge({ ...opened, clientId: clientOfCall(call) }, what),
      onStart: (action) => {
        this.last = { action, answer: undefined };
      },
      onWait: (wait) => {
        this.status = services.waitWords(wait);
        this.show();
      },
      whileSending: (task) => task(signal),
    });
  }

  private async showFailure(error: unknown): Promise<void> {
    const { t } = this.services;
    const action = isAppError(error) ? error.action : undefined;
    // Declined, or stopped before its turn: without an attempt nothing has left.
    const hasLeft = action === undefined ? this.last !== undefined : action.attempts.length > 0;
    const canceled = hasLeft
      ? t("The request was on its way when it was stopped.")
      : t("Nothing was sent.");
    this.status = isCanceled(error) ? canceled : "";
    if (action !== undefined) {
      this.last = { action, answer: undefined };
    }
    if (isCanceled(error)) {
      return;
    }
    this.failure = error;
    this.error = await this.notice(error);
    // What the service said stands in the form; the rest may need the buttons of a message.
    if (!isAppError(error) || error.kind !== "service") {
      this.run(() => this.services.showError(error));
    }
    const body = isAppError(error) ? error.body : undefined;
    if (isAppError(error) && body !== undefined && body.length > 0) {
      const call = error.action && { actionId: error.action.id };
      await this.services.openAnswer("refusal.json", body, call);
    }
  }

  /** What the service said may name a client. */
  private async describeAnew(): Promise<void> {
    const { failure } = this;
    const error = failure === undefined ? undefined : await this.notice(failure);
    if (error !== undefined && failure === this.failure) {
      this.error = error;
      this.show();
    }
  }

  private async notice(error: unknown): Promise<PanelNotice> {
    const { what, advice } = await this.services.describe(error);
    return { what, advice, actions: [] };
  }

  private async showDryRun(draft: SendDraft): Promise<void> {
    this.applyDraft(draft);
    if (this.opened === undefined) {
      await this.openConnection();
    }
    if (this.whole() !== undefined) {
      this.showsDryRun = true;
      this.status = this.services.t("Nothing was sent.");
    }
    this.show();
  }

  /** The call, or undefined when problems stand in the way, which are then pointed at. */
  private whole(): WholeRequest | undefined {
    const { definition } = this;
    const whole = definition && readWhole(this.facts(definition));
    if (whole?.problems.length === 0) {
      return whole;
    }
    this.show();
    this.tab.rpc.notify("point", {});
    return undefined;
  }

  private async openBody(draft: SendDraft): Promise<void> {
    this.applyDraft(draft);
    if (this.editor !== undefined) {
      this.editor.reveal();
      return;
    }
    // A second click is for the document that the first one opens.
    this.editorOpening ??= this.openEditor().finally(() => {
      this.editorOpening = undefined;
    });
    await this.editorOpening;
  }

  private async openEditor(): Promise<void> {
    this.editor = await this.services.openBody(this.draft.body, {
      onChange: (body) => {
        this.draft = { ...this.draft, body };
        this.showsDryRun = false;
        this.show();
      },
      onClose: () => this.closeEditor(),
    });
    this.show();
  }

  private closeEditor(): undefined {
    this.editor?.dispose();
    this.editor = undefined;
    this.fill({ body: this.draft.body });
  }

  private fillTemplate(draft: SendDraft): undefined {
    this.applyDraft(draft);
    const { definition, editor } = this;
    const schema = definition && operationOf(definition, draft.operationId)?.body?.schema;
    if (schema !== undefined && editor === undefined) {
      this.fill({ body: `${JSON.stringify(exampleOf(schema), undefined, 2)}\n` });
    }
  }

  private fill(draft: Partial<SendDraft>): void {
    this.draft = { ...this.draft, ...draft };
    this.fills++;
    this.showsDryRun = false;
    this.tab.rpc.notify("fill", { draft });
    this.show();
  }

  private async openAnswer(): Promise<void> {
    const { action, answer } = this.last ?? {};
    if (action !== undefined && answer !== undefined && answer.body.length > 0) {
      await this.services.openAnswer("answer.json", answer.body, { actionId: action.id });
    }
  }

  private async showDetails(): Promise<void> {
    if (this.last !== undefined) {
      await this.services.showRequest({ actionId: this.last.action.id });
    }
  }

  private async copy(what: "requestId" | "traceId"): Promise<void> {
    const facts = this.last && statusOf(this.last.action);
    const id = facts?.[what];
    if (id !== undefined) {
      await this.services.copy(id);
    }
  }

  private async act(id: string): Promise<void> {
    if (id === OPEN_PAYLOAD) {
      await this.services.openPayload(pensionOfDraft(this.draft));
    }
  }

  private facts(definition: ServiceDefinition): SendFacts {
    const { services, draft, opened, editor, error, status, showsDryRun, last } = this;
    return {
      ...{ services, definition, draft, opened, error, status, showsDryRun },
      editorName: editor?.name,
      action: last?.action,
      hasBody: (last?.answer?.body.length ?? 0) > 0,
      isSending: this.sending !== undefined,
      sendsEndpoints: this.told !== definition,
    };
  }

  private view(definition: ServiceDefinition): SendView {
    const view = sendView(this.facts(definition));
    this.told = definition;
    return view;
  }

  private show(): void {
    if (this.definition !== undefined) {
      this.tab.rpc.notify("show", this.view(this.definition));
    }
  }
}

function isSame(one: SendDraft, other: SendDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
