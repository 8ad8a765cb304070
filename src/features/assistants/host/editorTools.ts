import * as vscode from "vscode";
import { AppError, isCanceled } from "../../../platform/base/errors";
import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import { type ConnectionSummary, isProduction } from "../../../platform/base/connection";
import { type Masking, NO_MASKING } from "../../../platform/base/masking";
import type { AssistantTool } from "../../../manifest";
import { exactTime, shortTime } from "../../../platform/vscode/formats";
import { readSetting } from "../../../platform/vscode/settings";
import { confirmationTexts } from "../../../platform/vscode/surfaces";
import { translate } from "../../../platform/vscode/translate";
import { connectionName } from "../../../platform/vscode/words";
import { ruleLevels } from "../../pensions/host/editing/checkLevels";
import { RULE_IDS } from "../../pensions/common/checks/findings";
import { Pseudonyms } from "../common/pseudonyms";
import { runTool } from "../common/runTool";
import { findConnection } from "../common/toolCall";
import type { DataMode, ToolServices } from "../common/toolServices";
import { confirmationWords, productionQuestion } from "../texts/confirmations";
import { writePayloadFile } from "./payloadFile";
import { sandboxEnvironment } from "./sandboxEnvironment";
import type { AssistantsServices } from "./services";
import type { AssistantAnswering } from "./toolRegistrations";

const SETTING = "financialPlanning.assistants.data";

/** The tools as the editor calls them. */
export class EditorTools implements Readonly<AssistantAnswering["assistants"]> {
  private readonly tools: ToolServices;
  /** Answers about Production, each for this window and the key that it had. */
  private readonly answers = new Map<string, Promise<boolean>>();
  private told: { readonly masking: Masking; readonly pseudonyms: Pseudonyms } | undefined;

  constructor(private readonly services: AssistantsServices) {
    const { connections, privacy, dialogs, targets } = services;
    this.tools = {
      ...services,
      connections: () => connections.summaries,
      currentConnection: () => connections.current,
      masking: () => privacy.masks,
      pseudonyms: () => this.pseudonyms,
      mode: () => this.mode,
      mayTellAsItIs: (connection) => this.mayTellAsItIs(connection),
      redact: (text) => services.redactor.redact(text),
      translate,
      describeError: async (error, t) => {
        const { describeError } = await import("../../../platform/texts/errorText");
        return describeError(error, t, { language: vscode.env.language });
      },
      language: vscode.env.language,
      times: { time: (at) => shortTime(at, Date.now()), exactTime },
      clock: SYSTEM_CLOCK,
      payloads: {
        write: (target, text) =>
          writePayloadFile({ dialogs, targets, masking: this.shownMasking }, target, text),
        rulesOff: () => {
          const levels = ruleLevels();
          return RULE_IDS.filter((rule) => levels[rule] === "off");
        },
        writer: services.pensionWriter,
      },
    };
  }

  async prepare(tool: AssistantTool, input: unknown): Promise<vscode.PreparedToolInvocation> {
    const named = memberText(input, "connection");
    const connection = await this.meantBy(tool, input, named);
    const { running, title, message } = confirmationWords(
      {
        ...{ tool, mode: this.mode },
        connection: connection && `'${connectionName(connection)}'`,
        isProduction: connection !== undefined && isProduction(connection.environment),
      },
      translate,
    );
    return confirmationTexts(running, title, message);
  }

  async invoke(
    tool: AssistantTool,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const stopping = new AbortController();
    const stop = (): void => stopping.abort(new AppError("canceled", "canceled/byUser"));
    const listening = token.onCancellationRequested(stop);
    if (token.isCancellationRequested) {
      stop();
    }
    try {
      return (await runTool(this.tools, tool, input, stopping.signal)).text;
    } catch (error) {
      // The editor's own word for what the user did not want.
      throw isCanceled(error) ? new vscode.CancellationError() : error;
    } finally {
      listening.dispose();
    }
  }

  async serverEnvironment(): Promise<Record<string, string>> {
    const { startSandbox, privacy } = this.services;
    if (this.mode === "off") {
      throw new AppError("refused", "assistants/off");
    }
    return sandboxEnvironment(await startSandbox(), { mode: this.mode, key: privacy.key });
  }

  /** While privacy mode is on nothing is told as it is. */
  private get mode(): DataMode {
    const mode: unknown = readSetting(SETTING);
    const isOpen = mode === "asItIs" && !this.services.privacy.isOn;
    return mode === "off" ? "off" : isOpen ? "asItIs" : "masked";
  }

  /** Of what the user is shown, who may have privacy mode off. */
  private get shownMasking(): Masking {
    const { isOn, masks } = this.services.privacy;
    return isOn ? masks : NO_MASKING;
  }

  /** Of the masks in force: another key makes other pseudonyms. */
  private get pseudonyms(): Pseudonyms {
    const masking = this.services.privacy.masks;
    if (this.told?.masking !== masking) {
      this.told = { masking, pseudonyms: new Pseudonyms(masking) };
    }
    return this.told.pseudonyms;
  }

  private async meantBy(
    tool: AssistantTool,
    input: unknown,
    named: string | undefined,
  ): Promise<ConnectionSummary | undefined> {
    const { connections, history } = this.services;
    if (tool === "explainRequest" || tool === "writeTicket") {
      await history.ready();
      const found = history.find(memberText(input, "id") ?? "")[0]?.action.connectionId;
      return connections.summaries.find(({ id }) => id === found);
    }
    try {
      return findConnection(this.tools, named);
    } catch {
      // The tool itself says that there is none.
      return undefined;
    }
  }

  private async mayTellAsItIs(connection: ConnectionSummary): Promise<boolean> {
    if (!isProduction(connection.environment)) {
      return true;
    }
    const { id, keyFingerprint = "" } = connection;
    const name = `${id} ${keyFingerprint}`;
    const asked =
      this.answers.get(name) ??
      this.services.dialogs.confirm(
        productionQuestion(`'${connectionName(connection)}'`, translate),
      );
    this.answers.set(name, asked);
    return asked.catch((error: unknown) => {
      this.answers.delete(name);
      throw error;
    });
  }
}

function memberText(input: unknown, name: string): string | undefined {
  const value: unknown =
    typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}
