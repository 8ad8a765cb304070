import type { Action } from "../../../src/platform/base/action";
import { requestFacts } from "../../../src/features/requests/host/requestFacts";
import { requestTexts, statusLineTexts } from "../../../src/features/requests/texts/requestTexts";
import {
  type ExplanationSection,
  type HostToRequest,
  type RequestContent,
  type RequestToHost,
  hostToRequest,
  requestToHost,
} from "../../../src/features/requests/messages/requestPanel";
import { fillText } from "../../../src/platform/base/texts";
import type { BrowserBed, OpenPage, PageOptions } from "./bed";
import { NOON } from "./requestSamples";
import { environmentOf } from "./requestWords";

export interface RequestBed extends OpenPage<HostToRequest, RequestToHost> {
  readonly calls: (readonly [name: string, parameters: unknown])[];
  show(content: RequestContent): Promise<void>;
}

/** What the host shows of an action. */
export function contentOf(
  action: Action,
  explanation?: readonly ExplanationSection[],
): RequestContent {
  return {
    request: requestFacts(action, {
      t: fillText,
      language: "en",
      environment: environmentOf(action),
      failure: (code) => `No answer came (${code}).`,
      explanation,
    }),
  };
}

/** The panel of a request, over what the host says of it. */
export async function openRequest(
  bed: BrowserBed,
  content: RequestContent,
  options: PageOptions = {},
): Promise<RequestBed> {
  const calls: [string, unknown][] = [];
  const record =
    (name: string) =>
    (parameters: unknown): undefined => {
      calls.push([name, parameters]);
    };
  const page = await bed.open<HostToRequest, RequestToHost>(
    {
      script: "request.js",
      drawn: "fp-request-panel h1",
      incoming: requestToHost,
      outgoing: hostToRequest,
      handlers: {
        start: () => ({
          texts: requestTexts(fillText),
          statusTexts: statusLineTexts(fillText),
          content,
        }),
        act: (parameters) => {
          record("act")(parameters);
          return true;
        },
        copyFact: record("copyFact"),
      },
    },
    { now: NOON, height: 800, ...options },
  );
  return {
    ...page,
    calls,
    show: async (next) => {
      page.rpc.notify("show", next);
      await page.settle();
    },
  };
}
