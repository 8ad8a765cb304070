import * as v from "valibot";
import {
  ACCESS_MODELS,
  connectionDraft,
  DRAFT_FIELDS,
  SECRET_NAMES,
  SECRET_STATES,
} from "./connectionDraft";
import { formChoice, formFieldKind } from "../../../platform/base/formFields";
import {
  keptTop,
  nameOf,
  noParameters,
  type Shape,
  someOf,
  textsOf,
  wholeNumber,
} from "../../../platform/base/messageSchemas";
import { panelAction, panelNotice } from "../../../platform/base/panelNotice";

const formField = v.object({
  name: v.picklist(DRAFT_FIELDS),
  kind: formFieldKind,
  label: v.string(),
  help: v.string(),
  isOptional: v.boolean(),
  /** Access models that it is shown for. */
  models: v.array(v.picklist(ACCESS_MODELS)),
  /** Of selections and cards; empty for texts. */
  choices: v.array(formChoice),
});
export type FormField = Shape<typeof formField>;

const formSection = v.object({
  title: v.string(),
  /** Empty in the section of the secrets: they are no fields. */
  fields: v.array(formField),
});
export type FormSection = Shape<typeof formSection>;

/** A way back from the browser and what to register for it at onboarding. */
const callbackHint = v.object({
  way: v.string(),
  /** "" where any address will do. */
  address: v.string(),
  note: v.string(),
  /** True when the address can be taken over as it stands. */
  isUsable: v.boolean(),
});
export type CallbackHint = Shape<typeof callbackHint>;

/** What the form is made of, in the user's language. */
const formLayout = v.object({
  where: formSection,
  identity: formSection,
  credentials: formSection,
  /** Folded away until a value of it differs from its default, or the user opens it. */
  more: formSection,
  defaults: connectionDraft,
  callbackHints: v.array(callbackHint),
});
export type FormLayout = Shape<typeof formLayout>;

/** `problems` has a place for the count; the rest are words as they are. */
const formTexts = textsOf([
  ...["optional", "registerTitle", "use", "save", "test", "stopTest", "paste", "cancel", "close"],
  ...["testTitle", "testing", "problems", "oneProblem", "elsewhere"],
] as const);
export type FormTexts = Shape<typeof formTexts>;

/** A sentence about a field: what is wrong and how to mend it. */
const fieldProblem = v.object({ field: v.picklist(DRAFT_FIELDS), text: v.string() });
export type FieldProblem = Shape<typeof fieldProblem>;

/** A secret that was among pasted details is stored with the connection: until then it waits. */
const shownSecretState = v.picklist([...SECRET_STATES, "pasted"]);
export type ShownSecretState = Shape<typeof shownSecretState>;

/** A secret as the form shows it: never its value. */
const secretView = v.object({
  name: v.picklist(SECRET_NAMES),
  label: v.string(),
  state: shownSecretState,
  /** The state in words. */
  word: v.string(),
  /** Of the button that lets VS Code ask for it. */
  button: v.string(),
});
export type SecretView = Shape<typeof secretView>;

/** One step of a connection test. */
const testStep = v.object({
  label: v.string(),
  state: v.picklist(["waiting", "running", "passed", "failed", "skipped"]),
  /** What was found, or why it was left out; "" while it waits. */
  text: v.string(),
});
export type TestStep = Shape<typeof testStep>;
export type TestState = TestStep["state"];

const testView = v.object({
  isRunning: v.boolean(),
  /** "" while it runs. */
  summary: v.string(),
  steps: v.array(v.object({ ...testStep.entries, word: v.string() })),
});
export type TestView = Shape<typeof testView>;

const formView = v.object({
  title: v.string(),
  isChanged: v.boolean(),
  problems: v.array(fieldProblem),
  secrets: v.array(secretView),
  /** What was done last: "Saved."; "" at first. */
  status: v.string(),
  /** A button beside those that are always there. */
  extra: v.exactOptional(panelAction),
  notice: v.exactOptional(panelNotice),
  test: v.exactOptional(testView),
});
export type FormView = Shape<typeof formView>;

const formStart = v.object({
  texts: formTexts,
  layout: formLayout,
  view: formView,
  draft: connectionDraft,
  /** How often the host has filled the draft in. */
  fills: wholeNumber,
});
export type FormStart = Shape<typeof formStart>;

/** `fills` as in `formStart`: what was filled in later is not in the draft yet. */
const sentDraft = v.strictObject({ draft: connectionDraft, fills: wholeNumber });
export type SentDraft = Shape<typeof sentDraft>;

const withDraft = { parameters: sentDraft };
const plain = { parameters: noParameters };

/** What the form may ask of the host. What comes of it arrives as a new view. */
export const formToHost = {
  start: { parameters: noParameters, result: formStart },
  /** Every change, so that the host can check it and knows it when the tab is closed. */
  edit: withDraft,
  save: withDraft,
  test: withDraft,
  stopTest: plain,
  paste: plain,
  /** Lets the host ask for a secret, after saving what has to be saved. */
  enterSecret: {
    parameters: v.strictObject({ name: v.picklist(SECRET_NAMES), ...sentDraft.entries }),
  },
  cancel: plain,
  /** `id` is one of the actions of the notice on screen, or the extra button's. */
  act: { parameters: v.strictObject({ id: nameOf(200) }) },
};
export type FormToHost = typeof formToHost;

/** What the host may ask of the form. Whatever is let in can be rendered. */
export const hostToForm = {
  show: { parameters: formView },
  /** Fields that are filled from elsewhere. */
  fill: { parameters: v.strictObject({ draft: someOf(connectionDraft) }) },
  /** The problems of the last view stand in the way: all are shown, the first is gone to. */
  point: plain,
};
export type HostToForm = typeof hostToForm;

/** What the webview keeps while it is hidden: no secret is among it. */
export const formState = v.object({
  version: v.literal(1),
  draft: connectionDraft,
  /** As the host counted: a draft from before its last fill is out of date. */
  fills: wholeNumber,
  /** Scrolled pixels. */
  top: keptTop,
});
export type FormState = Shape<typeof formState>;
