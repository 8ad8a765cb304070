import assert from "node:assert/strict";
// First: it stands in for the editor.
import { answers } from "../../../fakes/editorSurfaces";
import * as vscode from "vscode";
import { PinnedTrace } from "../../../../src/features/requests/host/pinnedTrace";
import { registerRequests } from "../../../../src/features/requests/register";
import {
  registerViews,
  type ViewCommandServices,
} from "../../../../src/features/requests/host/viewCommands";
import {
  meantAction,
  meantAttempt,
  meantCall,
  noAnswerBody,
} from "../../../../src/features/requests/common/meantCall";
import type { Action } from "../../../../src/platform/base/action";
import { isAppError } from "../../../../src/platform/base/errors";
import type { RequestArgument } from "../../../../src/manifest";
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
    request?: RequestArgument,
    answerInFront?: RequestArgument,
  ): readonly [string, number] => {
    const { action, attempt } = meantCall(
      { history, activeAction: () => inFront, answerInFront: () => answerInFront },
      request,
    );
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

  it("to send again or compare is that of the answer in front, by its attempt", () => {
    const answer = { actionId: "shown", attempt: 1 };
    assert.deepEqual(recorded(undefined, undefined, answer), ["shown", 1]);
    assert.deepEqual(recorded(undefined, { actionId: "last" }, answer), ["last", 2]);
    assert.deepEqual(recorded(last, undefined, answer), ["last", 2], "a panel is in front");
    const gone = { actionId: "gone" };
    assert.throws(() => recorded(undefined, undefined, gone), withCode("requests/gone"));
  });

  it("is said to be none, forgotten, or not yet ended, as it is", () => {
    const empty = {
      history: aHistory([]),
      activeAction: () => undefined,
      answerInFront: () => undefined,
    };
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
      answerInFront: () => undefined,
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

  it("to copy ids of, open or cancel is that of the answer in front", async () => {
    const answered = ["rid-1", "rid-2"].map((requestId, index) =>
      anAttempt({ requestId, number: index + 1, status: 200 }),
    );
    const told = anAction({ id: "told", traceId: "fpx-told", attempts: answered });
    const commands = new Map<string, (argument?: unknown) => Promise<unknown>>();
    const [copied, opened, asked] = [[] as string[], [] as string[], [] as string[]];
    let answer: RequestArgument | undefined;
    const history = aHistory([told, last]);
    history.noteBodies({ actionId: "told", attempt: 1, response: Buffer.from("[]") });
    const services: Partial<Parameters<typeof registerRequests>[0]> = {
      history,
      activeAction: () => undefined,
      activeRows: () => undefined,
      answerInFront: () => answer,
      pinned: new PinnedTrace(),
      errorActions: { provide: () => undefined } as never,
      running: { find: (id) => id, cancel: (id) => asked.push(id) > 0 },
      openText: (name, _bytes, { actionId, attempt }) => {
        opened.push(`${name} ${actionId} ${attempt}`);
        return Promise.resolve();
      },
      commands: {
        register: (id: string, run: () => Promise<void>) => {
          commands.set(id.replace("financialPlanning.requests.", ""), run);
          return { dispose: () => undefined };
        },
      } as never,
    };
    answers.set("setStatusBarMessage", () => undefined);
    registerRequests(services as Parameters<typeof registerRequests>[0]);
    Object.assign(vscode.env, { clipboard: { writeText: (text: string) => copied.push(text) } });
    const run = (id: string): Promise<unknown> | undefined => commands.get(id)?.();
    answer = { actionId: "told", attempt: 1 };
    await run("copyRequestId");
    await run("copyTraceId");
    await run("openBody");
    await run("cancel");
    answer = { actionId: "told" };
    await run("copyRequestId");
    answer = undefined;
    await run("copyTraceId");
    assert.deepEqual(copied, ["rid-1", "fpx-told", "rid-2", "fpx-last"]);
    assert.deepEqual(opened, ["answer-attempt-1.json told 1"]);
    assert.deepEqual(asked, ["told"]);
    answer = { actionId: "gone" };
    await assert.rejects(async () => run("copyTraceId"), withCode("requests/gone"));
  });
});
