import assert from "node:assert/strict";
import { requestFacts } from "../../../../src/features/requests/host/requestFacts";
import { RequestLines } from "../../../../src/features/requests/host/requestLines";
import type { CallFacts } from "../../../../src/features/requests/messages/callFacts";
import { NO_FILTER } from "../../../../src/features/requests/messages/requestsView";
import { REQUEST_PANEL, REQUESTS_VIEW } from "../../../../src/manifest";
import type { Action } from "../../../../src/platform/base/action";
import { fillText } from "../../../../src/platform/base/texts";
import { anAction, anAttempt } from "../../../fakes/action";
import { aHistory } from "../../../fakes/history";
import { holds, readContributes } from "../../../fakes/palette";

const MENU = readContributes().menus["webview/context"]!;
const ENVIRONMENT = { word: "Sandbox", icon: "beaker" } as const;

/** What stands in the menu of each call, by the last part of its id, the same in view and panel. */
const ALWAYS = ["explain", "link.copy", "copyTicket", "exportEvidence"];
const SENT = ["sendAgain", "compare", "copyAs"];
const TRACED = ["copyTraceId", "pinTraceId"];
const HEAD = ["copyTypes", "answerLikeThis"];
const BODY = ["openBody", "saveFixture"];
const NAMED = ["copyRequestId"];

const ANSWERED = anAttempt({ status: 200, responseBytes: 12, requestId: "r-1" });
const CALLS: Readonly<Record<string, readonly [Partial<Action>, readonly string[]]>> = {
  "was cancelled before it left": [{ attempts: [], isCanceled: true }, [...ALWAYS, ...TRACED]],
  "had no answer": [
    { attempts: [anAttempt({ failure: "network/refused" })] },
    [...ALWAYS, ...TRACED, ...SENT],
  ],
  "was answered without a body": [
    { attempts: [anAttempt({ status: 204, requestId: "r-1" })] },
    [...ALWAYS, ...TRACED, ...SENT, ...HEAD, ...NAMED],
  ],
  "was answered": [
    { attempts: [ANSWERED] },
    [...ALWAYS, ...TRACED, ...SENT, ...HEAD, ...BODY, ...NAMED],
  ],
  "was answered, then cancelled at the next attempt": [
    { attempts: [ANSWERED, anAttempt({ number: 2, failure: "canceled/byUser" })] },
    [...ALWAYS, ...TRACED, ...SENT],
  ],
};

function offered(webviewId: string, facts: CallFacts): readonly string[] {
  const keys = Object.entries(facts).flatMap(([name, isSo]) => (isSo ? [name] : []));
  const values = { webviewId, webviewSection: "request" };
  return MENU.filter(({ when }) => holds(when, keys, values))
    .map(({ command }) => command.replace(/^financialPlanning\.(requests\.|sandbox\.)?/, ""))
    .filter((name) => name !== "open")
    .sort();
}

function linesOf(action: Action): RequestLines {
  return new RequestLines({
    ...{ history: aHistory([action]), t: fillText, language: "en", now: () => 0 },
    environment: () => ENVIRONMENT,
  });
}

const factsOfLines = (action: Action): readonly CallFacts[] =>
  linesOf(action)
    .answer({ filter: NO_FILTER, expanded: [action.id], from: 0, count: 10, find: [] })
    .rows.map(({ facts }) => facts);

const factsOfPanel = (action: Action): CallFacts =>
  requestFacts(action, {
    ...{ t: fillText, language: "en", environment: ENVIRONMENT, failure: (code) => code },
  }).facts;

describe("the menu of a call", () => {
  for (const [what, [change, wanted]] of Object.entries(CALLS)) {
    it(`has what can run, where it ${what}`, () => {
      const action = anAction(change);
      const [facts] = factsOfLines(action);
      assert.deepEqual(offered(REQUESTS_VIEW, facts!), [...wanted].sort());
      assert.deepEqual(offered(REQUEST_PANEL, factsOfPanel(action)), [...wanted].sort());
    });
  }

  it("goes by its own attempt at the row of one", () => {
    const [change] = CALLS["was answered, then cancelled at the next attempt"]!;
    const [, first, second] = factsOfLines(anAction(change));
    assert.ok(offered(REQUESTS_VIEW, first!).includes("openBody"));
    assert.ok(!offered(REQUESTS_VIEW, second!).includes("openBody"));
  });

  it("has no trace id where none was sent", () => {
    const action = anAction({ attempts: [ANSWERED] });
    Reflect.deleteProperty(action, "traceId");
    const names = offered(REQUEST_PANEL, factsOfPanel(action));
    assert.deepEqual(
      TRACED.filter((name) => names.includes(name)),
      [],
    );
  });

  it("is none beside the rows, and of a request that is gone", () => {
    for (const webviewId of [REQUESTS_VIEW, REQUEST_PANEL]) {
      assert.deepEqual(
        MENU.filter(({ when }) => holds(when, ["isRunningRequest"], { webviewId })),
        [],
      );
    }
  });
});
