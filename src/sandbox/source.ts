import * as vscode from "vscode";
import { type IssuedConnection, SANDBOX_CONNECTION_ID } from "../core/connection";
import { AppError } from "../core/errors";
import { readSetting } from "../host/settings";
import type { SandboxFacts, SandboxOptions } from "../shared/sandboxMessages";
import type { SandboxProcess } from "./sandboxProcess";

/**
 * Where the explorer looks for results unless told otherwise. Not taken from the sandbox: a
 * real service does not say it either.
 */
const RESULTS_PREFIX = "/profiling/v1";

/** The running sandbox as a connection: addresses and credentials come from its process. */
export class SandboxSource {
  private issued: { readonly facts: SandboxFacts; readonly value: IssuedConnection } | undefined;

  constructor(private readonly process: SandboxProcess) {}

  get onDidChange(): vscode.Event<void> {
    return this.process.onDidChange;
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

  /** The same object for the same start, so that a restart can be told by identity. */
  private issueFrom(facts: SandboxFacts): IssuedConnection {
    if (this.issued?.facts !== facts) {
      this.issued = { facts, value: toConnection(facts) };
    }
    return this.issued.value;
  }
}

/** The sandbox's settings as its program takes them. */
export function sandboxOptions(): SandboxOptions {
  return {
    servicePort: readSetting("financialPlanning.sandbox.servicePort"),
    identityPort: readSetting("financialPlanning.sandbox.identityPort"),
    resultsPrefix: readSetting("financialPlanning.sandbox.resultsPrefix"),
    pensionReading: readSetting("financialPlanning.sandbox.pensionReading"),
    tokenLifetime: readSetting("financialPlanning.sandbox.tokenLifetime"),
    proofKey: readSetting("financialPlanning.sandbox.proofKey"),
    refreshRotation: readSetting("financialPlanning.sandbox.refreshRotation"),
    discovery: readSetting("financialPlanning.sandbox.discovery"),
    consentSeconds: readSetting("financialPlanning.sandbox.consentSeconds"),
    consentClaim: readSetting("financialPlanning.sandbox.consentClaim"),
    anyLoopbackPort: readSetting("financialPlanning.sandbox.anyLoopbackPort"),
  };
}

function toConnection(facts: SandboxFacts): IssuedConnection {
  const { clientId, clientSecret, scopes } = facts.clients.serviceAccount;
  return {
    connection: {
      id: SANDBOX_CONNECTION_ID,
      label: vscode.l10n.t("Sandbox"),
      environment: "sandbox",
      baseUrl: facts.baseUrl,
      authUrl: facts.authUrl,
      prefixes: { ...facts.prefixes, profiling: RESULTS_PREFIX },
      accessModel: "serviceAccount",
      clientId,
      clientAuthentication: "post",
      scopes,
      tokenParameters: [],
      callbackUrl: "",
      responseType: "code",
      proofKey: "auto",
      consentEndClaim: "",
      pageSize: undefined,
      colour: undefined,
      networking: "own",
      authenticationStatuses: [],
    },
    secrets: { subscriptionKey: facts.subscriptionKeys.development, clientSecret },
  };
}
