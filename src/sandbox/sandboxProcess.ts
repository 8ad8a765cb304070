import { fork, type ChildProcess } from "node:child_process";
import * as vscode from "vscode";
import { AppError } from "../core/errors";
import type { Redactor } from "../core/http/redaction";
import type { Log } from "../core/log";
import type { SandboxFacts, SandboxMessage, SandboxOptions } from "../shared/sandboxMessages";

/** A start normally takes under a second; a hanging one must not hang the tree. */
const START_MILLISECONDS = 20_000;

export type SandboxState = "stopped" | "starting" | "running";

/** Whether somebody stopped it, or it went by itself. */
export type SandboxEnd = "stopped" | "crashed";

export interface SandboxProcessOptions {
  /** Absolute path of the sandbox's bundle. */
  readonly program: string;
  /** Read at each start. */
  readonly options: () => SandboxOptions;
  readonly log: Log;
  readonly redactor: Redactor;
}

/**
 * The sandbox of this window: a child process that ends with it, because the child stops
 * when the channel to its parent closes.
 */
export class SandboxProcess implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private child: ChildProcess | undefined;
  private starting: Promise<SandboxFacts> | undefined;
  private running: SandboxFacts | undefined;
  private end: SandboxEnd | undefined;
  private stopping = false;
  private failure: unknown;

  constructor(private readonly settings: SandboxProcessOptions) {}

  get state(): SandboxState {
    if (this.running !== undefined) {
      return "running";
    }
    return this.starting === undefined ? "stopped" : "starting";
  }

  /** Addresses and credentials while it runs. */
  get facts(): SandboxFacts | undefined {
    return this.running;
  }

  /**
   * How it ended, when it ran: what was written to it is gone, so it is started again by the
   * user's own command only.
   */
  get ended(): SandboxEnd | undefined {
    return this.end;
  }

  /** Why the last start failed; gone with the next start. */
  get startFailure(): unknown {
    return this.failure;
  }

  /** With other settings a start may go better: the next use tries. */
  forgetFailure(): void {
    this.failure = undefined;
    this.changed.fire();
  }

  /** Starts it unless it runs; all callers share one start. Throws kind `sandbox`. */
  async start(): Promise<SandboxFacts> {
    if (this.running !== undefined) {
      return this.running;
    }
    this.end = undefined;
    this.failure = undefined;
    this.starting ??= this.launch()
      .catch((error: unknown) => {
        this.failure = error;
        throw error;
      })
      .finally(() => {
        this.starting = undefined;
        this.changed.fire();
      });
    this.changed.fire();
    return this.starting;
  }

  /** Ends the process and waits until it is gone. */
  async stop(): Promise<void> {
    await this.endProcess();
  }

  /** For logs and task lists of the system. */
  get processId(): number | undefined {
    return this.child?.pid;
  }

  async restart(): Promise<SandboxFacts> {
    await this.endProcess();
    return this.start();
  }

  dispose(): void {
    this.child?.kill();
    this.changed.dispose();
  }

  private async launch(): Promise<SandboxFacts> {
    const child = fork(this.settings.program, [], {
      // The parent's debugger flags would make the child wait for a debugger of its own.
      execArgv: [],
      env: { ...process.env, FP_SANDBOX_OPTIONS: JSON.stringify(this.settings.options()) },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.child = child;
    this.forwardOutput(child);
    child.once("exit", (code, signal) => this.processEnded(child, code ?? signal));
    try {
      const facts = await readyFacts(child);
      this.register(facts);
      return facts;
    } catch (error) {
      child.kill();
      throw error;
    }
  }

  private register(facts: SandboxFacts): void {
    const { subscriptionKeys, clients } = facts;
    for (const secret of [
      ...Object.values(subscriptionKeys),
      ...Object.values(clients).map((client) => client.clientSecret),
    ]) {
      this.settings.redactor.add(secret);
    }
    this.running = facts;
    this.settings.log.info("Sandbox started", {
      process: this.processId,
      service: facts.baseUrl,
      identity: facts.authUrl,
    });
  }

  private forwardOutput(child: ChildProcess): void {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.settings.log.trace(`Sandbox: ${text.trimEnd()}`);
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.settings.log.warn(`Sandbox: ${text.trimEnd()}`);
    });
  }

  private processEnded(child: ChildProcess, reason: number | string | null): void {
    if (this.child !== child) {
      return;
    }
    this.child = undefined;
    if (this.running !== undefined) {
      this.end = this.stopping ? "stopped" : "crashed";
    }
    this.stopping = false;
    this.running = undefined;
    this.settings.log.info("Sandbox ended", { reason: reason ?? "unknown" });
    this.changed.fire();
  }

  private async endProcess(): Promise<void> {
    const child = this.child;
    if (child === undefined) {
      return;
    }
    this.stopping = true;
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill();
    await gone;
  }
}

async function readyFacts(child: ChildProcess): Promise<SandboxFacts> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new AppError("sandbox", "sandbox/startTimeout")),
      START_MILLISECONDS,
    );
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      act();
    };
    child.once("error", (cause) =>
      settle(() => reject(new AppError("sandbox", "sandbox/startFailed", { cause }))),
    );
    child.once("exit", () => settle(() => reject(new AppError("sandbox", "sandbox/startFailed"))));
    child.on("message", (message: SandboxMessage) => {
      if (message.type === "ready") {
        settle(() => resolve(message));
      } else {
        const { code, values } = message;
        settle(() => reject(new AppError("sandbox", code, { values })));
      }
    });
  });
}
