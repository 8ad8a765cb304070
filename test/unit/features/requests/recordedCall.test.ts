import assert from "node:assert/strict";
// First: it stands in for the editor.
import { answers } from "../../../fakes/editorSurfaces";
import { requireRecorded } from "../../../../src/features/requests/host/send/recordedCall";
import {
  registerViews,
  type ViewCommandServices,
} from "../../../../src/features/requests/host/viewCommands";
import {
  meantAction,
  meantAttempt,
  noAnswerBody,
} from "../../../../src/features/requests/common/meantCall";
import type { Action } from "../../../../src/platform/base/action";
import { isAppError } from "../../../../src/platform/base/errors";
import { anAction, anAttempt } from "../../../fakes/action";
import { aHistory } from "../../../fakes/history";

const withCode =
  (code: string) =>
  (error: unknown): boolean =>
    isAppError(error) && error.code === code;

describe("the call that a command of the palette means", () => {
  const attempts = [anAttempt(), anAttempt({ number: 2 })];
  const shown = anAction({ id: "shown", traceId: "fpx-shown", attempts });
  const last = anAction({ id: "last", traceId: "fpx-last", attempts });
  const history = aHistory([shown, last]);
  const recorded = (
    inFront: Action | undefined,
    request?: { readonly actionId: string; readonly attempt?: number },
  ): readonly [string, number] => {
    const { action, attempt } = requireRecorded({ history, activeAction: () => inFront }, request);
    return [action.id, attempt.number];
  };

  it("to send again or compare is that of the panel in front, else the last one", () => {
    assert.deepEqual(recorded(shown), ["shown", 2]);
    assert.deepEqual(recorded(undefined), ["last", 2]);
  });

  it("to send again or compare is the one named, whatever is in front", () => {
    assert.deepEqual(recorded(shown, { actionId: "last", attempt: 1 }), ["last", 1]);
    assert.throws(() => recorded(shown, { actionId: "gone" }), withCode("requests/gone"));
  });

  it("is said to be none, forgotten, or not yet ended, as it is", () => {
    const empty = { history: aHistory([]), activeAction: () => undefined };
    assert.throws(() => meantAction(empty, undefined), withCode("input/noCall"));
    assert.throws(() => meantAction(empty, { actionId: "a" }), withCode("requests/gone"));
    const waiting = anAction({ attempts: [] });
    assert.throws(() => meantAttempt(waiting, undefined), withCode("requests/notSent"));
    const answered = anAttempt({ status: 200 });
    assert.equal(noAnswerBody(waiting, answered).code, "requests/bodyGone");
    assert.equal(noAnswerBody(waiting, anAttempt()).code, "requests/noAnswer");
  });

  it("to open or pin is that of the list in front, else the last one", async () => {
    const commands = new Map<string, (argument?: unknown) => Promise<void>>();
    let inFront: Action | undefined = shown;
    const services: Partial<ViewCommandServices> = {
      history,
      activeAction: () => inFront,
      commands: {
        register: (id: string, run: () => Promise<void>) => {
          commands.set(id, run);
          return { dispose: () => undefined };
        },
      } as never,
    };
    registerViews(services as ViewCommandServices);
    const pinned: unknown[] = [];
    answers.set("executeCommand", (_id, traceId) => pinned.push(traceId));
    try {
      await commands.get("financialPlanning.requests.pinTraceId")?.();
      inFront = undefined;
      await commands.get("financialPlanning.requests.pinTraceId")?.();
    } finally {
      answers.delete("executeCommand");
    }
    assert.deepEqual(pinned, ["fpx-shown", "fpx-last"]);
  });
});
