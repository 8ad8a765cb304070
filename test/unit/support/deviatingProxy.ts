import { createServer, request as send, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A call on its way to the sandbox; what is changed here the sandbox never learns. */
export interface PassingCall {
  method: string;
  readonly url: URL;
  readonly headers: Record<string, string | undefined>;
  body: string;
}

/** The answer on its way back. */
export interface PassingAnswer {
  status: number;
  readonly headers: Record<string, string | undefined>;
  body: string;
}

/** How a service differs from the sandbox; each part gets what passes and may change it. */
export interface Deviating {
  /** An answer in the place of the sandbox's own. */
  readonly call?: (call: PassingCall) => PassingAnswer | undefined;
  readonly answer?: (answer: PassingAnswer, call: PassingCall) => void;
}

export interface DeviatingProxy {
  readonly url: string;
  /** Methods and paths of all calls. */
  readonly passed: readonly string[];
  /** Deviates from now on in this way, and in no other. */
  readonly deviate: (how: Deviating) => void;
  readonly stop: () => void;
}

/** A server that passes all calls on to another one, with as few changes as it is told. */
export async function startProxy(target: string): Promise<DeviatingProxy> {
  let how: Deviating = {};
  const passed: string[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      const call = await callOf(incoming, target);
      passed.push(`${call.method} ${call.url.pathname}`);
      const answer = how.call?.(call) ?? (await passOn(call, target));
      how.answer?.(answer, call);
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !/^(content-length|connection|transfer-encoding)$/.test(name)) {
          // A comma within a cookie's date is no separator: the proxy's own mark stands between them.
          response.setHeader(name, name === "set-cookie" ? value.split("\n") : value);
        }
      }
      response.writeHead(answer.status).end(answer.status === 204 ? undefined : answer.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    deviate: (other) => {
      how = other;
    },
    stop: () => end(server),
  };
}

function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}

async function callOf(incoming: IncomingMessage, target: string): Promise<PassingCall> {
  const headers: PassingCall["headers"] = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    headers[name] = String(value);
  }
  return {
    method: incoming.method ?? "GET",
    url: new URL(incoming.url ?? "/", target),
    headers,
    body: await textOf(incoming),
  };
}

async function passOn(call: PassingCall, target: string): Promise<PassingAnswer> {
  const { method, url, headers, body } = call;
  const sent = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && name !== "content-length",
  );
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { method, headers: Object.fromEntries(sent), agent: false };
    send(`${target}${url.pathname}${url.search}`, options, resolve)
      .on("error", reject)
      .end(body === "" ? undefined : body);
  });
  const received: PassingAnswer["headers"] = {};
  for (const [name, value] of Object.entries(response.headers)) {
    received[name] = Array.isArray(value) ? value.join("\n") : value;
  }
  return { status: response.statusCode ?? 0, headers: received, body: await textOf(response) };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
