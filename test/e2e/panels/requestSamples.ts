import type { Action, Attempt } from "../../../src/platform/base/action";
import { anAction, anAttempt } from "../../fakes/action";

/** Noon of a day in the time zone of whoever runs this. */
export const NOON = new Date(2026, 10, 21, 12, 0, 0).getTime();

const SENT = [
  ["accept", "application/json"],
  ["authorization", "Bearer (redacted)"],
  ["ocp-apim-subscription-key", "(redacted)"],
  ["x-dt-traceid", "fpx-6f2b1c9d0e1f4a0192b3c4d5e6f70801"],
] as const;

/** An attempt as a call of the service leaves it behind. */
export function aCall(change: Partial<Attempt> = {}): Attempt {
  return anAttempt({
    pathTemplate: "/finances/v1/clients/{clientId}/holdings",
    url: "https://api.example/finances/v1/clients/8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11/holdings?pageSize=25&pageNumber=2",
    requestHeaders: SENT,
    responseHeaders: [
      ["content-type", "application/json; charset=utf-8"],
      ["x-dt-requestid", "7c1e9a52-5d0b-4c0e-8a6f-3b9d1e2f40b2"],
      ["x-dt-traceid", "fpx-6f2b1c9d0e1f4a0192b3c4d5e6f70801"],
    ],
    startedAt: NOON,
    times: { queue: 6, connect: 18, firstByte: 74, total: 84 },
    responseBytes: 9318,
    responseHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    status: 200,
    statusText: "OK",
    requestId: "7c1e9a52-5d0b-4c0e-8a6f-3b9d1e2f40b2",
    ...change,
  });
}

/** An attempt that was turned away, with how long the service wanted to be left alone. */
export function turnedAway(change: Partial<Attempt> = {}): Attempt {
  return aCall({
    status: 429,
    statusText: "Too Many Requests",
    requestId: "1d20aa31-9d3c-4d8e-8a6f-3b9d1e2f409e",
    times: { queue: 0, firstByte: 31, total: 33 },
    responseBytes: 212,
    responseHash: "0b82f00a083bf4f1b2b0b822cd15d6c15b9f86d081884c7d659a2feaa0c55ad0",
    errorIds: [{ field: "error.correlationId", value: "0000-4711-aa" }],
    retry: { retry: true, milliseconds: 1000, why: "retryAfter" },
    ...change,
  });
}

/** What a morning leaves behind, oldest first. */
export function aMorning(): readonly Action[] {
  const call = (change: Partial<Action>): Action =>
    anAction({ connectionLabel: "Sandbox", connectionId: "sandbox", ...change });
  const wait = NOON + 12_000;
  return [
    call({
      ...{ id: "yesterday", title: "Results", startedAt: NOON - 86_400_000 },
      traceId: "fpx-01",
      attempts: [aCall({ startedAt: NOON - 86_400_000 })],
    }),
    call({
      ...{ id: "refused", title: "Client record", startedAt: NOON - 320_000 },
      ...{ connectionId: "acme", connectionLabel: "Acme production", environment: "production" },
      traceId: "fpx-6e2b1c9d0e1f4a0192b3c4d5e6f708ff",
      attempts: [
        aCall({
          startedAt: NOON - 320_000,
          ...{ status: 403, statusText: "Forbidden", echo: "missing" },
          retry: { retry: false, why: "status" },
        }),
      ],
    }),
    call({
      ...{ id: "walk", title: "Clients", startedAt: NOON - 120_000 },
      traceId: "fpx-6e2b1c9d0e1f4a0192b3c4d5e6f708a0",
      attempts: [
        turnedAway({ startedAt: NOON - 120_000 }),
        aCall({ number: 2, reason: "retry", startedAt: NOON - 118_960 }),
      ],
    }),
    call({
      ...{ id: "unanswered", title: "Pension PEN-0042", startedAt: NOON - 60_000 },
      traceId: "fpx-6e2b1c9d0e1f4a0192b3c4d5e6f70877",
      attempts: [lost()],
    }),
    call({
      ...{ id: "page", title: "Holdings page 2", startedAt: NOON - 12_000 },
      traceId: "fpx-6f2b1c9d0e1f4a0192b3c4d5e6f70801",
      attempts: [aCall({ startedAt: NOON - 12_000 })],
    }),
    call({
      ...{ id: "waiting", title: "Holdings page 3", startedAt: NOON - 1_000 },
      traceId: "fpx-6f2b1c9d0e1f4a0192b3c4d5e6f70802",
      attempts: [
        turnedAway({
          startedAt: NOON - 1_000,
          ...{ status: 503, statusText: "Service Unavailable" },
          retry: { retry: true, milliseconds: 12_000, why: "retryAfter" },
        }),
      ],
      progress: { state: "waiting", since: NOON, until: wait, status: 503, why: "retryAfter" },
    }),
  ];
}

/** A PUT whose answer never came. */
function lost(): Attempt {
  return anAttempt({
    startedAt: NOON - 60_000,
    method: "PUT",
    pathTemplate: "/finances/v1/clients/{clientId}/pensions/{pensionId}",
    ...{ requestHeaders: SENT, requestBytes: 1204 },
    requestHash: "3bf4f1b2b0b822cd15d6c15b0f00a089f86d081884c7d659a2feaa0c55ad015a",
    ...{ echo: "missing", failure: "network/reset" },
    times: { queue: 0, connect: 20, total: 5000 },
    retry: { retry: false, why: "network" },
  });
}
