import assert from "node:assert/strict";
import type { Socket } from "node:net";
import * as zlib from "node:zlib";
import type { Networking } from "../../src/platform/base/connection";
import { collectGarbage } from "../unit/support/memory";
import { listClients, openBench } from "../unit/platform/http/support/bench";
import { serveRaw } from "../unit/platform/http/support/servers";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import { expectNothingLeft, LIMITS, resultOf } from "./support/faultRun";
import { count, highest } from "./support/gates";
import { closed, expectNoRejections, until } from "./support/leftovers";
import { NETWORKINGS } from "./support/networkings";
import { HEAD, sendWhole } from "./support/wireFault";
import { IS_LONG } from "../fakes/runs";

const MEGABYTE = 1_048_576;
const MOST_GROWTH = 64 * MEGABYTE;
/** What more may be garbage before all is collected again: a collection costs more than a look. */
const COLLECTED_EACH = 16 * MEGABYTE;
const BODY_LIMIT = 20_000_000;
/** What an endless answer is worth before the deadline has to end it. */
const FLOOD_BYTES = (IS_LONG ? 256 : 32) * MEGABYTE;
/** Small pieces cost the time of many: fewer bytes do. */
const DRIP_BYTES = (IS_LONG ? 32 : 4) * MEGABYTE;

interface Bomb {
  readonly name: string;
  readonly send: (socket: Socket) => void;
  readonly code: string;
  readonly editor?: string;
  /** Nothing but the deadline ends it, on the sender named. */
  readonly lasts?: readonly Networking[];
}

/** Zeros become a two-hundredth even so: the limit of size is what ends such an answer. */
const QUICKLY = { level: 1 };
const GZIP_120 = zlib.gzipSync(Buffer.alloc(120 * MEGABYTE), QUICKLY);
const CRLF = Buffer.from("\r\n");
const ZEROS = Buffer.alloc(MEGABYTE);
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;

const BOMBS: readonly Bomb[] = [
  { name: "gzip, 120 MB", send: coded("gzip", GZIP_120), code: "answer/tooLarge" },
  { name: "gzip, 30 MB", send: coded("gzip", gzip(30)), code: "answer/ratio" },
  {
    name: "deflate, 120 MB",
    send: coded("deflate", zlib.deflateSync(Buffer.alloc(120 * MEGABYTE), QUICKLY)),
    code: "answer/tooLarge",
  },
  {
    name: "brotli, 30 MB",
    send: coded("br", brotli(30)),
    code: "answer/ratio",
  },
  {
    name: "gzip inside gzip",
    send: coded("gzip, gzip", zlib.gzipSync(GZIP_120)),
    code: "answer/tooLarge",
  },
  {
    name: "many gzip members, one behind the other",
    send: (socket) => {
      const member = zlib.gzipSync(ZEROS);
      const bytes = Buffer.concat(Array<Buffer>(256).fill(member));
      socket.write(`${HEAD}content-encoding: gzip\r\ncontent-length: ${bytes.length}\r\n\r\n`);
      socket.write(bytes);
    },
    code: "answer/tooLarge",
  },
  {
    name: "a body without an end",
    send: (socket) => flood(socket, `${HEAD}\r\n`, ZEROS),
    code: "answer/tooLarge",
  },
  {
    name: "a length of 200 MB, and all of it",
    send: (socket) => flood(socket, `${HEAD}content-length: ${200 * MEGABYTE}\r\n\r\n`, ZEROS),
    code: "answer/tooLarge",
  },
  {
    name: "chunks without an end",
    send: (socket) => {
      const chunk = Buffer.concat([Buffer.from("10000\r\n"), ZEROS.subarray(0, 65_536), CRLF]);
      flood(socket, CHUNKED, chunk);
    },
    code: "answer/tooLarge",
  },
  {
    name: "chunks of one byte",
    send: (socket) => flood(socket, CHUNKED, Buffer.from("1\r\n \r\n".repeat(10_000)), DRIP_BYTES),
    code: "network/attemptTimeout",
    lasts: NETWORKINGS,
  },
  {
    name: "a chunk extension without an end",
    send: (socket) => flood(socket, `${CHUNKED}1;x=`, Buffer.alloc(65_536, "a")),
    code: "network/attemptTimeout",
    editor: "answer/cut",
    lasts: ["own"],
  },
  {
    name: "headers without an end",
    send: (socket) => flood(socket, HEAD, Buffer.from("x-more: and more\r\n".repeat(1_000))),
    code: "network/protocol",
  },
  {
    name: "trailers without an end",
    send: (socket) =>
      flood(socket, `${CHUNKED}0\r\n`, Buffer.from("x-more: and more\r\n".repeat(1_000))),
    code: "answer/cut",
  },
  {
    name: "interim answers without an end",
    send: (socket) =>
      flood(socket, "", Buffer.from("HTTP/1.1 102 Processing\r\n\r\n".repeat(1_000))),
    code: "network/protocol",
  },
];
/** One for each place where an answer can be too much: coding, body, head, end. */
const SOME_BOMBS = new Set([
  ...["gzip, 30 MB", "a body without an end", "headers without an end", "trailers without an end"],
]);

for (const networking of NETWORKINGS) {
  describe(`bombs, ${networking} networking`, () => {
    expectNoRejections("G8");
    for (const bomb of bombsFor(networking)) {
      const code = networking === "editor" ? (bomb.editor ?? bomb.code) : bomb.code;
      it(`${bomb.name}: ${code}`, () => explode({ ...bomb, code }, networking));
    }
  });
}

/** The limits lie above both senders: the short form tries them in full on one of them. */
function bombsFor(networking: Networking): readonly Bomb[] {
  const isTried = ({ name, editor, lasts }: Bomb): boolean =>
    editor !== undefined || lasts !== undefined || SOME_BOMBS.has(name);
  return IS_LONG || networking === "own" ? BOMBS : BOMBS.filter(isTried);
}

async function explode(bomb: Bomb, networking: Networking): Promise<void> {
  const clock = new VirtualClock();
  let faulty: Socket | undefined;
  const service = await serveRaw((socket) => {
    if (faulty === undefined) {
      faulty = socket;
      bomb.send(socket);
    } else {
      sendWhole(socket, "[]");
    }
  });
  const limits = { ...LIMITS, bodyBytes: BODY_LIMIT };
  const bench = await openBench({ service, clock, networking, limits });
  await bench.client.signIn();
  try {
    const memory = watchMemory();
    count("G8", "begun");
    const call = resultOf(listClients(bench.client));
    if (bomb.lasts?.includes(networking) === true) {
      await until(() => faulty !== undefined, "the bomb");
      await floods.get(faulty!);
      clock.advance(LIMITS.attemptMilliseconds);
    }
    const { error } = await call;
    const growth = memory.stop();
    count("G8", "settled");
    assert.equal(error?.code, bomb.code);
    highest("G8", "megabytes", Math.round(growth / MEGABYTE));
    assert.ok(growth < MOST_GROWTH, `${growth} bytes more`);
    // One that came whole leaves the connection in order.
    await (floods.has(faulty!) ? closed(faulty!) : undefined);
    assert.equal((await listClients(bench.client)).text, "[]");
    await expectNothingLeft(bench, clock);
    count("G8", "bombs");
  } finally {
    await bench.close();
  }
}

/** The bytes are made before the memory is looked at. */
function coded(coding: string, bytes: Buffer): Bomb["send"] {
  const lines = `content-encoding: ${coding}\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  return (socket) => {
    socket.write(`${HEAD}${lines}`);
    socket.write(bytes);
  };
}

function gzip(megabytes: number): Buffer {
  return zlib.gzipSync(Buffer.alloc(megabytes * MEGABYTE));
}

function brotli(megabytes: number): Buffer {
  const quality = { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 };
  return zlib.brotliCompressSync(Buffer.alloc(megabytes * MEGABYTE), { params: quality });
}

const floods = new WeakMap<Socket, Promise<void>>();

/** Sends the same block again and again, as fast as it is taken, and then keeps silent. */
function flood(socket: Socket, head: string, block: Buffer, bytes = FLOOD_BYTES): void {
  socket.write(head);
  floods.set(socket, pour(socket, block, bytes));
}

async function pour(socket: Socket, block: Buffer, bytes: number): Promise<void> {
  const gone = new Promise((resolve) => socket.once("close", resolve));
  while (!socket.destroyed && socket.bytesWritten < bytes) {
    if (!socket.write(block)) {
      await Promise.race([gone, new Promise((resolve) => socket.once("drain", resolve))]);
    }
  }
}

/** Bytes in use, on and off the heap, from now on; `stop` gives the highest growth seen. */
function watchMemory(): { stop(): number } {
  const used = (): number => process.memoryUsage().heapUsed + process.memoryUsage().external;
  collectGarbage();
  const before = used();
  let most = before;
  let collectAbove = before + MOST_GROWTH / 2;
  const look = (): void => {
    if (used() > collectAbove) {
      // What nobody holds any more is no growth. Buffers are swept beside the program, and counted
      // as gone when the next collection begins.
      collectGarbage();
      collectGarbage();
      collectAbove = Math.max(collectAbove, used() + COLLECTED_EACH);
      most = Math.max(most, used());
    } else if (used() < before + MOST_GROWTH / 2) {
      most = Math.max(most, used());
    }
  };
  const timer = setInterval(look, 5);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return most - before;
    },
  };
}
