import { l10n } from "vscode";
import type { SandboxAccess } from "../common/sandboxAccess";
import type { Dialogs } from "../../../platform/vscode/dialogs";

/** Asks how the sandbox is signed in to; undefined when the user declined. */
export async function pickSandboxAccess(
  dialogs: Dialogs,
  current: SandboxAccess,
): Promise<SandboxAccess | undefined> {
  const access = await pickWay(dialogs, current);
  if (access === undefined) {
    return undefined;
  }
  const callback =
    access === "serviceAccount" ? current.callback : await pickCallback(dialogs, current);
  return callback && { access, callback };
}

async function pickWay(
  dialogs: Dialogs,
  { access }: SandboxAccess,
): Promise<SandboxAccess["access"] | undefined> {
  const names: readonly [SandboxAccess["access"], label: string, detail: string][] = [
    [
      "serviceAccount",
      l10n.t("Service account"),
      l10n.t("Client credentials: no user, no browser."),
    ],
    [
      "userPresent",
      l10n.t("User present, code"),
      l10n.t("Somebody signs in through the browser; what they see decides."),
    ],
    [
      "userPresentHybrid",
      l10n.t("User present, code id_token"),
      l10n.t("The same by the hybrid flow: an ID token comes with the code."),
    ],
    [
      "delegation",
      l10n.t("Time-bound delegation"),
      l10n.t("Somebody consents once; the work goes on without them until the consent ends."),
    ],
  ];
  const items = names.map(([value, label, detail]) => {
    return { label, detail, description: value === access ? l10n.t("now") : "", value };
  });
  return (await dialogs.pick(l10n.t("How to sign in to the sandbox"), items))?.value;
}

async function pickCallback(
  dialogs: Dialogs,
  { callback }: SandboxAccess,
): Promise<SandboxAccess["callback"] | undefined> {
  const names: readonly [SandboxAccess["callback"], label: string, detail: string][] = [
    ["editor", l10n.t("This editor"), l10n.t("The browser opens an address of this editor.")],
    [
      "loopback",
      l10n.t("A page on this machine"),
      l10n.t("http://127.0.0.1, any port; closed as soon as the answer is there."),
    ],
    ["paste", l10n.t("Paste the address"), l10n.t("You copy the address from the browser.")],
  ];
  const items = names.map(([value, label, detail]) => {
    return { label, detail, description: value === callback ? l10n.t("now") : "", value };
  });
  return (await dialogs.pick(l10n.t("Where the browser comes back to"), items))?.value;
}
