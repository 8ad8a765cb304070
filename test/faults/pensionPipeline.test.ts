import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count } from "./support/gates";
import { expectedKinds, secondReason } from "./support/pensions/expectations";
import {
  nameOf,
  type PipelineCase,
  pipelineCases,
  randomCases,
} from "./support/pensions/pipelineCases";
import { PipelineStage, type Verdict } from "./support/pensions/pipelineStage";
import { seeded } from "./support/seeded";
import { IS_LONG } from "../fakes/runs";

const GROUPS = 24;
const SEED = Number(process.env["SEED"] ?? 20_261_121);
const RANDOM = IS_LONG ? 1_000 : 0;

describe("the one way pensions are written", () => {
  let stage: PipelineStage;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "fp-pipeline-"));
    stage = await PipelineStage.open(folder);
  });

  after(async () => {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  let cases: readonly PipelineCase[];

  before(() => {
    cases = [...pipelineCases(), ...randomCases(RANDOM, seeded(SEED))];
  });

  const tried = new Set<string>();

  // The short form leaves out five parts of twelve; each has cases of all kinds.
  const groups = Array.from({ length: GROUPS }, (_part, group) => group);
  for (const group of groups.filter((each) => IS_LONG || each % 12 < 7)) {
    it(`tells no lie and loses nothing, part ${group + 1} of ${GROUPS}`, async () => {
      const wrong: string[] = [];
      for (const one of cases.filter((_case, index) => index % GROUPS === group)) {
        const verdict = await stage.run(one);
        tally(verdict);
        tried.add(nameOf(one));
        wrong.push(...faultsIn(one, verdict).map((fault) => `${nameOf(one)}: ${fault}`));
      }
      assert.deepEqual(wrong, []);
    });
  }

  it("was tried in at least 200 cases", () => assert.ok(tried.size >= 200, `${tried.size} cases`));
});

function tally({ unconfirmed, lost, falseSuccesses }: Verdict): void {
  count("pipeline", "cases");
  count("pipeline", "unconfirmed", unconfirmed.length);
  count("pipeline", "lost", lost.length);
  count("pipeline", "false", falseSuccesses.length);
}

function faultsIn(one: PipelineCase, verdict: Verdict): readonly string[] {
  const { said, reasons, puts, unconfirmed, lost, falseSuccesses, denials } = verdict;
  const expected = expectedKinds(one);
  const isSaid = expected.includes(said.kind);
  const second = secondReason(one);
  const isAskedTwice = one.user !== "declines" && second !== undefined && said.kind !== "payload";
  return [
    ...unconfirmed,
    ...lost.map((version) => `lost ${version}`),
    ...falseSuccesses,
    ...denials,
    ...(isSaid ? [] : [`ended as ${said.kind} ${said.code}, not as ${expected.join(" or ")}`]),
    ...(isAskedTwice && reasons[1] !== second ? [`asked ${reasons.join()}, not ${second}`] : []),
    ...(said.kind === "payload" && puts + reasons.length > 0 ? ["asked or sent"] : []),
    ...(one.user === "declines" && puts > 0 ? ["sent, though declined"] : []),
  ];
}
