import assert from "node:assert/strict";
import { readFileSync, globSync } from "node:fs";
import { join } from "node:path";
import type { Socket } from "node:net";
import { listClients, openBench } from "../unit/platform/http/support/bench";
import { serveRaw } from "../unit/platform/http/support/servers";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import { expectNothingLeft, LIMITS, resultOf, withoutWaiting } from "./support/faultRun";
import { count } from "./support/gates";
import { closed, expectNoRejections } from "./support/leftovers";
import { NETWORKINGS } from "./support/networkings";
import { sendWhole } from "./support/wireFault";

const FOLDER = join(process.cwd(), "test", "fixtures", "llhttp");

interface Sample {
  /** File and line. */
  readonly name: string;
  readonly bytes: Buffer;
}

const SAMPLES = globSync("*.md", { cwd: FOLDER }).sort().flatMap(readSamples);

describe("the samples of llhttp", () => {
  it("are all there", () => assert.equal(SAMPLES.length, 85));
});

for (const networking of NETWORKINGS) {
  describe(`answers of llhttp's own tests, ${networking} networking`, () => {
    expectNoRejections("G8");
    for (const { name, bytes } of SAMPLES) {
      it(name, async () => {
        const clock = new VirtualClock();
        let replayed: Socket | undefined;
        const service = await serveRaw((socket) => {
          if (replayed === undefined) {
            replayed = socket;
            socket.end(bytes);
          } else {
            sendWhole(socket, "[]");
          }
        });
        const options = { service, clock, networking, limits: LIMITS, random: () => 0 };
        const bench = await openBench(options);
        try {
          count("G8", "begun");
          const call = resultOf(listClients(bench.client));
          const { text, error } = await withoutWaiting(call, clock);
          count("G8", "settled");
          // Whatever a parser makes of them, nothing is shown that was not sent.
          const sent = service.seen.length === 1 ? bytes.toString("latin1") : "[]";
          assert.ok(consistsOf(text ?? "", sent), text);
          assert.notEqual(error?.kind, "internal");
          await closed(replayed!);
          assert.equal((await listClients(bench.client)).text, "[]");
          await expectNothingLeft(bench, clock);
          count("G8", "llhttp");
        } finally {
          await bench.close();
        }
      });
    }
  });
}

/** True when `text` is made of pieces of `sent`, in their order: chunks leave their sizes behind. */
function consistsOf(text: string, sent: string): boolean {
  let from = 0;
  for (const sign of Buffer.from(text, "utf8").toString("latin1")) {
    from = sent.indexOf(sign, from) + 1;
    if (from === 0) {
      return false;
    }
  }
  return true;
}

function readSamples(file: string): Sample[] {
  const text = readFileSync(join(FOLDER, file), "utf8");
  return [...text.matchAll(/^```http\n([^]*?)^```/gm)].map(({ 1: block = "", index }) => {
    const line = text.slice(0, index).split("\n").length;
    return { name: `${file}:${line}`, bytes: Buffer.from(unescape(block), "latin1") };
  });
}

/** As llhttp's own runner reads a block: real line breaks are CRLF, escaped ones are none. */
function unescape(block: string): string {
  return block
    .replace(/\n$/, "")
    .replace(/\\\n/g, "")
    .replace(/\n/g, "\r\n")
    .replace(/\\r/g, "\r")
    .replace(/\\n/g, "\n")
    .replace(/\\t/g, "\t")
    .replace(/\\f/g, "\f")
    .replace(/\\x([0-9a-fA-F]+)/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
