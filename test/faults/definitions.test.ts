import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createDefinitionStore } from "../../src/features/definitions/common/imports/definitionStore";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { createFileLocks } from "../../src/platform/files/locks/fileLocks";
import { aDefinition } from "../fakes/definition";
import { MemoryLog } from "../unit/platform/http/support/bench";
import { bundleProgram, type ChildProgram } from "./support/childProgram";
import { IS_LONG } from "../fakes/runs";

const IMPORTS = 12;
const KILLS = IS_LONG ? 60 : 3;

describe("definitions that several windows import", () => {
  let program: ChildProgram;
  before(async () => {
    program = await bundleProgram("definitionWindow");
  });
  after(() => program.close());

  it("keeps every version of two windows that import at once", async () => {
    const folder = join(program.folder, "both");
    const kept = await Promise.all(["a", "b"].map((window) => importing(program, folder, window)));
    assert.deepEqual(
      kept.map(({ length }) => length),
      [IMPORTS, IMPORTS],
    );
    await assertKept(folder, kept.flat());
  });

  it(`loses nothing that was kept when a window is killed, ${KILLS} times`, async () => {
    const folder = join(program.folder, "killed");
    const kept: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      kept.push(...(await importing(program, folder, `k${kill}`, 1 + kill * 7)));
      await assertKept(folder, kept);
    }
    assert.ok(kept.length > 0);
    assert.ok(kept.length < KILLS * IMPORTS, "no window was killed on its way");
  });
});

/** Versions that a window said were kept; it is killed some milliseconds after the first. */
async function importing(
  program: ChildProgram,
  folder: string,
  window: string,
  killedAfter?: number,
): Promise<readonly string[]> {
  const kept: string[] = [];
  const child = program.start({ FOLDER: folder, WINDOW: window, IMPORTS: String(IMPORTS) });
  const ended = once(child, "exit");
  child.on("message", (message) => kept.push((message as { version: string }).version));
  if (killedAfter !== undefined) {
    await once(child, "message");
    await delay(killedAfter);
    child.kill("SIGKILL");
  }
  await ended;
  return kept;
}

/** Each is there, whole; nothing was lost, and the next import cleans up and is taken. */
async function assertKept(folder: string, wanted: readonly string[]): Promise<void> {
  const log = new MemoryLog();
  const clock = SYSTEM_CLOCK;
  const locks = createFileLocks({ folder: `${folder}/locks`, clock, log });
  const place = `${folder}/definitions`;
  const limits = { versionsPerDomain: 1000, bytes: 1_000_000_000 };
  const store = createDefinitionStore({ folder: place, locks, clock, log, limits });
  const all = await store.list();
  const missing = wanted.filter((version) => !all.some((found) => found.version === version));
  assert.deepEqual([missing, await store.lost(), log.lines], [[], 0, []]);
  for (const { id, version } of all) {
    const document = JSON.parse(await store.document(id)) as { info: { version: string } };
    assert.equal(document.info.version, version);
  }
  const [next] = await store.add([aDefinition({ version: `after ${wanted.length}` })]);
  assert.ok(next);
  await store.remove(next.id);
  assert.equal(readdirSync(place).length, all.length + 1);
}
