import { fork, type ChildProcess } from "node:child_process";
import { AppError } from "../../../platform/base/errors";
import type { Redactor } from "../../../platform/base/redactor";
import type { Log } from "../../../platform/base/log";
import type { FaultRule } from "../messages/sandboxFaults";
import {
  SANDBOX_OPTIONS_VARIABLE,
  type SandboxFacts,
  type SandboxMessage,
  type SandboxOptions,
} from "../messages/sandboxMessages";
import type { SandboxQuestion, SandboxQuestions } from "../messages/sandboxQuestions";

/** A start normally takes under a second; a hanging one must not hang the tree. */
const START_MILLISECONDS = 20_000;
/** It has nothing to save; one that does not end by itself is ended. */
const END_MILLISECONDS = 2_000;

export interface SandboxRunOptions {
  /** Absolute path of the sandbox's bundle. */
  readonly program: string;
  /** Read when the process starts. */
  readonly options: () => SandboxOptions;
  readonly log: Log;
  readonly redactor: Pick<Redactor, "add">;
  /** Called with addresses and credentials before anyone else gets them, but the redaction. */
  readonly onReady: (facts: SandboxFacts, processId: number | undefined) => void;
  /** Called when other faults are in force. */
  readonly onFaults?: () => void;
  /** Called when calls were received since they were asked for. */
  readonly onCalls?: () => void;
}

interface Child {
  readonly process: ChildProcess;
  /** Resolves when there is no process any more, or never was one. */
  readonly gone: Promise<void>;
  /** Of the questions without an answer yet: each ends one of them. */
  readonly open: Set<(reason: AppError) => void>;
}

/** One life of the sandbox's process, from its start to its end. */
export class SandboxRun {
  /** Rejects with kind `sandbox`, or `canceled` when it was stopped before it was ready. */
  readonly ready: Promise<SandboxFacts>;
  private child: Child | undefined;
  private answered: SandboxFacts | undefined;
  private isStopped = false;
  private isLeft = false;
  private isGone = false;
  private rules: readonly FaultRule[] = [];
  private lastQuestion = 0;

  /** Starts when `before` has resolved: ports may be those of the process before. */
  constructor(
    private readonly settings: SandboxRunOptions,
    before: Promise<void>,
  ) {
    this.ready = this.start(before);
    // Whoever waits for it hears of it; perhaps nobody does.
    this.ready.catch(() => undefined);
  }

  /** Addresses and credentials once it is ready. */
  get facts(): SandboxFacts | undefined {
    return this.answered;
  }

  get processId(): number | undefined {
    return this.child?.process.pid;
  }

  /** Which calls go wrong by the user's wish; what was used up is gone. */
  get faults(): readonly FaultRule[] {
    return this.rules;
  }

  /**
   * Asks the program. Throws kind `sandbox`: `sandbox/ended` where there is none any more, and
   * `sandbox/refused` where it does not take what it was told.
   */
  async ask<Name extends keyof SandboxQuestions>(
    name: Name,
    parameters: SandboxQuestions[Name]["parameters"],
  ): Promise<SandboxQuestions[Name]["answer"]> {
    const { child } = this;
    if (child === undefined || this.answered === undefined || this.isGone) {
      throw new AppError("sandbox", "sandbox/ended");
    }
    this.lastQuestion++;
    const question: SandboxQuestion<Name> = {
      ...{ type: "question", id: this.lastQuestion, name, parameters },
    };
    const answer = await answerTo(child, question);
    // The type of an answer is that of its question's name, which the compiler cannot follow.
    return answer as SandboxQuestions[Name]["answer"];
  }

  /**
   * Lets these calls go wrong, and no others. Resolves when the next call counts.
   * @throws AppError `sandbox/faultsNotTaken`
   */
  async setFaults(rules: readonly FaultRule[]): Promise<void> {
    try {
      this.setRules(await this.ask("setFaults", rules));
    } catch (cause) {
      throw new AppError("sandbox", "sandbox/faultsNotTaken", { cause });
    }
  }

  /** It has other data from now on: whoever knows its connection by identity sees another one. */
  renew(): void {
    this.answered = this.answered && { ...this.answered };
  }

  /** Waits until the process is gone, however it ended. */
  async gone(): Promise<void> {
    await this.child?.gone;
  }

  /** Ends the process and waits until it is gone. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.endProcess();
  }

  /** Ends the process without waiting: the window goes, and its log before the process does. */
  kill(): void {
    this.isStopped = true;
    this.isLeft = true;
    this.child?.process.kill();
  }

  private async start(before: Promise<void>): Promise<SandboxFacts> {
    await before;
    this.throwIfStopped();
    const child = this.startProcess();
    this.child = child;
    try {
      const facts = await readyFacts(child);
      this.throwIfStopped();
      secretsOf(facts).forEach((secret) => this.settings.redactor.add(secret));
      this.settings.onReady(facts, this.processId);
      this.answered = facts;
      return facts;
    } catch (error) {
      await this.endProcess();
      this.throwIfStopped();
      throw error;
    }
  }

  /** A stop is the user's wish, not a failure of the start. */
  private throwIfStopped(): void {
    if (this.isStopped) {
      throw new AppError("canceled", "canceled/byUser");
    }
  }

  private startProcess(): Child {
    const { program, options, log } = this.settings;
    const child = fork(program, [], {
      // The parent's debugger flags would make the child wait for a debugger of its own.
      execArgv: [],
      env: { ...process.env, [SANDBOX_OPTIONS_VARIABLE]: JSON.stringify(options()) },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      log.trace(`Sandbox: ${text.trimEnd()}`);
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log.warn(`Sandbox: ${text.trimEnd()}`);
    });
    child.on("message", (message: SandboxMessage) => this.receive(message));
    const open: Child["open"] = new Set();
    const gone = this.untilGone(child).then(() => {
      this.isGone = true;
      open.forEach((end) => end(new AppError("sandbox", "sandbox/ended")));
    });
    return { process: child, gone, open };
  }

  private receive(message: SandboxMessage): void {
    if (message.type === "faults") {
      this.setRules(message.rules);
    } else if (message.type === "calls") {
      this.settings.onCalls?.();
    }
  }

  private setRules(rules: readonly FaultRule[]): void {
    this.rules = rules;
    this.settings.onFaults?.();
  }

  private async untilGone(child: ChildProcess): Promise<void> {
    const { log } = this.settings;
    await new Promise<void>((resolve) => {
      child.once("exit", (code, signal) => {
        if (!this.isLeft) {
          log.info("Sandbox ended", { reason: code ?? signal ?? "unknown" });
        }
        resolve();
      });
      // Stays for the whole life: an "error" event that nobody hears ends the extension host.
      child.on("error", () => {
        // A process that could not be made emits no "exit"; any other error leaves it alive.
        if (child.pid === undefined) {
          resolve();
        }
      });
    });
  }

  private async endProcess(): Promise<void> {
    if (this.child === undefined) {
      return;
    }
    const { process: child, gone } = this.child;
    child.kill();
    const timer = setTimeout(() => child.kill("SIGKILL"), END_MILLISECONDS);
    await gone;
    clearTimeout(timer);
  }
}

async function answerTo(
  { process: child, open }: Child,
  question: SandboxQuestion,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const receive = (message: SandboxMessage): void => {
    if (message.type === "answer" && message.id === question.id) {
      const { answer, refusal } = message;
      if (refusal === undefined) {
        resolve(answer);
      } else {
        const values = { reason: refusal.sentence ?? "" };
        reject(new AppError("sandbox", "sandbox/refused", { values }));
      }
    }
  };
  child.on("message", receive);
  // A reaction to the end of the process would hold each answer for as long as it runs.
  open.add(reject);
  child.send(question, (cause) => {
    if (cause !== null) {
      reject(new AppError("sandbox", "sandbox/ended", { cause }));
    }
  });
  try {
    return await promise;
  } finally {
    open.delete(reject);
    child.off("message", receive);
  }
}

function secretsOf({ subscriptionKeys, clients }: SandboxFacts): readonly string[] {
  return [
    ...Object.values(subscriptionKeys),
    ...Object.values(clients).map(({ clientSecret }) => clientSecret),
  ];
}

async function readyFacts({ process: child, gone }: Child): Promise<SandboxFacts> {
  return new Promise((resolve, reject) => {
    const fail = (error: AppError): void => {
      clearTimeout(timer);
      reject(error);
    };
    const timer = setTimeout(
      () => fail(new AppError("sandbox", "sandbox/startTimeout")),
      START_MILLISECONDS,
    );
    child.once("error", (cause) => fail(new AppError("sandbox", "sandbox/startFailed", { cause })));
    void gone.then(() => fail(new AppError("sandbox", "sandbox/startFailed")));
    child.on("message", (message: SandboxMessage) => {
      if (message.type === "ready") {
        clearTimeout(timer);
        resolve(message);
      } else if (message.type === "failed") {
        const { code, values } = message;
        fail(new AppError("sandbox", code, { values }));
      }
    });
  });
}
