import type { Socket } from "node:net";
import { delivered } from "../../unit/platform/http/support/loopback";
import { CLOSE, HEAD, type WireFault } from "./wireFault";

const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;

/** Faults of connection, head and length: rows F02 to F13 and F33 to F36. */
export const FRAMING_FAULTS: readonly WireFault[] = [
  {
    ...{ row: "F02", name: "never answers", waits: true },
    send: () => undefined,
    outcome: "network/attemptTimeout",
  },
  {
    ...{ row: "F02", name: "stops inside the head", waits: true },
    send: (socket) => socket.write(HEAD.slice(0, -5)),
    outcome: "network/attemptTimeout",
  },
  {
    ...{ row: "F03", name: "closes without an answer" },
    send: (socket) => socket.end(),
    outcome: "network/reset",
  },
  {
    ...{ row: "F03", name: "resets before the head" },
    send: (socket) => socket.resetAndDestroy(),
    outcome: "network/reset",
  },
  {
    ...{ row: "F03", name: "closes inside the head" },
    send: (socket) => socket.end(HEAD.slice(0, -5)),
    outcome: "network/reset",
  },
  {
    ...{ row: "F03", name: "resets inside the head" },
    send: thenReset(() => HEAD),
    outcome: "network/reset",
  },
  {
    ...{ row: "F04", name: "resets inside the body" },
    send: thenReset((text) => `${lengthHead(text)}${text.slice(0, 3)}`),
    outcome: "answer/cut",
  },
  {
    ...{ row: "F04", name: "resets inside a chunked body" },
    send: thenReset((text) => `${CHUNKED}${chunk(text)}`),
    outcome: "answer/cut",
  },
  {
    ...{ row: "F05", name: "closes inside the body, content-length too long" },
    send: (socket, text) => socket.end(`${lengthHead(text, 900)}${text}`),
    outcome: "answer/cut",
  },
  {
    ...{ row: "F06", name: "content-length too short, connection kept" },
    send: (socket, text) => socket.write(`${lengthHead(text, -2)}${text}`),
    outcome: "answer/overlong",
  },
  {
    ...{ row: "F06", name: "content-length too short, connection closed" },
    send: (socket, text) => socket.end(`${HEAD}${CLOSE}${lengthLines(text, -2)}${text}`),
    outcome: "answer/overlong",
  },
  {
    ...{ row: "F07", name: "two different content-lengths" },
    send: (socket, text) =>
      socket.end(`${HEAD}content-length: ${text.length + 1}\r\n${lengthLines(text)}${text}`),
    outcome: "network/protocol",
  },
  {
    ...{ row: "F08", name: "content-length and chunked" },
    send: (socket, text) =>
      socket.end(`${CHUNKED.slice(0, -2)}${lengthLines(text)}${chunk(text)}0\r\n\r\n`),
    outcome: "network/protocol",
  },
  {
    ...{ row: "F09", name: "chunked without the last chunk, though the JSON is whole" },
    send: (socket, text) => socket.end(`${CHUNKED}${chunk(text)}`),
    outcome: "answer/cut",
  },
  {
    ...{ row: "F09", name: "chunked, closed inside the last chunk" },
    send: (socket, text) => socket.end(`${CHUNKED}${chunk(text)}0\r\n`),
    outcome: "answer/cut",
  },
  {
    ...{ row: "F10", name: "a chunk size that is no number" },
    send: (socket, text) => socket.end(`${CHUNKED}zz\r\n${text}\r\n0\r\n\r\n`),
    outcome: "answer/cut",
  },
  {
    ...{ row: "F10", name: "a negative chunk size" },
    send: (socket, text) => socket.end(`${CHUNKED}-2\r\n${text}\r\n0\r\n\r\n`),
    outcome: "answer/cut",
  },
  {
    ...{ row: "F10", name: "a chunk size beyond 64 bits" },
    send: (socket, text) => socket.end(`${CHUNKED}${"f".repeat(17)}\r\n${text}\r\n0\r\n\r\n`),
    outcome: "answer/cut",
  },
  {
    ...{ row: "F10", name: "a chunk longer than its size" },
    send: (socket, text) => socket.end(`${CHUNKED}2\r\n${text}\r\n0\r\n\r\n`),
    outcome: "answer/cut",
  },
  {
    ...{ row: "F10", name: "a chunk shorter than its size" },
    send: (socket, text) => socket.end(`${CHUNKED}fff\r\n${text}\r\n0\r\n\r\n`),
    outcome: "answer/cut",
  },
  ...["-2", "two", "0x2", "+2", "2, 3", "184467440737095516160", ""].map((length): WireFault => ({
    ...{ row: "F10", name: `content-length "${length}"` },
    send: (socket, text) => socket.end(`${HEAD}content-length: ${length}\r\n\r\n${text}`),
    outcome: "network/protocol",
  })),
  {
    ...{ row: "F11", name: "no length, ended by closing" },
    send: (socket, text) => socket.end(`${HEAD}\r\n${text}`),
    outcome: "whole",
  },
  {
    ...{ row: "F11", name: "HTTP/1.0, ended by closing" },
    send: (socket, text) => socket.end(`${HEAD.replace("1.1", "1.0")}\r\n${text}`),
    outcome: "whole",
  },
  {
    ...{ row: "F12", name: "drips a space at a time", waits: true },
    send: drip,
    outcome: "network/attemptTimeout",
  },
  {
    ...{ row: "F13", name: "stalls inside the body", waits: true },
    send: (socket, text) => socket.write(`${lengthHead(text, 9)}${text}`),
    outcome: "network/attemptTimeout",
  },
  {
    ...{ row: "F13", name: "stalls before the last chunk", waits: true },
    send: (socket, text) => socket.write(`${CHUNKED}${chunk(text)}`),
    outcome: "network/attemptTimeout",
  },
  {
    ...{ row: "F33", name: "a header of 70 KB" },
    send: withHeader(`x-long: ${"a".repeat(70_000)}`),
    outcome: "network/protocol",
  },
  {
    ...{ row: "F33", name: "headers that never end" },
    send: withHeader(Array.from({ length: 3_000 }, (_v, at) => `x-${at}: ${at}`).join("\r\n")),
    outcome: "network/protocol",
  },
  {
    ...{ row: "F33", name: "1,000 small headers" },
    send: withHeader("a: b\r\n".repeat(1_000).trim()),
    outcome: "whole",
  },
  ...[
    ["NUL in a header", "x-odd: a\u0000b"],
    ["a control character in a header", "x-odd: a\u0001b"],
    ["a header without its colon", "x-odd"],
    ["a space in a header's name", "x odd: 1"],
    ["a header without a name", ": 1"],
    ["a lone CR in a header", "x-odd: a\rb"],
  ].map(([name = "", line = ""]): WireFault => ({
    ...{ row: "F33", name },
    send: withHeader(line),
    outcome: "network/protocol",
  })),
  {
    ...{ row: "F35", name: "100 interim answers" },
    send: (socket, text) => socket.end(`${interim(100)}${HEAD}${CLOSE}${lengthLines(text)}${text}`),
    outcome: "whole",
  },
  {
    ...{ row: "F35", name: "more interim answers than anyone sends" },
    send: (socket, text) => socket.end(interim(1_001) + lengthHead(text) + text),
    outcome: "network/protocol",
  },
  {
    ...{ row: "F35", name: "switches to another protocol, not asked to" },
    send: (socket, text) =>
      socket.end(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n${text}`,
      ),
    outcome: "network/reset",
    editor: "network/protocol",
  },
  ...[
    ["no HTTP at all", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["a body without a head", '[{"id":1}]'],
    ["an HTTP request", "GET / HTTP/1.1\r\nhost: x\r\n\r\n"],
    ["HTTP/2", "\u0000\u0000\u0012\u0004\u0000\u0000\u0000\u0000\u0000"],
    ["HTTP of a version that is none", "HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n[]"],
  ].map(([name = "", bytes = ""]): WireFault => ({
    ...{ row: "F36", name },
    send: (socket) => socket.end(bytes, "latin1"),
    outcome: "network/protocol",
  })),
  {
    ...{ row: "F36", name: "a second answer glued to the first" },
    send: (socket, text) => socket.write(`${lengthHead(text)}${text}${lengthHead("[2]")}[2]`),
    outcome: "answer/overlong",
    // Node's client drops the second without a word; nothing of it is shown.
    editor: "whole",
  },
  {
    ...{ row: "F36", name: "a second answer glued to the first, then closed" },
    send: (socket, text) => socket.end(`${lengthHead(text)}${text}${lengthHead("[2]")}[2]`),
    outcome: "answer/overlong",
    // Node's client drops the second without a word; nothing of it is shown.
    editor: "whole",
  },
];

function lengthHead(text: string, more = 0): string {
  return `${HEAD}${lengthLines(text, more)}`;
}

function lengthLines(text: string, more = 0): string {
  return `content-length: ${Buffer.byteLength(text) + more}\r\n\r\n`;
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

function interim(count: number): string {
  return "HTTP/1.1 102 Processing\r\n\r\n".repeat(count);
}

function withHeader(line: string): WireFault["send"] {
  return (socket, text) =>
    socket.end(`${HEAD}${CLOSE}${line}\r\n${lengthLines(text)}${text}`, "latin1");
}

function drip(socket: Socket, text: string): void {
  socket.write(lengthHead(text, 100_000));
  const dripping = setInterval(() => socket.write(" "), 2).unref();
  socket.on("close", () => clearInterval(dripping));
}

function thenReset(bytes: (text: string) => string): WireFault["send"] {
  return (socket: Socket, text) => {
    // What was written has to be there: a reset throws away what is not.
    socket.write(bytes(text), () => void delivered().then(() => socket.resetAndDestroy()));
  };
}
