import assert from "node:assert/strict";
import type { Action } from "../../../../src/platform/base/action";
import { Recorder } from "../../../../src/platform/http/recorder";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { anAttempt } from "../../../fakes/action";
import { aConnection } from "../../../fakes/connection";
import { MemoryLog } from "./support/bench";
import { VirtualClock } from "./support/virtualClock";

describe("the attempts of an action", () => {
  let recorder: Recorder;
  let action: Action;

  beforeEach(() => {
    recorder = new Recorder({
      ...{ connection: aConnection(), clock: new VirtualClock(), log: new MemoryLog() },
      redactor: createRedactor(),
      trace: () => ({ send: false, prefix: "", pinned: undefined }),
      onAction: () => undefined,
    });
    action = recorder.start("Holdings");
  });

  it("stand in the order in which they began, whichever ended first", () => {
    const begun = [1, 2, 3, 4].map(() => recorder.beginAttempt(action));
    assert.deepEqual(begun, [1, 2, 3, 4]);
    for (const number of [3, 1, 4, 2]) {
      recorder.endAttempt(action, anAttempt({ number }));
    }
    const { attempts } = recorder.current(action);
    assert.deepEqual(
      attempts.map(({ number }) => number),
      begun,
    );
  });
});
