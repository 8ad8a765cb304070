import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count } from "./support/gates";
import { type Mode, MODES, TwoWindows } from "./support/pensions/twoWindows";
import { seeded } from "./support/seeded";
import { IS_LONG } from "../fakes/runs";

const PARTS = IS_LONG ? 4 : 1;
/** Of each part of each mode. */
const ROUNDS = IS_LONG ? 100 : 9;
const SEED = Number(process.env["SEED"] ?? (IS_LONG ? Date.now() % 1_000_000_000 : 20_261_123));

describe("two windows on one pension", () => {
  const folders: string[] = [];
  const opened = new Map<boolean, TwoWindows>();

  before(async () => {
    for (const tags of [true, false]) {
      const folder = mkdtempSync(join(tmpdir(), "fp-two-windows-"));
      folders.push(folder);
      opened.set(tags, await TwoWindows.open(folder, tags));
    }
  });

  after(async () => {
    await Promise.all([...opened.values()].map((windows) => windows.close()));
    folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
  });

  for (const mode of MODES) {
    for (let part = 0; part < PARTS; part++) {
      it(`overwrite nothing unseen in ${ROUNDS} interleavings: ${mode}, part ${part + 1}`, async () => {
        let [landed, changedMeanwhile] = [0, 0];
        for (let round = 0; round < ROUNDS; round++) {
          const seed = SEED + part * ROUNDS + round;
          const seen = await interleave(mode, seed);
          assert.deepEqual([...seen.lost, ...seen.wrong], [], `SEED=${seed}, ${mode}`);
          landed += seen.landed;
          changedMeanwhile += seen.changedMeanwhile;
        }
        // They did write, and did meet.
        assert.ok(landed > ROUNDS, `${landed} PUTs`);
        assert.ok(mode === "unreadable" || changedMeanwhile > 0, "they never met");
      });
    }
  }

  async function interleave(mode: Mode, seed: number) {
    const seen = await opened.get(mode === "tags")!.interleave(mode, seeded(seed));
    count("windows", "rounds");
    count("windows", "puts", seen.puts);
    count("windows", "lost", seen.lost.length);
    count("windows", "unread", seen.unread);
    count("windows", "met", seen.changedMeanwhile);
    return seen;
  }
});
