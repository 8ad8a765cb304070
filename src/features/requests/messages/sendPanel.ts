import * as v from "valibot";
import {
  dictionaryOf,
  environmentMark,
  keptTop,
  nameAndValue,
  noParameters,
  type Shape,
  someOf,
  textOf,
  textsOf,
  wholeNumber,
} from "../../../platform/base/messageSchemas";
import { panelNotice } from "../../../platform/base/panelNotice";
import { statusFacts, statusTexts } from "../../../platform/base/statusLine";

/** Longer values are no typing; a URL does not come near. */
const typed = textOf(20_000);
const VALUES_LIMIT = 200;
/** Longer bodies are written in an editor, which does not send them here. */
const BODY_LIMIT = 5_000_000;

export const SEND_DOMAINS = ["crm", "finances", "profiling"] as const;
export type SendDomain = (typeof SEND_DOMAINS)[number];

/** What the user put together so far; every value is text, as typed. */
export const sendDraft = v.strictObject({
  connectionId: typed,
  /** "" for a path that no definition has. */
  operationId: typed,
  /** Of operations: values by `path.name` or `query.name`. */
  values: dictionaryOf(typed, typed, VALUES_LIMIT),
  /** Of typed paths. */
  method: typed,
  domain: v.picklist(SEND_DOMAINS),
  typedPath: typed,
  queryString: typed,
  body: textOf(BODY_LIMIT),
});
export type SendDraft = Shape<typeof sendDraft>;

const sendChoice = v.object({
  value: v.string(),
  label: v.string(),
  /** What it is found by beside its label. */
  words: v.exactOptional(v.string()),
});
export type SendChoice = Shape<typeof sendChoice>;

const sendChoiceGroup = v.object({ label: v.string(), choices: v.array(sendChoice) });
export type SendChoiceGroup = Shape<typeof sendChoiceGroup>;

/** One field of the form; `key` says which part of the draft it is. */
const sendField = v.object({
  /** Unique and plain: fit to be an id in the document. */
  name: v.string(),
  /** Member of the draft, or of its `values` after `values.`. */
  key: v.string(),
  kind: v.picklist(["text", "select", "lines"]),
  label: v.string(),
  help: v.string(),
  isOptional: v.boolean(),
  /** Shown in the editor's font. */
  isCode: v.boolean(),
  /** Of selections; groups where there are any, "" as the label of those outside. */
  groups: v.array(sendChoiceGroup),
});
export type SendField = Shape<typeof sendField>;

const sendProblem = v.object({
  /** Name of the field; "" for what no field has. */
  field: v.string(),
  text: v.string(),
});
export type SendProblem = Shape<typeof sendProblem>;

/** One line of a table of names and values. */
export type SendLine = Shape<typeof nameAndValue>;

const sendBody = v.object({
  field: sendField,
  /** Name of the editor that the body is written in; absent where it is written here. */
  editor: v.exactOptional(v.string()),
  /** True when the definition has a template. */
  hasTemplate: v.boolean(),
});
export type SendBody = Shape<typeof sendBody>;

const sendView = v.object({
  environment: environmentMark,
  /** Where it goes: connection, endpoint, and of typed paths method, domain, path, query. */
  where: v.array(sendField),
  parameters: v.array(sendField),
  /** What the endpoint is chosen from; absent where nothing of it changed. */
  endpoints: v.exactOptional(v.array(sendChoiceGroup)),
  /** Absent where no body is sent. */
  body: v.exactOptional(sendBody),
  problems: v.array(sendProblem),
  /** "GET https://…"; "" as long as it is not known. */
  request: v.string(),
  headers: v.array(nameAndValue),
  /** Absent until it was asked for; what was shown before a change is gone. */
  dryRun: v.exactOptional(v.array(nameAndValue)),
  notice: v.exactOptional(panelNotice),
  /** The error of the last call. */
  error: v.exactOptional(panelNotice),
  answer: v.exactOptional(statusFacts),
  /** True when the last answer has a body to open. */
  hasBody: v.boolean(),
  isSending: v.boolean(),
  /** What was done last; "" at first. */
  status: v.string(),
});
export type SendView = Shape<typeof sendView>;

/** `problems` has a place for the count, `bodyIn` one for the editor's name. */
const sendTexts = textsOf([
  ...["title", "where", "parameters", "body", "request", "headers", "dryRun", "answer"],
  ...["optional", "send", "stop", "showDryRun", "hideDryRun", "openBody", "takeBody", "bodyIn"],
  ...["fill", "openAnswer", "details", "problems", "oneProblem", "sending", "noRequest", "copy"],
  ...["findEndpoint", "foundEndpoints"],
] as const);
export type SendTexts = Shape<typeof sendTexts>;

const sendStart = v.object({
  ...{ texts: sendTexts, statusTexts, view: sendView, draft: sendDraft },
  /** How often the host has filled the draft in. */
  fills: wholeNumber,
});
export type SendStart = Shape<typeof sendStart>;

const withDraft = { parameters: v.strictObject({ draft: sendDraft }) };
const plain = { parameters: noParameters };

/** What the panel may ask of the host. What comes of it arrives as a new view. */
export const sendToHost = {
  start: { parameters: noParameters, result: sendStart },
  /** Every change, so that the host can check it and keeps it while the panel is hidden. */
  edit: withDraft,
  send: withDraft,
  stop: plain,
  showDryRun: withDraft,
  hideDryRun: plain,
  /** Lets the body be written in an editor of its own. */
  openBody: withDraft,
  /** Takes it back into the form. */
  takeBody: plain,
  /** Puts the definition's template in the place of the body. */
  fill: withDraft,
  openAnswer: plain,
  details: plain,
  copy: { parameters: v.strictObject({ what: v.picklist(["requestId", "traceId"]) }) },
  /** `id` is one of the actions of a notice on screen. */
  act: { parameters: v.strictObject({ id: textOf(200) }) },
};
export type SendToHost = typeof sendToHost;

/** What the host may ask of the panel. Whatever is let in can be rendered. */
export const hostToSend = {
  show: { parameters: sendView },
  /** Parts of the draft that are filled from elsewhere. */
  fill: { parameters: v.strictObject({ draft: someOf(sendDraft) }) },
  /** The problems of the last view stand in the way: all are shown, the first is gone to. */
  point: plain,
};
export type HostToSend = typeof hostToSend;

/** Longer bodies are not kept by the webview; the host has them as long as the tab lives. */
export const KEPT_BODY_LENGTH = 65_536;

/** What the webview keeps while it is hidden. */
export const sendState = v.object({
  version: v.literal(1),
  /** Its body is absent where it was too long. */
  draft: v.strictObject({
    ...sendDraft.entries,
    body: v.exactOptional(sendDraft.entries.body),
  }),
  /** As the host counted: a draft from before its last fill is out of date. */
  fills: wholeNumber,
  /** Scrolled pixels. */
  top: keptTop,
});
export type SendState = Shape<typeof sendState>;
