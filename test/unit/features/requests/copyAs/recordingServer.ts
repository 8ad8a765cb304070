import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Recorded {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface RecordingServer {
  readonly origin: string;
  /** What came since the last call, in order. */
  take(): readonly Recorded[];
  close(): void;
}

/** Keeps each request as it came, byte for byte, and answers "ok". */
export async function startRecording(): Promise<RecordingServer> {
  const recorded: Recorded[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      recorded.push({ method, target: url, headers, body: Buffer.concat(chunks) });
      response.end("ok");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    take: () => recorded.splice(0),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
