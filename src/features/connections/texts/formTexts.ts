import type { Translate } from "../../../platform/texts/words";
import type { SecretName } from "../messages/connectionDraft";
import type {
  FormTexts,
  SecretView,
  ShownSecretState,
  TestState,
} from "../messages/connectionForm";

/** The form's words beside its fields; the webview itself knows none. */
export function formTexts(t: Translate): FormTexts {
  return {
    optional: t("optional"),
    registerTitle: t("What to register at onboarding"),
    use: t("Use this"),
    save: t("Save"),
    test: t("Test connection"),
    stopTest: t("Stop test"),
    paste: t("Paste onboarding details"),
    cancel: t("Cancel"),
    close: t("Close"),
    testTitle: t("Connection test"),
    testing: t("Testing the connection"),
    problems: t("{0} fields need attention."),
    oneProblem: t("1 field needs attention."),
    elsewhere: t("In a field that this access model does not show:"),
  };
}

/** What is known of a secret, and what its button does. */
export function secretView(
  name: SecretName,
  state: ShownSecretState,
  savesFirst: boolean,
  t: Translate,
): SecretView {
  const label = { subscriptionKey: t("Subscription key"), clientSecret: t("Client secret") }[name];
  const word = {
    missing: t("missing"),
    set: t("set"),
    session: t("set for this session only"),
    lost: t("lost: it was stored once and is gone"),
    pasted: t("pasted, stored when you save"),
  }[state];
  const isThere = state === "set" || state === "session";
  const button = savesFirst ? t("Save and enter…") : isThere ? t("Replace…") : t("Enter…");
  return { name, label, state, word, button };
}

/** The state of a step in one word. */
export function testWord(state: TestState, t: Translate): string {
  return {
    waiting: t("waiting"),
    running: t("running"),
    passed: t("passed"),
    failed: t("failed"),
    skipped: t("skipped"),
  }[state];
}
