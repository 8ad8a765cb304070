import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleProgram, type ChildProgram } from "./support/childProgram";
import { IS_LONG } from "../fakes/runs";

const PROCESSES = 6;
const TURNS = IS_LONG ? 400 : 40;

describe("a lock between processes", () => {
  let program: ChildProgram;
  before(async () => {
    program = await bundleProgram("lockWindow");
  });
  after(() => program.close());

  it(`lets one in at a time, ${PROCESSES} processes x ${TURNS}, half of which die in it`, async () => {
    const FOLDER = program.folder;
    writeFileSync(join(FOLDER, "number"), "0");
    const children = Array.from({ length: PROCESSES }, (_none, index) =>
      program.start({ FOLDER, TURNS: String(TURNS), DIES: index % 2 === 0 ? "yes" : "no" }),
    );
    const meetings = await Promise.all(
      children.map(async (child, index) => {
        const said = index % 2 === 0 ? [{ meetings: 0 }] : once(child, "message");
        await once(child, "exit");
        return ((await said)[0] as { meetings: number }).meetings;
      }),
    );
    assert.deepEqual(meetings, Array.from({ length: PROCESSES }).fill(0));
    const dead = children.filter(({ signalCode }) => signalCode === "SIGKILL");
    assert.equal(dead.length, PROCESSES / 2);
    const added = PROCESSES * TURNS - dead.length;
    assert.equal(readFileSync(join(FOLDER, "number"), "utf8"), String(added));
    const left = readdirSync(join(FOLDER, "locks"));
    assert.ok(left.length <= 1, left.join());
  });
});
