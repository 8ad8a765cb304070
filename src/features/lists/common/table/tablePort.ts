import { Worker } from "node:worker_threads";
import type { FromTables, ToTables } from "./tableMessages";

/** The way to the program that holds the tables, wherever it runs. */
export interface TablePort {
  /** Buffers that are named go over without a copy. */
  post(message: ToTables, moved?: readonly ArrayBuffer[]): void;
  /** Whether the process is kept alive to hear answers. */
  keepAlive(isWaiting: boolean): void;
  end(): Promise<void>;
}

export interface PortListener {
  tell(message: FromTables): void;
  /** It will neither take nor tell anything any more. */
  break(error: unknown): void;
}

/** Begins a program, whose news the listener gets. */
export type StartPort = (listener: PortListener) => TablePort;

/** Starts the program in a thread of its own. */
export function threadPort(program: string, listener: PortListener): TablePort {
  // Nothing of the environment, where secrets may be, and no flags meant for another program.
  const worker = new Worker(program, { name: "row tables", env: {}, execArgv: [] });
  worker.unref();
  worker.on("message", (message: FromTables) => listener.tell(message));
  // An error that nobody listens to would end the whole process.
  worker.on("error", (error) => listener.break(error));
  worker.on("messageerror", (error) => listener.break(error));
  worker.on("exit", () => listener.break(new Error("ended")));
  return {
    post: (message, moved = []) => worker.postMessage(message, [...moved]),
    keepAlive: (isWaiting) => (isWaiting ? worker.ref() : worker.unref()),
    end: async () => {
      await worker.terminate();
    },
  };
}
