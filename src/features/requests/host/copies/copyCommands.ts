import * as vscode from "vscode";
import { AppError } from "../../../../platform/base/errors";
import { COPY_FORMS, copyAs, type CopyForm } from "../../common/copyAs/forms";
import { copyRequest } from "../../common/copyAs/request";
import type { CopySecrets } from "../../../../platform/service/client";
import { zipEvidence } from "../../common/evidence";
import { copyTypes } from "../../../definitions/host/types/copyTypes";
import { maskBody } from "../../../privacy/common/maskBody";
import { decodeText } from "../../../../platform/http/text";
import type { Action, Attempt } from "../../../../platform/base/action";
import { meantAction, meantCall, noAnswerBody } from "../../common/meantCall";
import { writeTicket } from "../../common/ticket";
import { serverOf } from "../../../../platform/service/serverOf";
import { saveFile } from "../../../../platform/vscode/saveFile";
import { showBriefly } from "../../../../platform/vscode/surfaces";
import type { RequestArgument, RequestsArgument } from "../../../../manifest";
import { confirmUnmasked } from "./confirmUnmasked";
import { confirmSecrets } from "./confirmSecrets";
import { formLabel, pickForm } from "./pickForm";
import type { CopiesServices } from "./services";
import { saveFixture } from "./saveFixture";
import { ticketOptions } from "./ticketOptions";
import { countText } from "../../../../platform/vscode/formats";

/** Tickets and evidence of recorded calls, and copies of one. */
export class CopyCommands {
  /** Offered first the next time. */
  private lastForm: CopyForm | undefined;

  constructor(private readonly services: CopiesServices) {}

  async copyTicket(argument: RequestsArgument | undefined): Promise<void> {
    const actions = this.actionsFor(argument);
    await vscode.env.clipboard.writeText(writeTicket(actions, ticketOptions(this.services)));
    showBriefly(
      actions.length === 1
        ? vscode.l10n.t("Copied the text for a support ticket")
        : vscode.l10n.t(
            "Copied the text for a support ticket about {0} requests",
            countText(actions.length),
          ),
    );
  }

  async exportEvidence(argument: RequestsArgument | undefined): Promise<void> {
    const { dialogs, logLines } = this.services;
    const actions = this.actionsFor(argument);
    const options = { ...ticketOptions(this.services), logLines: logLines() };
    const stamp = new Date(options.writtenAt).toISOString().replace(/\D/g, "").slice(0, 14);
    const target = await dialogs.saveFile(`evidence-${stamp}.zip`);
    if (target === undefined) {
      return;
    }
    await saveFile(target, (write) => write(zipEvidence(actions, options)));
    const name = target.path.split("/").at(-1) ?? "";
    const message = vscode.l10n.t(
      "Saved {0}: requests, ticket and log, without secrets and client data.",
      name,
    );
    void dialogs.notify("information", message);
  }

  async copyAs(argument: RequestArgument | undefined): Promise<void> {
    const { action, attempt } = meantCall(this.services, argument);
    const body = await this.bodyOf(action, attempt);
    const choice = await pickForm(this.services.dialogs, [
      ...(this.lastForm === undefined ? [] : [this.lastForm]),
      ...COPY_FORMS.filter((form) => form !== this.lastForm),
    ]);
    if (choice === undefined) {
      return;
    }
    const { form, withSecrets } = choice;
    this.lastForm = form;
    // Before anyone is asked for secrets: a request that cannot be written needs none.
    const plain = copyAs(form, copyRequest({ attempt, body }));
    const { dialogs, privacy } = this.services;
    if (privacy.isOn && !(await confirmUnmasked(dialogs))) {
      return;
    }
    const secrets = withSecrets ? await this.secretsFor(action, attempt) : undefined;
    if (withSecrets && secrets === undefined) {
      return;
    }
    const text = secrets ? copyAs(form, copyRequest({ attempt, body, secrets })) : plain;
    await vscode.env.clipboard.writeText(text);
    showBriefly(vscode.l10n.t("Copied the request as {0}", formLabel(form)));
  }

  /** Types of the answer: what the definition says of it comes before its shape. */
  async copyTypes(argument: RequestArgument | undefined): Promise<void> {
    const { action, attempt } = meantCall(this.services, argument);
    const { number, operationId, method, pathTemplate, status } = attempt;
    const bodies = await this.services.history.bodies(action.id, number);
    const body = bodies?.response;
    const contentType = bodies?.responseType;
    if (status === undefined || (body === undefined && operationId === undefined)) {
      throw noAnswerBody(action, attempt);
    }
    const text = await this.services.definition(action.connectionId);
    const answer = { part: "answer", status, contentType } as const;
    const sample = body && (await this.sampleOf(body, contentType));
    await copyTypes(this.services, {
      ...{ method, pathTemplate, status },
      ...(operationId !== undefined && { definition: { text, operationId, body: answer } }),
      ...(sample !== undefined && { sample }),
    });
  }

  /** In privacy mode as it is shown: types have the names of members, and ids may be among them. */
  private async sampleOf(
    body: Uint8Array,
    contentType: string | undefined,
  ): Promise<string | undefined> {
    const { privacy, maskWorker } = this.services;
    const { text } = decodeText(body, contentType);
    if (!privacy.isOn) {
      return text;
    }
    const { key } = privacy;
    const masked = await maskBody(new TextEncoder().encode(text), { key, worker: maskWorker });
    return masked && new TextDecoder().decode(masked);
  }

  async saveFixture(argument: RequestArgument | undefined): Promise<void> {
    const { action, attempt } = meantCall(this.services, argument);
    await saveFixture(this.services, action, attempt);
  }

  /** Undefined when the user declined. */
  private async secretsFor(action: Action, attempt: Attempt): Promise<CopySecrets | undefined> {
    const { dialogs, connection, client } = this.services;
    const summary = connection(action.connectionId);
    if (summary?.connection === undefined) {
      throw new AppError("input", "input/connectionGone");
    }
    // Secrets are the service's: an edited connection's must not go to the old address.
    const url = URL.parse(attempt.url);
    if (url === null || serverOf(summary.connection, url) !== "service") {
      throw new AppError("input", "input/otherAddress", { action });
    }
    if (!(await confirmSecrets(dialogs, summary))) {
      return undefined;
    }
    const secrets = await (await client(action.connectionId)).copyableCredentials();
    if (secrets === undefined) {
      throw new AppError("input", "input/noToken");
    }
    return secrets;
  }

  private async bodyOf(action: Action, attempt: Attempt): Promise<Uint8Array | undefined> {
    const hasBody = attempt.requestBytes > 0;
    const kept = hasBody ? await this.services.history.bodies(action.id, attempt.number) : {};
    if (hasBody && kept?.request === undefined) {
      throw new AppError("input", "input/requestBodyGone");
    }
    return kept?.request;
  }

  /** The calls that are meant, the oldest first; without those that were forgotten since. */
  private actionsFor(argument: RequestsArgument | undefined): readonly Action[] {
    const { actionIds = [] } = argument ?? {};
    const known = actionIds.flatMap((id) => this.services.history.get(id) ?? []);
    return known.length === 0
      ? [meantAction(this.services, argument)]
      : known.sort((one, other) => one.startedAt - other.startedAt);
  }
}
