import * as vscode from "vscode";
import { AppError, isCanceled } from "../../../platform/base/errors";
import type { FaultRule } from "../messages/sandboxFaults";
import type { SandboxFacts } from "../messages/sandboxMessages";
import type { SandboxQuestions } from "../messages/sandboxQuestions";
import { SandboxRun, type SandboxRunOptions } from "./sandboxRun";

type SandboxState = "stopped" | "starting" | "running";

/** Whether somebody stopped it, or it went by itself. */
type SandboxEnd = "stopped" | "crashed";

type SandboxProcessOptions = Omit<SandboxRunOptions, "onReady" | "onFaults" | "onCalls">;

/**
 * The sandbox of this window: a child process that ends with it, because the child stops
 * when the channel to its parent closes.
 */
export class SandboxProcess implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly called = new vscode.EventEmitter<void>();
  /** Fires some time after calls reached it, once `receivedCalls` was asked for. */
  readonly onDidReceiveCalls = this.called.event;
  /** The life that starts or runs. */
  private run: SandboxRun | undefined;
  /** Resolves when all lives before are over. */
  private leaving: Promise<void> = Promise.resolve();
  private end: SandboxEnd | undefined;
  private failure: unknown;

  constructor(private readonly settings: SandboxProcessOptions) {}

  get state(): SandboxState {
    if (this.run === undefined) {
      return "stopped";
    }
    return this.run.facts === undefined ? "starting" : "running";
  }

  /** Addresses and credentials while it runs. */
  get facts(): SandboxFacts | undefined {
    return this.run?.facts;
  }

  /** Which calls go wrong by the user's wish; none after a new start. */
  get faults(): readonly FaultRule[] {
    return this.run?.faults ?? [];
  }

  /** Lets these calls go wrong, and no others; starts it when needed. Throws kind `sandbox`. */
  async setFaults(rules: readonly FaultRule[]): Promise<void> {
    await this.start();
    await this.run?.setFaults(rules);
  }

  /** Asks its program; starts it when needed. Throws kind `sandbox`. */
  async ask<Name extends keyof SandboxQuestions>(
    name: Name,
    parameters: SandboxQuestions[Name]["parameters"],
  ): Promise<SandboxQuestions[Name]["answer"]> {
    await this.start();
    if (this.run === undefined) {
      throw new AppError("sandbox", "sandbox/ended");
    }
    return this.run.ask(name, parameters);
  }

  /** Puts the data of a scenario in the place of all that there is. Throws kind `sandbox`. */
  async loadScenario(scenario: { readonly text: string; readonly source: string }): Promise<void> {
    await this.ask("loadScenario", scenario);
    this.beginAnew();
  }

  /** Has it as it was at its start. Throws kind `sandbox`. */
  async reset(): Promise<void> {
    await this.ask("reset", undefined);
    this.beginAnew();
  }

  /**
   * How it ended, when it ran or was to run: what was written to it is gone, so it is started
   * again by the user's own command only.
   */
  get ended(): SandboxEnd | undefined {
    return this.end;
  }

  /** Why the last start failed; gone with the next start. */
  get startFailure(): unknown {
    return this.failure;
  }

  /** For logs and task lists of the system. */
  get processId(): number | undefined {
    return this.run?.processId;
  }

  /** With other settings a start may go better: the next use tries. */
  forgetFailure(): void {
    this.failure = undefined;
    this.changed.fire();
  }

  /**
   * Starts it unless it runs; all callers share one start, and the next one when it is started
   * anew meanwhile. Throws kind `sandbox`, or `canceled` when it was stopped meanwhile.
   */
  async start(): Promise<SandboxFacts> {
    const run = this.run ?? this.begin();
    try {
      const facts = await run.ready;
      // Those of a sandbox that was renewed are others than those that it began with.
      return run.facts ?? facts;
    } catch (error) {
      if (isCanceled(error) && this.run !== undefined && this.run !== run) {
        return await this.start();
      }
      throw error;
    }
  }

  /** Ends the process and waits until it is gone. */
  async stop(): Promise<void> {
    if (this.stopCurrent()) {
      this.end = "stopped";
      this.changed.fire();
    }
    await this.leaving;
  }

  async restart(): Promise<SandboxFacts> {
    this.stopCurrent();
    return this.start();
  }

  dispose(): void {
    this.run?.kill();
    this.changed.dispose();
    this.called.dispose();
  }

  private beginAnew(): void {
    this.run?.renew();
    this.changed.fire();
  }

  /** Lets go of the present life; false when there is none. */
  private stopCurrent(): boolean {
    const { run } = this;
    this.run = undefined;
    if (run !== undefined) {
      // The one before may still be leaving too.
      this.leaving = Promise.all([this.leaving, run.stop()]).then(() => undefined);
    }
    return run !== undefined;
  }

  private begin(): SandboxRun {
    this.end = undefined;
    this.failure = undefined;
    const onReady = (facts: SandboxFacts, processId: number | undefined): void =>
      this.register(facts, processId);
    const onFaults = (): void => this.changed.fire();
    const onCalls = (): void => this.called.fire();
    const run = new SandboxRun({ ...this.settings, onReady, onFaults, onCalls }, this.leaving);
    this.run = run;
    void this.watch(run);
    this.changed.fire();
    return run;
  }

  /** Notes how a life goes, as long as it is the present one. */
  private async watch(run: SandboxRun): Promise<void> {
    try {
      await run.ready;
    } catch (error) {
      this.endedBy(run, () => (this.failure = error));
      return;
    }
    this.changed.fire();
    await run.gone();
    this.endedBy(run, () => (this.end = "crashed"));
  }

  private endedBy(run: SandboxRun, note: () => void): void {
    if (this.run === run) {
      this.run = undefined;
      note();
      this.changed.fire();
    }
  }

  private register(facts: SandboxFacts, processId: number | undefined): void {
    this.settings.log.info("Sandbox started", {
      process: processId,
      service: facts.baseUrl,
      identity: facts.authUrl,
    });
  }
}
