import * as vscode from "vscode";
import type { Connection } from "../core/connection";
import { isAppError } from "../core/errors";
import type { WriteGuard } from "../core/guard/guard";
import { type Payload, readPayload } from "../core/pensions/payload";
import { putPension, type PutResult } from "../core/pensions/put";
import type { PensionIdentity } from "../core/pensions/target";
import { layOut } from "../core/pensions/template";
import type { CallTarget, ServiceClient } from "../core/service/client";
import { type Report, withProgress } from "../host/progress";
import { connectionName, environmentWord, waitWords } from "../host/words";
import { clientName } from "./clientName";
import { demandTarget, type TargetServices } from "./chooseTarget";
import { reportLanding } from "./landingReport";

export interface PutServices extends TargetServices {
  readonly guard: WriteGuard;
  readonly open: (
    connectionId: string,
  ) => Promise<{ connection: Connection; client: ServiceClient }>;
  readonly keyFingerprint: (connectionId: string) => string | undefined;
  readonly showAnswer: (name: string, bytes: Uint8Array) => vscode.Uri;
}

interface SentPayload {
  readonly target: PensionIdentity;
  readonly result: PutResult;
}

interface PutQuestion {
  readonly document: vscode.TextDocument;
  readonly connection: Connection;
  readonly target: PensionIdentity;
  readonly payload: Payload;
  readonly goesTo: CallTarget;
}

/** Sends payload documents: each at most once at a time, never without being asked first. */
export class PutCommand {
  private readonly sending = new Set<string>();

  constructor(private readonly services: PutServices) {}

  async run(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    if (this.sending.has(key)) {
      return;
    }
    this.sending.add(key);
    let sent: SentPayload | undefined;
    try {
      sent = await this.send(document);
    } finally {
      this.sending.delete(key);
    }
    // After the key is free: the message may stay for minutes, and the next PUT must not wait.
    if (sent !== undefined) {
      await this.report(document, sent.target, sent.result);
    }
  }

  private async send(document: vscode.TextDocument): Promise<SentPayload | undefined> {
    const { services } = this;
    const payload = await readOrReveal(document);
    const demanded = await demandTarget(services, document.uri);
    if (demanded === undefined) {
      return undefined;
    }
    const { connectionId, ...target } = demanded;
    const { connection, client } = await services.open(connectionId);
    let report: Report = () => undefined;
    const result = await putPension({
      connection,
      client,
      guard: services.guard,
      target,
      payload,
      title: vscode.l10n.t("PUT pension"),
      confirm: (goesTo) => this.confirm({ document, connection, target, payload, goesTo }),
      onWait: (wait) => report(waitWords(wait)),
      whileSending: (task) =>
        withProgress(vscode.l10n.t("Sending pension {0}", target.pensionId), (signal, tell) => {
          report = tell;
          return task(signal);
        }),
    });
    services.known.note(connection.id, target, "written");
    return { target, result };
  }

  private async confirm(question: PutQuestion): Promise<boolean> {
    const { connection, target, payload, goesTo } = question;
    const { dialogs, keyFingerprint, privacy } = this.services;
    const path = new URL(goesTo.url).pathname;
    const shownPath = path.replace(target.clientId, (id) => privacy.masking.maskLabel(id, "id"));
    const client = this.clientName(connection, target);
    const environment = environmentWord(connection.environment);
    return dialogs.confirm({
      message: vscode.l10n.t(
        "PUT pension {0} of {1} on {2}?",
        target.pensionId,
        client,
        environment,
      ),
      detail: [
        ...this.warnOfPath(question),
        vscode.l10n.t(
          "Connection: {0} (key {1})",
          connectionName(connection),
          keyFingerprint(connection.id) ?? vscode.l10n.t("unknown"),
        ),
        vscode.l10n.t("Request: {0} {1}", goesTo.method, shownPath),
        vscode.l10n.t("Body: {0} bytes of JSON, as in the editor", payload.bytes.length),
        vscode.l10n.t("Creates the pension, or replaces the one that is there."),
      ].join("\n"),
      button: vscode.l10n.t("PUT pension"),
    });
  }

  /** Said first when the folder of the file names another pension than the one that is written. */
  private warnOfPath({ document, connection }: PutQuestion): string[] {
    const named = this.services.targets.otherOfPath(document.uri);
    return named === undefined
      ? []
      : [
          vscode.l10n.t(
            "The file's place names another pension: {0} of {1}.",
            named.pensionId,
            this.clientName(connection, named),
          ),
        ];
  }

  private clientName({ id }: Connection, { clientId }: PensionIdentity): string {
    return clientName(this.services, { connectionId: id, clientId });
  }

  private async report(
    document: vscode.TextDocument,
    target: PensionIdentity,
    result: PutResult,
  ): Promise<void> {
    const { dialogs, showAnswer, privacy } = this.services;
    const { severity, message, ids } = reportLanding(result, target.pensionId, new Date());
    const show = vscode.l10n.t("Show");
    const copy = vscode.l10n.t("Copy ids");
    const picked = await dialogs.notify(severity, message, [show, copy]);
    if (picked === copy) {
      await vscode.env.clipboard.writeText(ids);
    }
    if (picked === show) {
      const laidOut = layOut(new TextDecoder().decode(result.body));
      const bytes = new TextEncoder().encode(laidOut);
      const answer = showAnswer(`${target.pensionId}-answer.json`, bytes);
      const title = vscode.l10n.t("{0}: payload now ↔ what the service answered", target.pensionId);
      // Beside a masked answer everything in the payload would look changed: a masked copy does not.
      const text = new TextEncoder().encode(document.getText());
      const sent = privacy.isOn ? showAnswer(`${target.pensionId}.json`, text) : document.uri;
      await vscode.commands.executeCommand("vscode.diff", sent, answer, title);
    }
  }
}

/** The payload of a document; where it cannot be one, the cursor goes to the place. */
async function readOrReveal(document: vscode.TextDocument): Promise<Payload> {
  try {
    return readPayload(document.getText());
  } catch (error) {
    const offset = isAppError(error) ? error.values["offset"] : undefined;
    if (typeof offset === "number") {
      const place = document.positionAt(offset);
      await vscode.window.showTextDocument(document, { selection: new vscode.Range(place, place) });
    }
    throw error;
  }
}
