import * as v from "valibot";
import type { Shape } from "./messageSchemas";
import { isRecord } from "./shapes";

/** One call: the schemas of what it takes and of what it gives, which is nothing where absent. */
export interface CallSchema {
  readonly parameters: v.GenericSchema;
  readonly result?: v.GenericSchema;
}

/** The calls that one side answers, by name. */
export type Calls = Readonly<Record<string, CallSchema>>;

export type ParametersOf<C extends CallSchema> = Shape<C["parameters"]>;
export type ResultOf<C extends CallSchema> = C extends { readonly result: v.GenericSchema }
  ? Shape<C["result"]>
  : undefined;

/** One handler per call: a missing one does not compile. */
export type Handlers<M extends Calls> = {
  readonly [K in keyof M]: (
    parameters: ParametersOf<M[K]>,
  ) => ResultOf<M[K]> | Promise<ResultOf<M[K]>>;
};

/** The calls of both directions: nothing of the other side is used before it passed. */
export interface BothCalls<Out extends Calls, In extends Calls> {
  /** What this side answers: parameters are checked. */
  readonly incoming: In;
  /** What this side calls: results are checked. */
  readonly outgoing: Out;
}

/** What the other side is told when a handler threw: a stable code and a sentence. */
export interface RpcFailure {
  readonly code: string;
  readonly text: string;
}

export interface RpcOptions<Out extends Calls, In extends Calls> extends BothCalls<Out, In> {
  readonly post: (message: unknown) => void;
  readonly handlers: Handlers<In>;
  readonly timeoutMilliseconds: number;
  /** Called with what a handler threw and the name of its call, also where nobody waits for it. */
  readonly describeFailure: (error: unknown, call: string) => RpcFailure;
  /** Runs something later; gives what calls it off. A port for tests. */
  readonly schedule?: (run: () => void, milliseconds: number) => () => void;
}

/** A call that failed: `rpc/timeout`, `rpc/disposed`, `rpc/refused`, or the other side's code. */
export class RpcError extends Error {
  override readonly name = "RpcError";

  constructor(
    readonly code: string,
    readonly text: string = "",
  ) {
    super(code);
  }
}

/** By its name: a part of a panel that is loaded later is a bundle with a class of its own. */
export function isRpcError(error: unknown): error is RpcError {
  return error instanceof Error && error.name === "RpcError";
}

/** Leaves room for the calls of a life, and is far beyond what two lives may share by chance. */
const LARGEST_FIRST_ID = 2 ** 52;

/**
 * Calls and notices between two sides that can only post messages. `Out` is what this side
 * may call, `In` what it answers. Unknown and malformed messages are dropped and counted.
 */
export class Rpc<Out extends Calls, In extends Calls> {
  private readonly open = new Map<number, OpenCall>();
  // A page begins anew when it is shown again; an answer to the one before must fit no call of it.
  private lastId = Math.floor(Math.random() * LARGEST_FIRST_ID);
  private isDisposed = false;
  private droppedCount = 0;

  constructor(private readonly options: RpcOptions<Out, In>) {}

  /** Messages that were not understood since the start. */
  get dropped(): number {
    return this.droppedCount;
  }

  call<K extends keyof Out & string>(
    name: K,
    parameters: ParametersOf<Out[K]>,
  ): Promise<ResultOf<Out[K]>> {
    const result = this.options.outgoing[name]?.result ?? NO_RESULT;
    return this.request({ kind: "call", name, parameters }, result);
  }

  /** Resolves when the other side has come to a message that is posted now. */
  ping(): Promise<void> {
    return this.request({ kind: "ping" }, NO_RESULT);
  }

  /** Like `call`, but nobody waits for it: for a side that may not be there now. */
  notify<K extends keyof Out & string>(name: K, parameters: ParametersOf<Out[K]>): void {
    if (!this.isDisposed) {
      this.options.post({ kind: "notice", name, parameters });
    }
  }

  /** Takes a message from the other side, whatever it is. */
  receive(message: unknown): void {
    if (this.isDisposed) {
      return;
    }
    if (!isRecord(message)) {
      this.droppedCount++;
      return;
    }
    switch (message["kind"]) {
      case "call":
      case "notice":
        return this.answer(message);
      case "ping":
        return this.answerPing(message["id"]);
      case "reply":
      case "failure":
        return this.receiveReply(message);
      default:
        this.droppedCount++;
    }
  }

  /** Rejects every open call; later messages are ignored. */
  dispose(): void {
    this.isDisposed = true;
    for (const id of [...this.open.keys()]) {
      this.settle(id)?.reject(new RpcError("rpc/disposed"));
    }
  }

  private request<Result>(
    message: Readonly<Record<string, unknown>>,
    result: v.GenericSchema,
  ): Promise<Result> {
    if (this.isDisposed) {
      return Promise.reject(new RpcError("rpc/disposed"));
    }
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const schedule = this.options.schedule ?? scheduleTimer;
      const cancelTimer = schedule(() => {
        this.settle(id)?.reject(new RpcError("rpc/timeout"));
      }, this.options.timeoutMilliseconds);
      this.open.set(id, { result, resolve, reject, cancelTimer });
      this.options.post({ ...message, id });
    });
  }

  private answer(message: Readonly<Record<string, unknown>>): void {
    const { id, name, parameters } = message as { id: unknown; name: unknown; parameters: unknown };
    const wantsReply = message["kind"] === "call";
    if (wantsReply && !Number.isSafeInteger(id)) {
      this.droppedCount++;
      return;
    }
    const reply = (answer: Readonly<Record<string, unknown>>): void => {
      if (wantsReply && !this.isDisposed) {
        this.options.post({ ...answer, id });
      }
    };
    const { handlers, incoming } = this.options;
    // Own members only: "constructor" and its like are not calls.
    const schema =
      typeof name === "string" && Object.hasOwn(incoming, name)
        ? incoming[name]?.parameters
        : undefined;
    const parsed = schema && v.safeParse(schema, parameters, ABORT_EARLY);
    if (parsed?.success !== true) {
      this.droppedCount++;
      return reply({ kind: "failure", code: "rpc/refused", text: "" });
    }
    const run = async (): Promise<unknown> =>
      handlers[name as keyof In](parsed.output as ParametersOf<In[keyof In]>);
    run().then(
      (result) => reply({ kind: "reply", result }),
      (error: unknown) =>
        reply({ kind: "failure", ...this.options.describeFailure(error, textOf(name)) }),
    );
  }

  private answerPing(id: unknown): void {
    if (Number.isSafeInteger(id)) {
      this.options.post({ kind: "reply", id });
    } else {
      this.droppedCount++;
    }
  }

  private receiveReply(message: Readonly<Record<string, unknown>>): void {
    const id = message["id"];
    const call = typeof id === "number" ? this.settle(id) : undefined;
    if (call === undefined) {
      // An answer after its timeout, or to nothing.
      this.droppedCount++;
    } else if (message["kind"] === "reply") {
      const parsed = v.safeParse(call.result, message["result"], ABORT_EARLY);
      if (parsed.success) {
        call.resolve(parsed.output as never);
      } else {
        this.droppedCount++;
        call.reject(new RpcError("rpc/refused"));
      }
    } else {
      call.reject(new RpcError(textOf(message["code"]), textOf(message["text"])));
    }
  }

  private settle(id: number): OpenCall | undefined {
    const call = this.open.get(id);
    this.open.delete(id);
    call?.cancelTimer();
    return call;
  }
}

const NO_RESULT = v.undefined();
const ABORT_EARLY = { abortEarly: true };

interface OpenCall {
  readonly result: v.GenericSchema;
  readonly resolve: (result: never) => void;
  readonly reject: (error: RpcError) => void;
  readonly cancelTimer: () => void;
}

function scheduleTimer(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
