import * as vscode from "vscode";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { openProgram } from "../../../platform/vscode/surfaces";
import { argumentsOf, commandLine, portsOf } from "../common/commandLine";
import type { SandboxOptions } from "../messages/sandboxMessages";
import { describeReach } from "./reach";
import type { SandboxProcess } from "./sandboxProcess";
import { refusal } from "../../../platform/texts/refusals";
import { SANDBOX_REFUSALS } from "../texts/refusals";
import { localizer } from "../../../platform/vscode/translate";

export interface OthersServices {
  readonly dialogs: Dialogs;
  readonly sandbox: SandboxProcess;
  /** Absolute path of the sandbox's program. */
  readonly program: string;
  /** What the settings say, and what they say where nobody set them. */
  readonly options: () => SandboxOptions;
  readonly defaults: SandboxOptions;
  /** Shows a text of the explorer's own; the language follows from the name's ending. */
  readonly openText: (name: string, bytes: Uint8Array) => Promise<void>;
  readonly showCalls: () => Promise<void>;
}

const HIGHEST_PORT = 65_533;

/** Lets programs beside the editor use a sandbox: that of this window, or one in a terminal. */
export async function runForOthers(services: OthersServices): Promise<void> {
  const here = {
    label: vscode.l10n.t("Sandbox of this window"),
    detail: vscode.l10n.t("The tree shows its data. Its address for tests is opened."),
    run: () => describeOwn(services),
  };
  const apart = {
    label: vscode.l10n.t("Another one in a terminal"),
    detail: vscode.l10n.t("With its own ports and data, until you end it."),
    run: () => runInTerminal(services),
  };
  const title = vscode.l10n.t("Run a sandbox for other programs");
  const picked = await services.dialogs.pick(title, [here, apart]);
  await picked?.run();
}

async function describeOwn(services: OthersServices): Promise<void> {
  const { sandbox, options, defaults, openText, showCalls } = services;
  const facts = await sandbox.start();
  const adminUrl = await sandbox.ask("openAdmin", undefined);
  const words = argumentsOf({ ...options(), ...portsOf(facts, adminUrl) }, defaults);
  const lines = [
    vscode.l10n.t("Financial Planning sandbox for other programs"),
    "",
    `${vscode.l10n.t("Service")}: ${facts.baseUrl}`,
    `${vscode.l10n.t("Identity provider")}: ${facts.authUrl}`,
    `${vscode.l10n.t("Address for tests")}: ${adminUrl}`,
    "",
    ...describeReach(vscode.env.remoteName),
    "",
    vscode.l10n.t(
      "'Copy Sandbox Connection Details' copies the keys and secrets, which are new at each start.",
    ),
    vscode.l10n.t("The view Received Calls shows what your program sends."),
    "",
    vscode.l10n.t("The same sandbox without the editor, once this one has ended:"),
    "",
    commandLine(["npx", "fp-sandbox", ...words]),
    "",
  ];
  await showCalls();
  await openText("sandbox-for-other-programs.txt", new TextEncoder().encode(lines.join("\n")));
}

async function runInTerminal({ dialogs, program, options, defaults }: OthersServices) {
  const made = { label: vscode.l10n.t("Made-up data"), isFile: false };
  const fromFile = { label: vscode.l10n.t("A scenario file…"), isFile: true };
  const data = await dialogs.pick(vscode.l10n.t("Data of the sandbox"), [made, fromFile]);
  if (data === undefined) {
    return;
  }
  const file = data.isFile
    ? await dialogs.openFile(vscode.l10n.t("Scenario of the sandbox"), ["json"])
    : undefined;
  if (data.isFile && file === undefined) {
    return;
  }
  const text = await dialogs.input({
    title: vscode.l10n.t("Port of the service"),
    prompt: vscode.l10n.t(
      "0 takes free ports. After any other one, the identity provider and the address for tests have the next two.",
    ),
    value: "0",
    check: (typed) =>
      /^\d{1,5}$/.test(typed) && Number(typed) <= HIGHEST_PORT
        ? undefined
        : refusal(SANDBOX_REFUSALS.port, localizer),
  });
  if (text === undefined) {
    return;
  }
  const port = Number(text);
  const ports = port === 0 ? [0, 0, 0] : [port, port + 1, port + 2];
  const [servicePort = 0, identityPort = 0, adminPort = 0] = ports;
  const words = argumentsOf(
    {
      ...options(),
      ...{ servicePort, identityPort, adminPort },
      ...(file !== undefined && { scenario: file.fsPath }),
    },
    { ...defaults, adminPort: 0 },
  );
  openProgram(vscode.l10n.t("Sandbox"), {
    message: [
      ...describeReach(vscode.env.remoteName),
      commandLine(["npx", "fp-sandbox", ...words]),
    ],
    // The Node that runs extensions; an editor of the desktop is one only when it is told so.
    shellPath: process.execPath,
    shellArgs: [program, ...words],
    env: { ELECTRON_RUN_AS_NODE: "1" },
    iconPath: new vscode.ThemeIcon("beaker"),
  });
}
