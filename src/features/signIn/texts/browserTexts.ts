import type { Translate } from "../../../platform/texts/words";

interface BrowserTexts {
  /** Nobody let the editor open it. */
  readonly notOpened: (host: string) => string;
  /** The callback leads to the machine of the browser, the editor runs on another. */
  readonly pasteFromRemote: string;
  /** What a page says whose address belongs to another sign-in, or to none. */
  readonly otherSignIn: string;
  readonly noScript: string;
}

/** Sentences of a sign-in whose browser needs the help of the user. */
export function browserTexts(t: Translate): BrowserTexts {
  return {
    notOpened: (host: string) =>
      t("The browser was not opened; open the address at {0} there.", host),
    pasteFromRemote: t(
      "The editor runs on a remote machine: if the browser cannot show the page after the sign-in, paste its address here.",
    ),
    otherSignIn: t(
      "The editor is still waiting. Finish the sign-in in its own tab, or start it again.",
    ),
    noScript: t(
      "Scripts are switched off: copy the whole address of this page and paste it in the editor with 'Paste Callback Address…'.",
    ),
  };
}
