import { pensionCallOf } from "../../../src/features/pensions/common/pensionCall";
import "../../../src/errorTexts";
import assert from "node:assert/strict";
import { describeError } from "../../../src/platform/texts/errorText";
import { SendForm } from "../../../src/features/requests/host/send/sendForm";
import type {
  SendTabRequest,
  AskedWrite,
  RequestTarget,
  SendFormServices,
} from "../../../src/features/requests/host/send/services";
import {
  type HostToSend,
  type SendDraft,
  type SendToHost,
  hostToSend,
  sendToHost,
} from "../../../src/features/requests/messages/sendPanel";
import { fillText } from "../../../src/platform/base/texts";
import { type Bench, DEFINITION, guardOf, openBench } from "../../unit/platform/http/support/bench";
import type { Answer } from "../../unit/platform/http/support/servers";
import type { BrowserBed, OpenPage, PageOptions } from "./bed";

const EMPTY_REQUEST: SendDraft = {
  ...{ connectionId: "connection-1", operationId: "listClients", values: {} },
  ...{ method: "GET", domain: "crm", typedPath: "/", queryString: "", body: "" },
};

/** The form's real host side over a real client and server, and its real panel in a browser. */
export interface SendBed extends OpenPage<HostToSend, SendToHost> {
  readonly form: SendForm;
  readonly bench: Bench;
  /** What services were asked for, in order. */
  readonly asked: string[];
  readonly writes: AskedWrite[];
  readonly opened: { readonly name: string; readonly text: string }[];
  readonly errors: unknown[];
  /** The active one; whoever changes it says so. */
  readonly definition: { text: string; onChange: () => void };
  /** Characters of what the panel was told, in order. */
  readonly sizes: number[];
  /** Whether the next writes are confirmed. */
  readonly answers: { confirms: boolean };
  /** The body's editor, once it is open. */
  readonly editor: { onChange: (text: string) => void; onClose: () => void };
  close(): Promise<void>;
}

type Notice = Parameters<OpenPage<HostToSend, SendToHost>["rpc"]["notify"]>;

export interface SendBedOptions extends PageOptions {
  readonly draft?: Partial<SendDraft>;
  readonly definition?: string;
  readonly answer?: Answer;
  readonly target?: RequestTarget;
}

export async function openSendForm(bed: BrowserBed, options: SendBedOptions): Promise<SendBed> {
  const { definition = DEFINITION, answer } = options;
  const bench = await openBench({ definition, ...(answer === undefined ? {} : { answer }) });
  const state = createState(bench, definition);
  let request: SendTabRequest | undefined;
  const opened: OpenPage<HostToSend, SendToHost>[] = [];
  // The panel can be told of something before this function knows of the panel.
  const early: Notice[] = [];
  const flush = (): void => {
    for (const notice of opened.length === 0 ? [] : early.splice(0)) {
      opened[0]?.rpc.notify(...notice);
    }
  };
  const services = {
    ...servicesOver(state),
    openTab: (wanted: SendTabRequest) => {
      request = wanted;
      return {
        rpc: {
          notify: (...notice: Notice) => {
            state.sizes.push(JSON.stringify(notice[1]).length);
            early.push(notice);
            flush();
          },
        },
        reveal: () => state.asked.push("reveal"),
        close: () => wanted.onClose(),
      };
    },
  } as SendFormServices;
  const form = new SendForm(services, { ...EMPTY_REQUEST, ...options.draft });
  if (options.target !== undefined) {
    form.begin(options.target);
  }
  const page = await bed.open<HostToSend, SendToHost>(
    {
      script: "send.js",
      drawn: "fp-send-form h1",
      incoming: sendToHost,
      outgoing: hostToSend,
      handlers: request?.handlers ?? assert.fail(),
    },
    options,
  );
  opened.push(page);
  flush();
  const close = async (): Promise<void> => {
    form.close();
    await page.close();
    await bench.close();
  };
  return { ...page, ...state, form, close };
}

type State = Omit<SendBed, keyof OpenPage<HostToSend, SendToHost> | "form">;

function createState(bench: Bench, definition: string): State {
  return {
    bench,
    definition: { text: definition, onChange: () => undefined },
    ...{ sizes: [], asked: [], writes: [], opened: [], errors: [], answers: { confirms: true } },
    editor: { onChange: () => assert.fail("no editor"), onClose: () => assert.fail("no editor") },
  };
}

function servicesOver(state: State): Omit<SendFormServices, "openTab"> {
  const { bench, asked } = state;
  const { connection, client } = bench;
  return {
    t: fillText,
    language: "en",
    guard: guardOf(bench),
    definition: () => Promise.resolve(state.definition.text),
    onDidChangeDefinition: (listener) => {
      state.definition.onChange = listener;
      return { dispose: () => undefined };
    },
    onDidReplace: () => ({ dispose: () => undefined }),
    onDidChangePrivacy: () => ({ dispose: () => undefined }),
    connections: () => [
      { id: connection.id, name: "Acme development · Development", environment: "development" },
      { id: "gone", name: "Acme production · PRODUCTION", environment: "production" },
    ],
    use: (id) => asked.push(`use ${id}`),
    environment: (id) =>
      id === connection.id
        ? { word: "Development", icon: "plug" }
        : { word: "PRODUCTION", icon: "shield" },
    open: (id) =>
      id === connection.id
        ? Promise.resolve({ connection, client })
        : Promise.reject(new Error("no way there")),
    describe: (error) => Promise.resolve(describeError(error, fillText)),
    showError: (error) => Promise.resolve(void state.errors.push(error)),
    confirm: (write) => {
      state.writes.push(write);
      return Promise.resolve(state.answers.confirms);
    },
    challenge: () => assert.fail("nothing is to be typed"),
    pensionCallOf,
    openWritten: (pension) => Promise.resolve(void asked.push(`write ${JSON.stringify(pension)}`)),
    deletePension: (pension) => void asked.push(`delete ${JSON.stringify(pension)}`),
    waitWords: ({ status }) => `waiting after ${status}`,
    openBody: (text, follow) => {
      asked.push(`body ${text}`);
      Object.assign(state.editor, follow);
      const done = { reveal: () => asked.push("reveal body"), dispose: () => undefined };
      return Promise.resolve({ name: "Untitled-1", ...done });
    },
    openAnswer: (name, bytes) =>
      Promise.resolve(void state.opened.push({ name, text: new TextDecoder().decode(bytes) })),
    showRequest: ({ actionId }) => Promise.resolve(void asked.push(`show ${actionId}`)),
    openPayload: (pension) =>
      Promise.resolve(void asked.push(`payload ${JSON.stringify(pension)}`)),
    copy: (text) => Promise.resolve(void asked.push(`copy ${text}`)),
  };
}
