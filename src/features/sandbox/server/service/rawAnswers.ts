import { randomUUID } from "node:crypto";
import { STATUS_CODES, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { Problem, problemText } from "./problem";

/**
 * Answers what never becomes a request of the application, so that these answers carry
 * `x-dt-requestid` too: what is not HTTP, headers that are too large, CONNECT.
 */
export function answerUnreadable(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    answer(socket, problemOf(error.code));
  });
  server.on("connect", ({ headers }, socket: Duplex) => {
    // Node has let go of the socket: an error that nobody hears would end the process, and what
    // still comes would keep the connection open.
    socket.on("error", () => undefined).resume();
    const message = "The path does not take this method.";
    answer(socket, new Problem(405, "method_not_allowed", message), headers["x-dt-traceid"]);
  });
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new Problem(431, "headers_too_large", "The headers are too large.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Problem(408, "request_timeout", "The request did not arrive in time.");
    default:
      return new Problem(400, "malformed_request", "The request is not HTTP/1.1.");
  }
}

function answer(socket: Duplex, problem: Problem, traceId?: string | string[]): void {
  const requestId = randomUUID();
  const body = problemText(problem, requestId);
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}`,
    `x-dt-requestid: ${requestId}`,
    ...(typeof traceId === "string" ? [`x-dt-traceid: ${traceId}`] : []),
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ];
  // A character of a header is one byte to Node; the body is English.
  socket.end(lines.join("\r\n"), "latin1");
}
