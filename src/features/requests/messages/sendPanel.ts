import type { PanelNotice } from "../../../platform/base/panelNotice";
import type { StatusFacts } from "../../../platform/base/statusLine";

export const SEND_DOMAINS = ["crm", "finances", "profiling"] as const;
export type SendDomain = (typeof SEND_DOMAINS)[number];

/** What the user put together so far; every value is text, as typed. */
export interface SendDraft {
  readonly connectionId: string;
  /** "" for a path that no definition has. */
  readonly operationId: string;
  /** Of operations: values by `path.name` or `query.name`. */
  readonly values: Readonly<Record<string, string>>;
  /** Of typed paths. */
  readonly method: string;
  readonly domain: SendDomain;
  readonly typedPath: string;
  readonly queryString: string;
  readonly body: string;
}

export interface SendChoice {
  readonly value: string;
  readonly label: string;
  /** What it is found by beside its label. */
  readonly words?: string;
}

export interface SendChoiceGroup {
  readonly label: string;
  readonly choices: readonly SendChoice[];
}

export const SEND_FIELD_KINDS = ["text", "select", "lines"] as const;

/** One field of the form; `key` says which part of the draft it is. */
export interface SendField {
  /** Unique and plain: fit to be an id in the document. */
  readonly name: string;
  /** Member of the draft, or of its `values` after `values.`. */
  readonly key: string;
  readonly kind: (typeof SEND_FIELD_KINDS)[number];
  readonly label: string;
  readonly help: string;
  readonly isOptional: boolean;
  /** Shown in the editor's font. */
  readonly isCode: boolean;
  /** Of selections; groups where there are any, "" as the label of those outside. */
  readonly groups: readonly SendChoiceGroup[];
}

export interface SendProblem {
  /** Name of the field; "" for what no field has. */
  readonly field: string;
  readonly text: string;
}

/** One line of a table of names and values. */
export type SendLine = readonly [name: string, value: string];

export interface SendView {
  readonly environment: { readonly word: string; readonly icon: string };
  /** Where it goes: connection, endpoint, and of typed paths method, domain, path, query. */
  readonly where: readonly SendField[];
  readonly parameters: readonly SendField[];
  /** What the endpoint is chosen from; absent where nothing of it changed. */
  readonly endpoints?: readonly SendChoiceGroup[];
  /** Absent where no body is sent. */
  readonly body?: SendBody;
  readonly problems: readonly SendProblem[];
  /** "GET https://…"; "" as long as it is not known. */
  readonly request: string;
  readonly headers: readonly SendLine[];
  /** Absent until it was asked for; what was shown before a change is gone. */
  readonly dryRun?: readonly SendLine[];
  readonly notice?: PanelNotice;
  /** The error of the last call. */
  readonly error?: PanelNotice;
  readonly answer?: StatusFacts;
  /** True when the last answer has a body to open. */
  readonly hasBody: boolean;
  readonly isSending: boolean;
  /** What was done last; "" at first. */
  readonly status: string;
}

export interface SendBody {
  readonly field: SendField;
  /** Name of the editor that the body is written in; absent where it is written here. */
  readonly editor?: string;
  /** True when the definition has a template. */
  readonly hasTemplate: boolean;
}

export const SEND_TEXTS = [
  ...["title", "where", "parameters", "body", "request", "headers", "dryRun", "answer"],
  ...["optional", "send", "stop", "showDryRun", "hideDryRun", "openBody", "takeBody", "bodyIn"],
  ...["fill", "openAnswer", "details", "problems", "oneProblem", "sending", "noRequest", "copy"],
  ...["findEndpoint", "foundEndpoints"],
] as const;
/** `problems` has a place for the count, `bodyIn` one for the editor's name. */
export type SendTexts = Readonly<Record<(typeof SEND_TEXTS)[number], string>>;

export const SEND_STATUS_TEXTS = [
  ...["noAnswer", "oneAttempt", "attempts", "request", "trace", "none", "copyRequestId"],
  ...["copyTraceId", "copied", "echoed", "notEchoed", "echoChanged", "status"],
] as const;
export type SendStatusTexts = Readonly<Record<(typeof SEND_STATUS_TEXTS)[number], string>>;

export interface SendStart {
  readonly texts: SendTexts;
  readonly statusTexts: SendStatusTexts;
  readonly view: SendView;
  readonly draft: SendDraft;
}

type Nothing = Readonly<Record<string, never>>;
interface WithDraft {
  readonly parameters: { readonly draft: SendDraft };
  readonly result: undefined;
}
interface Plain {
  readonly parameters: Nothing;
  readonly result: undefined;
}

/** What the panel may ask of the host. What comes of it arrives as a new view. */
export interface SendToHost {
  readonly start: { readonly parameters: Nothing; readonly result: SendStart };
  /** Every change, so that the host can check it and keeps it while the panel is hidden. */
  readonly edit: WithDraft;
  readonly send: WithDraft;
  readonly stop: Plain;
  readonly showDryRun: WithDraft;
  readonly hideDryRun: Plain;
  /** Lets the body be written in an editor of its own. */
  readonly openBody: WithDraft;
  /** Takes it back into the form. */
  readonly takeBody: Plain;
  /** Puts the definition's template in the place of the body. */
  readonly fill: WithDraft;
  readonly openAnswer: Plain;
  readonly details: Plain;
  readonly copy: {
    readonly parameters: { readonly what: "requestId" | "traceId" };
    readonly result: undefined;
  };
  /** `id` is one of the actions of a notice on screen. */
  readonly act: { readonly parameters: { readonly id: string }; readonly result: undefined };
}

export interface HostToSend {
  readonly show: { readonly parameters: SendView; readonly result: undefined };
  /** Parts of the draft that are filled from elsewhere. */
  readonly fill: {
    readonly parameters: { readonly draft: Partial<SendDraft> };
    readonly result: undefined;
  };
  /** The problems of the last view stand in the way: all are shown, the first is gone to. */
  readonly point: Plain;
}

/** Longer bodies are not kept by the webview; the host has them as long as the tab lives. */
export const KEPT_BODY_LENGTH = 65_536;

/** What the webview keeps while it is hidden. */
export interface SendState {
  readonly version: 1;
  /** Its body is absent where it was too long. */
  readonly draft: Omit<SendDraft, "body"> & { readonly body?: string };
  /** Scrolled pixels. */
  readonly top: number;
}
