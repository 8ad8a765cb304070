import * as zlib from "node:zlib";
import { CLOSE, HEAD, type WireFault } from "./wireFault";

const NO_CONTENT = `HTTP/1.1 204 No Content\r\n${CLOSE}`;

/** Faults of status, content and coding: rows F14 to F32, F34 and F42. */
export const CONTENT_FAULTS: readonly WireFault[] = [
  {
    ...{ row: "F14", name: "204 with a body", text: "", places: ["service"] },
    send: (socket) => socket.end(`${NO_CONTENT}content-length: 3\r\n\r\n[1]`),
    outcome: "whole",
  },
  {
    ...{ row: "F14", name: "204 that announces a body and has none", text: "" },
    send: (socket) => socket.end(`${NO_CONTENT}content-length: 90\r\n\r\n`),
    outcome: "whole",
    token: "service/identity",
    discovery: "service/identity",
  },
  {
    ...{ row: "F15", name: "204 of length 0", text: "" },
    send: (socket) => socket.end(`${NO_CONTENT}content-length: 0\r\n\r\n`),
    outcome: "whole",
    token: "service/identity",
    discovery: "service/identity",
  },
  {
    ...{ row: "F15", name: "204, empty though it names a coding", text: "" },
    send: (socket) => socket.end(`${NO_CONTENT}content-encoding: gzip\r\n\r\n`),
    outcome: "whole",
    token: "service/identity",
    discovery: "service/identity",
  },
  {
    ...{ row: "F15", name: "304, not asked for" },
    // A 304 announces the length that the answer would have (RFC 9110, section 8.6).
    send: (socket) => socket.end(`HTTP/1.1 304 Not Modified\r\n${CLOSE}content-length: 90\r\n\r\n`),
    outcome: "service/304",
  },
  {
    ...{ row: "F16", name: "200 with nothing in it", text: "" },
    send: (socket) => socket.end(`${HEAD}${CLOSE}content-length: 0\r\n\r\n`),
    outcome: "whole",
    token: "answer/identity",
  },
  {
    ...{ row: "F17", name: "JSON that ends early, length right", text: '[{"id":1},{"i' },
    send: withLength((text) => text.slice(0, 13)),
    outcome: "whole",
    token: "answer/identity",
  },
  {
    ...{ row: "F18", name: "an HTML page with 200", text: "<!doctype html><p>Sign in" },
    send: withHtml("200 OK"),
    outcome: "whole",
    token: "answer/identity",
  },
  {
    ...{ row: "F18", name: "an HTML page with 502", text: "<!doctype html><p>Bad gateway" },
    send: withHtml("502 Bad Gateway"),
    outcome: "service/502",
  },
  {
    ...{ row: "F19", name: "a byte order mark" },
    send: withLength((text) => `\uFEFF${text}`),
    outcome: "whole",
  },
  {
    // Shown, and labelled as not exact: test/unit/platform/http/text.test.ts.
    ...{ row: "F20", name: "invalid UTF-8", text: '"\uFFFD("' },
    send: withBytes(() => Buffer.from([0x22, 0xc3, 0x28, 0x22])),
    outcome: "whole",
    token: "answer/identity",
    discovery: "whole",
  },
  ...[
    ["F22", "duplicate keys", '{"id":1,"id":2,"id":1}'],
    ["F23", "numbers that no double holds", "[9007199254740993,1e400,1.10,-0]"],
    ["F24", "keys that look like integers", '{"b":1,"2":2,"1":3}'],
    ["F25", "a million levels", "[".repeat(1_000_000) + "]".repeat(1_000_000)],
  ].map(([row = "", name = "", text = ""]): WireFault => ({
    ...{ row, name, text },
    send: withLength(() => text),
    outcome: "whole",
    token: row === "F25" ? "answer/tooLarge" : "answer/identity",
    discovery: row === "F25" ? "answer/tooLarge" : "whole",
  })),
  {
    ...{ row: "F27", name: "a small gzip bomb" },
    send: coded("gzip", () => zlib.gzipSync(Buffer.alloc(8_000_000))),
    outcome: "answer/ratio",
    token: "answer/tooLarge",
    discovery: "answer/tooLarge",
  },
  {
    ...{ row: "F28", name: "said to be gzip and is not" },
    send: coded("gzip", (text) => Buffer.from(text)),
    outcome: "answer/encodingBroken",
  },
  {
    ...{ row: "F28", name: "said to be brotli and is gzip" },
    send: coded("br", (text) => zlib.gzipSync(text)),
    outcome: "answer/encodingBroken",
  },
  {
    ...{ row: "F29", name: "gzip without its trailer" },
    send: coded("gzip", (text) => zlib.gzipSync(text).subarray(0, -8)),
    outcome: "answer/cut",
  },
  ...(["gzip", "br", "deflate"] as const).map((coding): WireFault => ({
    ...{ row: "F29", name: `${coding} cut in half` },
    send: coded(coding, (text) => half(ENCODERS[coding](text))),
    outcome: "answer/cut",
  })),
  ...(["gzip", "br", "deflate"] as const).map((coding): WireFault => ({
    ...{ row: "F30", name: `${coding} with junk behind it` },
    send: coded(coding, (text) => Buffer.concat([ENCODERS[coding](text), Buffer.from("junk")])),
    outcome: "answer/encodingBroken",
  })),
  ...["zstd", "x-unknown", "__proto__", "gzip;q=1"].map((coding): WireFault => ({
    ...{ row: "F31", name: `the coding "${coding}"` },
    send: coded(coding, (text) => Buffer.from(text)),
    outcome: "answer/encodingUnknown",
  })),
  {
    ...{ row: "F32", name: "more codings than anyone stacks" },
    send: coded("gzip, gzip, gzip, gzip, gzip, gzip", (text) => Buffer.from(text)),
    outcome: "answer/encodingUnknown",
  },
  {
    ...{ row: "F32", name: "codings in many headers" },
    send: coded(Array(6).fill("gzip").join("\r\ncontent-encoding: "), (text) => Buffer.from(text)),
    outcome: "answer/encodingUnknown",
  },
  ...(["42", "099", "2x0", ""] as const).map((status): WireFault => ({
    ...{ row: "F34", name: `status "${status}"` },
    send: (socket, text) =>
      socket.end(`HTTP/1.1 ${status} Odd\r\ncontent-length: ${text.length}\r\n\r\n${text}`),
    outcome: "network/protocol",
    // Node's parser reads a number; either way it is a failure.
    ...(status === "099" ? { editor: "service/99" } : {}),
  })),
  ...[600, 999, 408, 425, 502, 504, 520, 403, 409].map((status): WireFault => ({
    ...{ row: status > 599 ? "F34" : "F42", name: `status ${status}` },
    send: withStatus(status),
    outcome: `service/${status}`,
  })),
  {
    ...{ row: "F42", name: "a failure whose body is cut" },
    send: (socket, text) => socket.end(`HTTP/1.1 502 Bad\r\ncontent-length: 9000\r\n\r\n${text}`),
    outcome: "service/502",
    token: "answer/cut",
    discovery: "answer/cut",
  },
];

const ENCODERS = {
  gzip: (text: string): Buffer => zlib.gzipSync(text),
  br: (text: string): Buffer => zlib.brotliCompressSync(text),
  deflate: (text: string): Buffer => zlib.deflateSync(text),
} as const;

function withLength(change: (text: string) => string): WireFault["send"] {
  return withBytes((text) => Buffer.from(change(text), "utf8"));
}

function withBytes(encode: (text: string) => Buffer): WireFault["send"] {
  return (socket, text) => {
    const bytes = encode(text);
    const lines = `${HEAD}${CLOSE}content-length: ${bytes.length}\r\n\r\n`;
    socket.end(Buffer.concat([Buffer.from(lines), bytes]));
  };
}

function withHtml(status: string): WireFault["send"] {
  return (socket, text) => {
    const lines = `content-type: text/html\r\ncontent-length: ${text.length}\r\n\r\n`;
    socket.end(`HTTP/1.1 ${status}\r\n${CLOSE}${lines}${text}`);
  };
}

function withStatus(status: number): WireFault["send"] {
  return (socket, text) => {
    const lines = `${CLOSE}content-length: ${text.length}\r\n\r\n`;
    socket.end(`HTTP/1.1 ${status} Odd\r\n${lines}${text}`);
  };
}

function coded(coding: string, encode: (text: string) => Buffer): WireFault["send"] {
  return (socket, text) => {
    const bytes = encode(text);
    const lines = `${HEAD}content-encoding: ${coding}\r\ncontent-length: ${bytes.length}\r\n\r\n`;
    socket.end(Buffer.concat([Buffer.from(lines), bytes]));
  };
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
