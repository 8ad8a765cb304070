import type { Action, Attempt } from "../../src/platform/base/action";

/** A recorded action for tests that do not make it by a call. */
export function anAction(change: Partial<Action> = {}): Action {
  return {
    id: "a",
    title: "Clients",
    connectionId: "c",
    connectionLabel: "C",
    environment: "sandbox",
    traceId: "fpx-1",
    startedAt: 0,
    attempts: [],
    progress: { state: "idle" },
    ...change,
  };
}

/** A recorded attempt: a GET that was answered with 200, as far as nothing else is said. */
export function anAttempt(change: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    reason: "first",
    method: "GET",
    pathTemplate: "/x",
    url: "http://127.0.0.1/x",
    requestHeaders: [],
    responseHeaders: [],
    startedAt: 0,
    times: { queue: 0, total: 1 },
    requestBytes: 0,
    responseBytes: 0,
    echo: "equal",
    retry: { retry: false, why: "answered" },
    ...change,
  };
}
