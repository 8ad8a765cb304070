import { type ErrorKind, isAppError } from "../base/errors";

/** The calls that a worker answers, by name. */
export type WorkerCalls<Calls> = {
  readonly [K in keyof Calls]: { readonly parameters: unknown; readonly result: unknown };
};

/** What a worker is sent, several calls at a time. */
export interface WorkerCall {
  /** Absent where nobody waits for a reply. */
  readonly id?: number;
  /** Calls of one session are about one thing that lives in the worker; 0 for none. */
  readonly session: number;
  readonly name: string;
  readonly parameters: unknown;
}

/** What a worker sends, several replies at a time. */
export type WorkerReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly progress: unknown }
  | { readonly id: number; readonly error: WorkerError };

/** An `AppError` as it passes between threads. */
interface WorkerError {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** What a handler knows of its call beside the parameters. */
interface CallContext {
  readonly session: number;
  /** Buffers of the result that go over without a copy. */
  readonly transfer: ArrayBuffer[];
  readonly report: (progress: unknown) => void;
}

export type WorkerHandlers<Calls extends WorkerCalls<Calls>> = {
  readonly [K in keyof Calls]: (
    parameters: Calls[K]["parameters"],
    context: CallContext,
  ) => Calls[K]["result"] | Promise<Calls[K]["result"]>;
};

/** The worker's own end of its port; `parentPort` is one. */
interface ServedPort {
  postMessage(replies: readonly WorkerReply[], transfer: readonly ArrayBuffer[]): void;
  on(event: "message", listener: (calls: readonly WorkerCall[]) => void): unknown;
}

/**
 * Answers calls, which begin in the order in which they come. An `AppError` goes back as one;
 * any other error ends the thread.
 */
export function serve<Calls extends WorkerCalls<Calls>>(
  port: ServedPort | null,
  handlers: WorkerHandlers<Calls>,
): void {
  let replies: WorkerReply[] = [];
  let transfer: ArrayBuffer[] = [];
  let timer: NodeJS.Immediate | undefined;

  const post = (): void => {
    clearImmediate(timer);
    timer = undefined;
    const [sent, buffers] = [replies, transfer];
    [replies, transfer] = [[], []];
    port?.postMessage(sent, buffers);
  };

  const answer = ({ id, session, name, parameters }: WorkerCall): void => {
    const context: CallContext = {
      session,
      transfer: [],
      report: (progress) => {
        if (id !== undefined) {
          replies.push({ id, progress });
          post();
        }
      },
    };
    const reply = (
      outcome: { readonly result: unknown } | { readonly error: WorkerError },
    ): void => {
      if (id !== undefined) {
        replies.push({ id, ...outcome });
        transfer.push(...context.transfer);
      }
    };
    const run = handlers[name as keyof Calls & string];
    try {
      // The parameters were typed where the call was made; between threads they are data.
      const result: unknown = run(parameters, context);
      if (result instanceof Promise) {
        // To wake another thread costs as much as many a call: replies that are there together
        // go together.
        const postSoon = (): unknown => (timer ??= setImmediate(post));
        void result
          .then(
            (value: unknown) => reply({ result: value }),
            (error: unknown) => reply({ error: asWorkerError(error) }),
          )
          .then(postSoon);
        return;
      }
      reply({ result });
    } catch (error) {
      reply({ error: asWorkerError(error) });
    }
    post();
  };

  port?.on("message", (calls) => calls.forEach(answer));
}

function asWorkerError(error: unknown): WorkerError {
  if (!isAppError(error)) {
    throw error;
  }
  const { kind, code, values } = error;
  return { kind, code, values };
}
