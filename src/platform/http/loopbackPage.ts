import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { AppError } from "../base/errors";
import type { Clock } from "../base/clock";
import {
  contentPolicy,
  fragmentDocument,
  OUTCOME_STATUS,
  outcomeDocument,
  outcomeOf,
  outcomeSentence,
  type CallbackAnswer,
  type LoopbackWords,
} from "./loopbackDocuments";
import { classifyRequest, type LoopbackDoor } from "./loopbackRequest";
import { LoopbackSockets } from "./loopbackSockets";

/** What a browser brought back, as it came: nothing of it is decoded. Never logged. */
export interface RawCallback {
  readonly from: "query" | "fragment" | "form";
  /** `name=value&…`, percent-encoded. */
  readonly text: string;
}

export interface LoopbackPageOptions {
  readonly host: "127.0.0.1" | "::1";
  /** 0 is any free port. */
  readonly port: number;
  readonly path: string;
  /** Where the browser is sent to sign in; its form posts are let in. */
  readonly authOrigin: string;
  readonly words: LoopbackWords;
  readonly clock: Clock;
  /**
   * Says what a callback came to. After `rejected` the page goes on waiting, with the other two
   * it closes. Must not reject.
   */
  readonly onCallback: (callback: RawCallback) => Promise<CallbackAnswer>;
}

/** A page that is listening. */
export interface LoopbackPage {
  /** Its address: the registered one with the port that is listened on. */
  readonly redirectUri: string;
  /** Resolves when nothing listens and no socket is open any more. */
  readonly closed: Promise<void>;
  /** Ends it, an answer under way within half a second. */
  close(): Promise<void>;
}

const HEADER_BYTES = 32_768;
const BODY_BYTES = 65_536;
/** For the answer to reach a browser that is slow to take it. */
const GRACE_MILLISECONDS = 500;

const TEXTS: Readonly<Record<400 | 404 | 405, string>> = {
  400: "Bad request",
  404: "Not found",
  405: "Method not allowed",
};

/**
 * Waits on this machine's loopback address for the one callback of one sign-in. It answers
 * documents of our own words alone, serves no file, sends no CORS header, and keeps no connection alive.
 * @throws AppError `input/callbackPort` when the port cannot be had
 */
export async function openLoopbackPage(options: LoopbackPageOptions): Promise<LoopbackPage> {
  const page = new Page(options);
  await page.listen();
  return page;
}

class Page implements LoopbackPage {
  readonly closed: Promise<void>;
  redirectUri = "";
  private readonly server: Server;
  private readonly sockets: LoopbackSockets;
  private readonly asked = new Map<string, Promise<CallbackAnswer>>();
  private door: LoopbackDoor | undefined;
  /** Answers to callbacks that are not out yet. */
  private answering = 0;
  /** How the sign-in ended, from then on. */
  private outcome: CallbackAnswer | undefined;

  constructor(private readonly options: LoopbackPageOptions) {
    this.sockets = new LoopbackSockets(options.clock);
    this.server = createServer({
      maxHeaderSize: HEADER_BYTES,
      insecureHTTPParser: false,
      // Or Node would answer a request without Host itself, in its own words.
      requireHostHeader: false,
      // One deadline of a socket's own covers both, and on our clock.
      headersTimeout: 0,
      requestTimeout: 0,
    });
    this.server.maxRequestsPerSocket = 1;
    this.server.on("connection", (socket) => this.sockets.add(socket));
    this.server.on("clientError", (_error, socket) => refuseBytes(socket as Socket));
    this.server.on("request", (request, response) => void this.serve(request, response));
    this.closed = new Promise((resolve) => this.server.once("close", resolve));
  }

  async listen(): Promise<void> {
    const { host, port, path, authOrigin } = this.options;
    await new Promise<void>((resolve, reject) => {
      this.server.on("error", () => {
        reject(new AppError("input", "input/callbackPort", { values: { port } }));
      });
      this.server.listen({ host, port, exclusive: true }, resolve);
    });
    const literal = host === "::1" ? "[::1]" : host;
    const { port: given } = this.server.address() as AddressInfo;
    this.redirectUri = `http://${literal}:${given}${path}`;
    this.door = { origin: new URL(this.redirectUri).origin, path, authOrigin };
  }

  close(): Promise<void> {
    if (this.server.listening) {
      this.server.close();
      if (this.answering === 0) {
        this.sockets.end();
      } else {
        const end = (): void => this.sockets.end();
        const stop = this.options.clock.schedule(GRACE_MILLISECONDS, end);
        void this.closed.then(stop);
      }
    }
    return this.closed;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { door } = this;
    const { method = "", url: target = "", rawHeaders } = request;
    // Whoever goes away, or has half of it lost, needs no answer.
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    if (door === undefined) {
      request.socket.destroy();
      return;
    }
    const found = classifyRequest({ method, target, rawHeaders }, door);
    if (found.kind === "refused") {
      answerText(response, found.status, TEXTS[found.status]);
    } else if (found.kind === "page") {
      this.answer(response, 200, (nonce) => fragmentDocument(this.options.words, nonce), true);
    } else if (found.kind === "query") {
      this.sockets.serve(request.socket);
      await this.answerCallback(response, { from: "query", text: found.text });
    } else {
      const text = await readForm(request);
      if (text === undefined) {
        answerText(response, 400, TEXTS[400]);
        return;
      }
      this.sockets.serve(request.socket);
      await this.answerCallback(response, { from: found.from, text });
    }
  }

  private async answerCallback(response: ServerResponse, callback: RawCallback): Promise<void> {
    this.answering++;
    response.once("close", () => this.answering--);
    const outcome = this.outcome ?? (await this.ask(callback));
    const { words } = this.options;
    const status = OUTCOME_STATUS[outcomeOf(outcome)];
    if (callback.from === "fragment") {
      answerText(response, status, outcomeSentence(words, outcome));
    } else {
      this.answer(response, status, (nonce) => outcomeDocument(words, outcome, nonce));
    }
    if (outcome !== "rejected") {
      this.outcome = outcome;
      void this.close();
    }
  }

  /** A browser that sends the same twice, as a reload does, is told the same twice. */
  private ask(callback: RawCallback): Promise<CallbackAnswer> {
    const key = `${callback.from}:${callback.text}`;
    const asked =
      this.asked.get(key) ??
      this.options
        .onCallback(callback)
        .catch((): CallbackAnswer => "rejected")
        .finally(() => this.asked.delete(key));
    this.asked.set(key, asked);
    return asked;
  }

  private answer(
    response: ServerResponse,
    status: number,
    document: (nonce: string) => string,
    hasScript = false,
  ): void {
    const nonce = randomBytes(16).toString("base64url");
    const body = document(nonce);
    response.writeHead(status, {
      ...CONSTANT_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentPolicy(nonce, hasScript),
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  }
}

const CONSTANT_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  connection: "close",
};

function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...CONSTANT_HEADERS,
    ...(status === 405 && { allow: "GET, POST" }),
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

/** What is no HTTP, or too much of it, gets the same words as any other bad request; once. */
function refuseBytes(socket: Socket): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const body = TEXTS[400];
  const head = `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: ${body.length}`;
  socket.end(`${head}\r\n\r\n${body}`);
}

/** The form as it came; undefined when it is none, too long, or did not come whole. */
async function readForm(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  const isWhole = await new Promise<boolean>((resolve) => {
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > BODY_BYTES) {
        // Not destroyed: whoever sent too much is still told so.
        request.pause();
        resolve(false);
      } else {
        chunks.push(chunk);
      }
    });
    request.once("end", () => resolve(true));
    request.once("close", () => resolve(false));
  });
  const text = Buffer.concat(chunks).toString("latin1");
  return isWhole && /^[!-~]+$/.test(text) ? text : undefined;
}
