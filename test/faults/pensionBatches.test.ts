import assert from "node:assert/strict";
import { bundleProgram, type ChildProgram } from "./support/childProgram";
import { count } from "./support/gates";
import { runCase } from "./support/pensions/batchCases";
import { BatchStage } from "./support/pensions/batchStage";
import { seeded } from "./support/seeded";
import { IS_LONG } from "../fakes/runs";

const SEED = Number(process.env["SEED"] ?? 20_261_122);
const RUNS = Number(process.env["RUNS"] ?? (IS_LONG ? 200 : 3));

describe("many payloads at once", () => {
  let program: ChildProgram;
  let stage: BatchStage;

  before(async () => {
    program = await bundleProgram("batchWindow");
    stage = await BatchStage.open(program);
  });

  after(async () => {
    await stage.close();
    await program.close();
  });

  for (let run = 0; run < RUNS; run++) {
    it(`say what the service holds, whatever goes wrong, SEED=${SEED + run} RUNS=1`, async () => {
      const { lies, outcomes, ...counts } = await stage.run(runCase(seeded(SEED + run)));
      count("batches", "runs");
      count("batches", "lies", lies.length);
      Object.entries(counts).forEach(([what, amount]) => count("batches", what, amount));
      outcomes.forEach((amount, outcome) => count("batches", outcome, amount));
      assert.deepEqual(lies, []);
    });
  }
});
