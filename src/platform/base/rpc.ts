import { isRecord } from "./shapes";

/** One call of a message map: what it takes and what it gives. */
export interface CallShape {
  readonly parameters: unknown;
  readonly result: unknown;
}

export type CallMap<M> = { readonly [K in keyof M]: CallShape };

/** One handler per call of the map: a missing one does not compile. */
export type Handlers<M extends CallMap<M>> = {
  readonly [K in keyof M]: (
    parameters: M[K]["parameters"],
  ) => M[K]["result"] | Promise<M[K]["result"]>;
};

/** One check per call of the map: nothing that comes in is used before it passed. */
export type Checks<M extends CallMap<M>> = {
  readonly [K in keyof M]: (value: unknown) => value is M[K]["parameters"];
};

/** What the other side is told when a handler threw: a stable code and a sentence. */
export interface RpcFailure {
  readonly code: string;
  readonly text: string;
}

export interface RpcOptions<In extends CallMap<In>> {
  readonly post: (message: unknown) => void;
  readonly handlers: Handlers<In>;
  readonly checks: Checks<In>;
  readonly timeoutMilliseconds: number;
  readonly describeFailure: (error: unknown) => RpcFailure;
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

/**
 * Calls and notices between two sides that can only post messages. `Out` is what this side
 * may call, `In` what it answers. Unknown and malformed messages are dropped and counted.
 */
export class Rpc<Out extends CallMap<Out>, In extends CallMap<In>> {
  private readonly open = new Map<number, OpenCall>();
  private lastId = 0;
  private isDisposed = false;
  private droppedCount = 0;

  constructor(private readonly options: RpcOptions<In>) {}

  /** Messages that were not understood since the start. */
  get dropped(): number {
    return this.droppedCount;
  }

  call<K extends keyof Out & string>(
    name: K,
    parameters: Out[K]["parameters"],
  ): Promise<Out[K]["result"]> {
    if (this.isDisposed) {
      return Promise.reject(new RpcError("rpc/disposed"));
    }
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const schedule = this.options.schedule ?? scheduleTimer;
      const cancelTimer = schedule(() => {
        this.settle(id)?.reject(new RpcError("rpc/timeout"));
      }, this.options.timeoutMilliseconds);
      this.open.set(id, { resolve, reject, cancelTimer });
      this.options.post({ kind: "call", id, name, parameters });
    });
  }

  /** Like `call`, but nobody waits for it: for a side that may not be there now. */
  notify<K extends keyof Out & string>(name: K, parameters: Out[K]["parameters"]): void {
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
      case "reply":
      case "failure":
        return this.takeReply(message);
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
    const { handlers, checks } = this.options;
    // Own members only: "constructor" and its like are not calls.
    if (typeof name !== "string" || !Object.hasOwn(handlers, name)) {
      this.droppedCount++;
      return reply({ kind: "failure", code: "rpc/refused", text: "" });
    }
    const key = name as keyof In & string;
    if (!checks[key](parameters)) {
      this.droppedCount++;
      return reply({ kind: "failure", code: "rpc/refused", text: "" });
    }
    const run = async (): Promise<unknown> => handlers[key](parameters);
    run().then(
      (result) => reply({ kind: "reply", result }),
      (error: unknown) => reply({ kind: "failure", ...this.options.describeFailure(error) }),
    );
  }

  private takeReply(message: Readonly<Record<string, unknown>>): void {
    const id = message["id"];
    const call = typeof id === "number" ? this.settle(id) : undefined;
    if (call === undefined) {
      // An answer after its timeout, or to nothing.
      this.droppedCount++;
    } else if (message["kind"] === "reply") {
      call.resolve(message["result"] as never);
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

interface OpenCall {
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
