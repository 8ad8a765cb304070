import { once } from "node:events";
import * as net from "node:net";
import { Worker } from "node:worker_threads";
import { delivered } from "../../unit/platform/http/support/loopback";
import { until } from "./leftovers";

/** A server in a thread of its own, which can be made to accept no connection. */
export interface DeafServer {
  readonly origin: string;
  requests(): number;
  /** From now on a connect stays without an answer. */
  deafen(): Promise<void>;
  hear(): Promise<void>;
  close(): Promise<void>;
}

/** While its thread sleeps, the queue of the listening socket runs full; the rest has to wait. */
const PROGRAM = `
  const { parentPort, workerData } = require("node:worker_threads");
  const flags = new Int32Array(workerData);
  const server = require("node:http").createServer((_request, response) => {
    Atomics.add(flags, 2, 1);
    response.writeHead(200, { "content-type": "application/json", connection: "close" }).end("[]");
  });
  const place = { port: 0, host: "127.0.0.1", backlog: 1 };
  server.listen(place, () => parentPort.postMessage(server.address().port));
  parentPort.on("message", () => {
    Atomics.store(flags, 1, 1);
    Atomics.wait(flags, 0, 0);
    Atomics.store(flags, 0, 0);
    Atomics.store(flags, 1, 0);
  });
`;
const [WAKE, ASLEEP, REQUESTS] = [0, 1, 2];
const MOST_WAITING = 20;

export async function serveDeaf(): Promise<DeafServer> {
  const flags = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(PROGRAM, { eval: true, workerData: flags.buffer });
  const [port] = (await once(worker, "message")) as [number];
  const waiting: net.Socket[] = [];
  return {
    origin: `http://127.0.0.1:${port}`,
    requests: () => Atomics.load(flags, REQUESTS),
    deafen: async () => {
      worker.postMessage("sleep");
      await until(() => Atomics.load(flags, ASLEEP) === 1, "the sleep");
      while (await isHeard(port, waiting)) {
        if (waiting.length > MOST_WAITING) {
          throw new Error("the queue of the listening socket has no end");
        }
      }
    },
    hear: async () => {
      waiting.splice(0).forEach((socket) => socket.destroy());
      Atomics.store(flags, WAKE, 1);
      Atomics.notify(flags, WAKE);
      await until(() => Atomics.load(flags, ASLEEP) === 0, "the waking");
    },
    close: async () => {
      waiting.splice(0).forEach((socket) => socket.destroy());
      await worker.terminate();
    },
  };
}

/** Takes one more place in the queue; false when there was none. */
async function isHeard(port: number, waiting: net.Socket[]): Promise<boolean> {
  const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
  waiting.push(socket);
  let isConnected = false;
  socket.once("connect", () => (isConnected = true));
  await delivered();
  return isConnected;
}
