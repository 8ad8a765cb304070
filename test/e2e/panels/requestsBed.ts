import { environmentOf } from "./requestWords";
import { RequestLines } from "../../../src/features/requests/host/requestLines";
import type { RecordedHistory } from "../../../src/features/requests/common/recordedHistory";
import {
  nothingRecorded,
  requestsTexts,
} from "../../../src/features/requests/texts/requestsViewTexts";
import {
  type HostToRequests,
  type RequestsToHost,
  hostToRequests,
  requestsToHost,
} from "../../../src/features/requests/messages/requestsView";
import { fillText } from "../../../src/platform/base/texts";
import type { Action } from "../../../src/platform/base/action";
import type { BrowserBed, OpenPage, PageOptions } from "./bed";
import { NOON } from "./requestSamples";

export interface RequestsBed extends OpenPage<HostToRequests, RequestsToHost> {
  /** What the view asked for, without questions about lines. */
  readonly calls: (readonly [name: string, parameters: unknown])[];
  /** How many questions about lines came, and the last of them. */
  readonly queries: unknown[];
  /** Records the action and tells the view, as the host does. */
  note(...actions: readonly Action[]): Promise<void>;
}

export interface RequestsOptions extends PageOptions {
  /** Whether the host copies what it is asked to. */
  readonly isCopied?: boolean;
}

/** The view over a history, with the host's own lines behind it. */
export async function openRequests(
  bed: BrowserBed,
  history: RecordedHistory,
  { isCopied = true, ...options }: RequestsOptions = {},
): Promise<RequestsBed> {
  const calls: [string, unknown][] = [];
  const queries: unknown[] = [];
  const lines = new RequestLines({
    history,
    t: fillText,
    language: "en",
    environment: environmentOf,
    now: () => NOON,
  });
  const record =
    (name: string) =>
    (parameters: unknown): undefined => {
      calls.push([name, parameters]);
    };
  const page = await bed.open<HostToRequests, RequestsToHost>(
    {
      script: "requests.js",
      drawn: "fp-requests-view .count",
      incoming: requestsToHost,
      outgoing: hostToRequests,
      handlers: {
        start: () => ({ texts: requestsTexts(fillText), empty: nothingRecorded(fillText) }),
        query: (query) => {
          queries.push(query);
          return lines.answer(query);
        },
        range: (query) => lines.range(query),
        open: record("open"),
        copyTraceId: (place) => {
          record("copyTraceId")(place);
          return isCopied;
        },
        cancel: record("cancel"),
        act: record("act"),
      },
    },
    { now: NOON, height: 260, ...options },
  );
  return {
    ...page,
    calls,
    queries,
    note: async (...actions) => {
      for (const action of actions) {
        history.note(action);
      }
      page.rpc.notify("changed", { version: lines.change() });
      await page.settle();
    },
  };
}
