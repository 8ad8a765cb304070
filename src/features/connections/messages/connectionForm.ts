import type { FORM_FIELD_KINDS, FormChoice } from "../../../platform/base/formFields";
import type { ConnectionDraft, DraftField, SecretName, SecretState } from "./connectionDraft";
import type { PanelAction, PanelNotice } from "../../../platform/base/panelNotice";

export const ACCESS_MODELS = ["serviceAccount", "userPresent", "delegation"] as const;

export interface FormField {
  readonly name: DraftField;
  readonly kind: (typeof FORM_FIELD_KINDS)[number];
  readonly label: string;
  readonly help: string;
  readonly isOptional: boolean;
  /** Access models that it is shown for. */
  readonly models: readonly ConnectionDraft["accessModel"][];
  /** Of selections and cards; empty for texts. */
  readonly choices: readonly FormChoice[];
}

export interface FormSection {
  readonly title: string;
  /** Empty in the section of the secrets: they are no fields. */
  readonly fields: readonly FormField[];
}

/** A way back from the browser and what to register for it at onboarding. */
export interface CallbackHint {
  readonly way: string;
  /** "" where any address will do. */
  readonly address: string;
  readonly note: string;
  /** True when the address can be taken over as it stands. */
  readonly isUsable: boolean;
}

/** What the form is made of, in the user's language. */
export interface FormLayout {
  readonly where: FormSection;
  readonly identity: FormSection;
  readonly credentials: FormSection;
  readonly more: FormSection;
  readonly callbackHints: readonly CallbackHint[];
}

export const FORM_TEXTS = [
  ...["optional", "registerTitle", "use", "save", "test", "stopTest", "paste", "cancel", "close"],
  ...["testTitle", "testing", "problems", "oneProblem", "elsewhere"],
] as const;
/** `problems` has a place for the count; the rest are words as they are. */
export type FormTexts = Readonly<Record<(typeof FORM_TEXTS)[number], string>>;

/** A sentence about a field: what is wrong and how to mend it. */
export interface FieldProblem {
  readonly field: DraftField;
  readonly text: string;
}

export const SECRET_NAMES: readonly SecretName[] = ["subscriptionKey", "clientSecret"];
/** A secret that was among pasted details is stored with the connection: until then it waits. */
export type ShownSecretState = SecretState | "pasted";
export const SECRET_STATES: readonly ShownSecretState[] = [
  "missing",
  "set",
  "session",
  "lost",
  "pasted",
];

/** A secret as the form shows it: never its value. */
export interface SecretView {
  readonly name: SecretName;
  readonly label: string;
  readonly state: ShownSecretState;
  /** The state in words. */
  readonly word: string;
  /** Of the button that lets VS Code ask for it. */
  readonly button: string;
}

export const TEST_STATES = ["waiting", "running", "passed", "failed", "skipped"] as const;
export type TestState = (typeof TEST_STATES)[number];

/** One step of a connection test. */
export interface TestStep {
  readonly label: string;
  readonly state: TestState;
  /** What was found, or why it was left out; "" while it waits. */
  readonly text: string;
}

export interface TestView {
  readonly isRunning: boolean;
  /** "" while it runs. */
  readonly summary: string;
  readonly steps: readonly (TestStep & { readonly word: string })[];
}

export interface FormView {
  readonly title: string;
  readonly isChanged: boolean;
  readonly problems: readonly FieldProblem[];
  readonly secrets: readonly SecretView[];
  /** What was done last: "Saved."; "" at first. */
  readonly status: string;
  /** A button beside those that are always there. */
  readonly extra?: PanelAction;
  readonly notice?: PanelNotice;
  readonly test?: TestView;
}

export interface FormStart {
  readonly texts: FormTexts;
  readonly layout: FormLayout;
  readonly view: FormView;
  readonly draft: ConnectionDraft;
}

type Nothing = Readonly<Record<string, never>>;
interface WithDraft {
  readonly parameters: { readonly draft: ConnectionDraft };
  readonly result: undefined;
}
interface Plain {
  readonly parameters: Nothing;
  readonly result: undefined;
}

/** What the form may ask of the host. What comes of it arrives as a new view. */
export interface FormToHost {
  readonly start: { readonly parameters: Nothing; readonly result: FormStart };
  /** Every change, so that the host can check it and knows it when the tab is closed. */
  readonly edit: WithDraft;
  readonly save: WithDraft;
  readonly test: WithDraft;
  readonly stopTest: Plain;
  readonly paste: Plain;
  /** Lets the host ask for a secret, after saving what has to be saved. */
  readonly enterSecret: {
    readonly parameters: { readonly name: SecretName; readonly draft: ConnectionDraft };
    readonly result: undefined;
  };
  readonly cancel: Plain;
  /** `id` is one of the actions of the notice on screen, or the extra button's. */
  readonly act: { readonly parameters: { readonly id: string }; readonly result: undefined };
}

export interface HostToForm {
  readonly show: { readonly parameters: FormView; readonly result: undefined };
  /** Fields that are filled from elsewhere. */
  readonly fill: {
    readonly parameters: { readonly draft: Partial<ConnectionDraft> };
    readonly result: undefined;
  };
  /** The problems of the last view stand in the way: all are shown, the first is gone to. */
  readonly point: Plain;
}

/** What the webview keeps while it is hidden: no secret is among it. */
export interface FormState {
  readonly version: 1;
  readonly draft: ConnectionDraft;
  /** Scrolled pixels. */
  readonly top: number;
}
