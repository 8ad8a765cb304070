import { l10n } from "vscode";

/**
 * Where the sandbox listens and how other programs reach it there. `remoteName` is the editor's:
 * undefined where its extensions run on the machine of its window.
 */
export function describeReach(remoteName: string | undefined): readonly string[] {
  switch (remoteName) {
    case undefined:
      return [
        l10n.t("It listens on 127.0.0.1 of this machine alone."),
        l10n.t("A container that uses the network of this machine (host network) reaches it."),
      ];
    case "wsl":
      return [
        l10n.t("It listens on 127.0.0.1 in WSL."),
        l10n.t("Programs on Windows reach the same addresses, unless localhostForwarding is off."),
      ];
    case "codespaces":
      return [
        l10n.t("It listens on 127.0.0.1 in the codespace."),
        l10n.t(
          "Programs in the codespace reach these addresses. For a program on your own machine, forward its ports in the view Ports.",
        ),
        l10n.t(
          "For a forwarded address with another host name, start the sandbox with --allow-host and that name.",
        ),
      ];
    case "dev-container":
    case "attached-container":
      return [
        l10n.t("It listens on 127.0.0.1 in the container."),
        l10n.t(
          "Programs in the container reach these addresses. For a program outside, forward its ports in the view Ports.",
        ),
      ];
    default:
      return [
        l10n.t("It listens on 127.0.0.1 of the remote machine ({0}).", remoteName),
        l10n.t(
          "Programs there reach these addresses. For a program on your own machine, forward its ports in the view Ports.",
        ),
      ];
  }
}
