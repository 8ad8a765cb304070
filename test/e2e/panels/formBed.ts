import assert from "node:assert/strict";
import { AppError } from "../../../src/platform/base/errors";
import {
  ConnectionForm,
  type FormTabRequest,
} from "../../../src/features/connections/host/form/connectionForm";
import type { FormContent } from "../../../src/features/connections/host/form/formContent";
import type {
  ConnectionFormServices,
  PastedDetails,
  TestedDraft,
} from "../../../src/features/connections/host/form/services";
import type {
  ConnectionDraft,
  SecretName,
  SecretState,
} from "../../../src/features/connections/messages/connectionDraft";
import {
  type FieldProblem,
  type FormToHost,
  formToHost,
  type HostToForm,
  hostToForm,
  type TestStep,
} from "../../../src/features/connections/messages/connectionForm";
import { fillText } from "../../../src/platform/base/texts";
import type { BrowserBed, OpenPage, PageOptions } from "./bed";

export const EMPTY_DRAFT: ConnectionDraft = {
  label: "",
  environment: "production",
  baseUrl: "",
  crmPrefix: "/crm/v1",
  financesPrefix: "/finances/v1",
  profilingPrefix: "/profiling/v1",
  authUrl: "",
  accessModel: "serviceAccount",
  clientId: "",
  clientAuthentication: "post",
  scopes: "",
  tokenParameters: "",
  callbackUrl: "",
  responseType: "code",
  proofKey: "auto",
  consentEndClaim: "",
  pageSize: "",
  colour: "",
  networking: "own",
  authenticationStatuses: "",
};

export const ACME_DRAFT: ConnectionDraft = {
  ...EMPTY_DRAFT,
  label: "Acme production",
  baseUrl: "https://service.example",
  authUrl: "https://identity.example",
  accessModel: "delegation",
  clientId: "acme-batch",
  scopes: "openid crm.read finances.read",
  callbackUrl: "http://127.0.0.1/callback",
  colour: "orange",
};

/** A few rules of the real ones, enough to see where their sentences go. */
export function checkSome(draft: ConnectionDraft): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const refuse = (field: FieldProblem["field"], isWrong: boolean, text: string): void => {
    if (isWrong) {
      problems.push({ field, text });
    }
  };
  refuse("label", draft.label === "", "A label is missing. Give the connection a name.");
  refuse("baseUrl", !/^https:\/\/[^/]+$/.test(draft.baseUrl), "Write an https address.");
  refuse("authUrl", !/^https:\/\/[^/]+$/.test(draft.authUrl), "Write an https address.");
  refuse("clientId", draft.clientId === "", "The client ID is missing.");
  refuse(
    "callbackUrl",
    draft.accessModel !== "serviceAccount" && draft.callbackUrl === "",
    "Write the callback URL that was registered.",
  );
  refuse("pageSize", !/^\d*$/.test(draft.pageSize), "Write a whole number.");
  return problems;
}

/** A form's real host side over hand-made services, and its real panel in a browser. */
export interface FormBed extends OpenPage<HostToForm, FormToHost> {
  readonly form: ConnectionForm;
  readonly saved: Map<string, ConnectionDraft>;
  readonly secrets: Map<string, Record<SecretName, SecretState>>;
  /** What services were asked for, in order. */
  readonly asked: string[];
  readonly errors: unknown[];
  readonly tab: { title: string; isClosed: boolean; left: FormContent | undefined };
  /** What the next questions are answered with. */
  readonly answers: {
    discards: boolean;
    enters: boolean;
    pasted: PastedDetails | undefined;
    /** What storing waits for. */
    stored: Promise<void>;
  };
  readonly test: {
    tested: TestedDraft | undefined;
    report: (steps: readonly TestStep[]) => void;
    finish: (summary: string) => void;
  };
}

export interface FormBedOptions extends PageOptions {
  readonly id?: string;
  readonly draft?: Partial<ConnectionDraft>;
  readonly content?: Partial<FormContent>;
}

export async function openForm(bed: BrowserBed, options: FormBedOptions = {}): Promise<FormBed> {
  const facts = hostFacts(options);
  const { content, services, state } = facts;
  let request: FormTabRequest | undefined;
  const opened: OpenPage<HostToForm, FormToHost>[] = [];
  const form = new ConnectionForm(content, services, {
    t: fillText,
    openTab: (wanted) => {
      request = wanted;
      state.tab.title = wanted.title;
      return {
        rpc: { notify: (name, parameters) => opened[0]?.rpc.notify(name, parameters) },
        retitle: (title) => {
          state.tab.title = title;
        },
        reveal: () => undefined,
        close: () => {
          state.tab.isClosed = true;
          wanted.onClose();
        },
      };
    },
    closed: (_form, left) => {
      state.tab.left = left;
    },
    named: () => state.asked.push("named"),
  });
  const page = await bed.open<HostToForm, FormToHost>(
    {
      script: "connection.js",
      drawn: "fp-connection-form h1",
      incoming: formToHost,
      outgoing: hostToForm,
      handlers: request?.handlers ?? assert.fail(),
    },
    options,
  );
  opened.push(page);
  return { ...page, form, ...state };
}

type HostState = Omit<FormBed, keyof OpenPage<HostToForm, FormToHost> | "form">;

function hostFacts({ id, draft, content }: FormBedOptions): {
  readonly state: HostState;
  readonly content: FormContent;
  readonly services: ConnectionFormServices;
} {
  const first = { ...(id === undefined ? EMPTY_DRAFT : ACME_DRAFT), ...draft };
  const states = { subscriptionKey: "set", clientSecret: "lost" } as const;
  const state: HostState = {
    saved: new Map<string, ConnectionDraft>(id === undefined ? [] : [[id, first]]),
    secrets: new Map<string, Record<SecretName, SecretState>>(
      id === undefined ? [] : [[id, { ...states }]],
    ),
    asked: [],
    errors: [],
    tab: { title: "", isClosed: false, left: undefined },
    answers: { discards: true, enters: true, pasted: undefined, stored: Promise.resolve() },
    test: {
      tested: undefined,
      report: () => assert.fail("no test runs"),
      finish: () => assert.fail("no test runs"),
    },
  };
  return {
    state,
    content: { id, saved: first, draft: first, ...content },
    services: servicesOver(state),
  };
}

function servicesOver(state: HostState): ConnectionFormServices {
  const { saved, secrets, asked } = state;
  const used: Partial<ConnectionFormServices> = {
    dialogs: {
      confirm: ({ message }: { message: string }) => {
        asked.push(message);
        return Promise.resolve(state.answers.discards);
      },
    } as unknown as ConnectionFormServices["dialogs"],
    showError: (error) => Promise.resolve(void state.errors.push(error)),
    draftOf: (id) => (id === undefined ? EMPTY_DRAFT : saved.get(id)),
    check: checkSome,
    save: async (id, draft) => {
      asked.push(`save ${id ?? "new"}`);
      await state.answers.stored;
      const given = id ?? `connection-${saved.size + 1}`;
      saved.set(given, { ...draft, baseUrl: draft.baseUrl.toLowerCase() });
      return given;
    },
    secretStates: (id) =>
      Promise.resolve(secrets.get(id) ?? { subscriptionKey: "missing", clientSecret: "missing" }),
    enterSecret: (id, name) => {
      asked.push(`enter ${name} of ${id}`);
      if (state.answers.enters) {
        const known = secrets.get(id) ?? { subscriptionKey: "missing", clientSecret: "missing" };
        secrets.set(id, { ...known, [name]: "set" });
      }
      return Promise.resolve(state.answers.enters);
    },
    paste: () => Promise.resolve(state.answers.pasted),
    test: (tested, report, signal) => {
      Object.assign(state.test, { tested, report });
      return new Promise((resolve, reject) => {
        state.test.finish = resolve;
        signal.addEventListener("abort", () => reject(new AppError("canceled", "canceled/byUser")));
      });
    },
    registrationHints: () => ({
      uriHandler: "vscode://financial-planning-tools.financial-planning-api-explorer/callback",
      isLoopbackReachable: true,
    }),
  };
  return used as ConnectionFormServices;
}
