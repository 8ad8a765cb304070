import assert from "node:assert/strict";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createRedactor } from "../../src/platform/http/redaction";
import {
  decodeLine,
  encodeAction,
  encodeHeader,
  mergeActions,
} from "../../src/features/requests/common/actionLine";
import type { Action } from "../../src/platform/base/action";
import { anAction, anAttempt } from "../fakes/action";
import { bundleProgram, type ChildProgram } from "./support/childProgram";
import { count } from "./support/gates";
import { IS_LONG } from "../fakes/runs";

const WINDOWS = 4;
const ACTIONS = IS_LONG ? 250 : 100;
const ROUNDS = IS_LONG ? 20 : 1;

interface Outcome {
  readonly window: number;
  readonly isDead: boolean;
  /** Actions that it said were written. */
  readonly written: number;
}

describe("the history of several windows", () => {
  let program: ChildProgram;
  before(async () => {
    program = await bundleProgram("historyWindow");
  });
  after(() => program.close());

  for (let round = 0; round < ROUNDS; round++) {
    it(`loses no row of ${WINDOWS} processes x ${ACTIONS}, round ${round}`, async () => {
      const folder = join(program.folder, `all-${round}`);
      const outcomes = await record(program, { folder, dying: -1, isFull: false });
      assertComplete(folder, outcomes);
      assert.equal(actionsIn(folder).size, WINDOWS * ACTIONS);
    });

    it(`loses none while the oldest make room for them, round ${round}`, async () => {
      const folder = join(program.folder, `full-${round}`);
      const outcomes = await record(program, { folder, dying: -1, isFull: true });
      assertComplete(folder, outcomes);
      assert.ok(actionsIn(folder).size <= 1_100);
      assert.ok(statSync(join(folder, "history", "actions.jsonl")).size <= 8_000_000);
    });

    it(`loses none when one of them is killed, round ${round}`, async () => {
      const folder = join(program.folder, `killed-${round}`);
      const outcomes = await record(program, { folder, dying: round % WINDOWS, isFull: true });
      assert.equal(outcomes.filter(({ isDead }) => isDead).length, 1);
      assertComplete(folder, outcomes);
      const drafts = readdirSync(join(folder, "history")).filter((name) => name.endsWith("tmp"));
      assert.ok(drafts.length <= 1, drafts.join());
    });
  }
});

interface Setting {
  readonly folder: string;
  /** Number of the window that is killed; -1 for none. */
  readonly dying: number;
  /** Whether there are so many older actions that the file is written anew all the time. */
  readonly isFull: boolean;
}

async function record(
  program: ChildProgram,
  { folder, dying, isFull }: Setting,
): Promise<readonly Outcome[]> {
  mkdirSync(join(folder, "history"), { recursive: true });
  if (isFull) {
    fill(join(folder, "history", "actions.jsonl"));
  }
  const windows = Array.from({ length: WINDOWS }, async (_none, window): Promise<Outcome> => {
    const child = program.start({
      FOLDER: folder,
      WINDOW: String(window),
      ACTIONS: String(ACTIONS),
      DIES: window === dying ? "yes" : "no",
    });
    let written = 0;
    child.on("message", (message: { readonly written: number }) => (written = message.written));
    const [, signal] = (await once(child, "exit")) as [number | null, string | null];
    return { window, isDead: signal === "SIGKILL", written };
  });
  return await Promise.all(windows);
}

function fill(path: string): void {
  const redactor = createRedactor();
  appendFileSync(path, encodeHeader({ generation: "first", clearedAt: 0 }));
  for (let index = 0; index < 1_100; index++) {
    const attempts = [anAttempt()];
    appendFileSync(
      path,
      encodeAction(anAction({ id: `old-${index}`, startedAt: index }), attempts, (text) =>
        redactor.redact(text),
      ),
    );
  }
}

function actionsIn(folder: string): ReadonlyMap<string, Action> {
  const actions = new Map<string, Action>();
  for (const line of readFileSync(join(folder, "history", "actions.jsonl"), "utf8").split("\n")) {
    const read = decodeLine(line);
    if (read.kind === "action") {
      actions.set(read.action.id, mergeActions(actions.get(read.action.id), read.action));
    }
  }
  return actions;
}

/** Each action that was said to be written is there with both of its attempts. */
function assertComplete(folder: string, outcomes: readonly Outcome[]): void {
  const found = actionsIn(folder);
  const lost: string[] = [];
  for (const { window, written, isDead } of outcomes) {
    assert.ok(isDead ? written > ACTIONS / 2 : written === ACTIONS, `window ${window}: ${written}`);
    for (let index = 0; index < written; index++) {
      const id = `w${window}-${index}`;
      const requestIds = found.get(id)?.attempts.map(({ requestId }) => requestId);
      if (requestIds?.join() !== `${id}-1,${id}-2`) {
        lost.push(`${id}: ${requestIds?.join() ?? "absent"}`);
      }
    }
    count("killedHistories", "windows");
    count("killedHistories", "kills", isDead ? 1 : 0);
    count("killedHistories", "actions", written);
  }
  count("killedHistories", "lost", lost.length);
  assert.deepEqual(lost, []);
}
