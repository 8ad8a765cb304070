import * as vscode from "vscode";
import type { IssuedConnection } from "../../../platform/base/connection";
import { issueSandbox } from "../common/sandboxConnection";
import type { SandboxAccess } from "../../connections/common/sandboxAccess";
import { AppError } from "../../../platform/base/errors";
import { SETTINGS } from "../../../manifest";
import { readSetting } from "../../../platform/vscode/settings";
import type { SandboxFacts, SandboxOptions } from "../messages/sandboxMessages";
import type { SandboxProcess } from "./sandboxProcess";

/** How the sandbox is signed in to, and when that changed. */
interface AccessChoice {
  readonly sandboxAccess: SandboxAccess;
  readonly onDidChangeSandboxAccess: vscode.Event<void>;
}

interface Issued {
  readonly facts: SandboxFacts;
  readonly chosen: string;
  readonly value: IssuedConnection;
}

/** The running sandbox as a connection: addresses and credentials come from its process. */
export class SandboxSource implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly subscription: vscode.Disposable;
  private issued: Issued | undefined;

  constructor(
    private readonly process: SandboxProcess,
    private readonly choice: AccessChoice,
  ) {
    this.subscription = vscode.Disposable.from(
      process.onDidChange(() => this.changed.fire()),
      choice.onDidChangeSandboxAccess(() => this.changed.fire()),
    );
  }

  get isStarting(): boolean {
    return this.process.state === "starting";
  }

  /** Why it is not started on the way: it ended, or could not be started. */
  get obstacle(): unknown {
    const { ended, startFailure } = this.process;
    if (ended !== undefined) {
      return new AppError("sandbox", ended === "stopped" ? "sandbox/stopped" : "sandbox/ended");
    }
    return startFailure;
  }

  /** Starts it as the user wishes, whatever was before. */
  async start(): Promise<void> {
    await this.process.start();
  }

  get current(): IssuedConnection | undefined {
    const { facts } = this.process;
    return facts === undefined ? undefined : this.issueFrom(facts);
  }

  async issue(): Promise<IssuedConnection> {
    return this.issueFrom(await this.process.start());
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  /** The same object for the same start and choice, so that a change can be told by identity. */
  private issueFrom(facts: SandboxFacts): IssuedConnection {
    const { sandboxAccess } = this.choice;
    const chosen = JSON.stringify(sandboxAccess);
    if (this.issued?.facts !== facts || this.issued.chosen !== chosen) {
      const label = vscode.l10n.t("Sandbox");
      const { uriScheme } = vscode.env;
      const value = issueSandbox({ facts, chosen: sandboxAccess, label, uriScheme });
      this.issued = { facts, chosen, value };
    }
    return this.issued.value;
  }
}

/** The sandbox's settings as its program takes them. */
export function sandboxOptions(): SandboxOptions {
  return optionsFrom(readSetting);
}

function optionsFrom(read: typeof readSetting): SandboxOptions {
  return {
    servicePort: read("financialPlanning.sandbox.servicePort"),
    identityPort: read("financialPlanning.sandbox.identityPort"),
    resultsPrefix: read("financialPlanning.sandbox.resultsPrefix"),
    pensionReading: read("financialPlanning.sandbox.pensionReading"),
    pensionTags: read("financialPlanning.sandbox.pensionTags"),
    tokenLifetime: read("financialPlanning.sandbox.tokenLifetime"),
    proofKey: read("financialPlanning.sandbox.proofKey"),
    refreshRotation: read("financialPlanning.sandbox.refreshRotation"),
    discovery: read("financialPlanning.sandbox.discovery"),
    consentSeconds: read("financialPlanning.sandbox.consentSeconds"),
    consentClaim: read("financialPlanning.sandbox.consentClaim"),
    anyLoopbackPort: read("financialPlanning.sandbox.anyLoopbackPort"),
  };
}

/** What they are where nobody set them. */
export const SANDBOX_DEFAULTS: SandboxOptions = optionsFrom((name) => SETTINGS[name]);
