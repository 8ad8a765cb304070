import { commands, l10n } from "vscode";
import { SANDBOX_CONNECTION_ID } from "../base/connection";
import { type AppError, isAppError } from "../base/errors";
import type { ErrorAction, ErrorText } from "../texts/errorText";
import type { CommandId, NodeArgument } from "../../manifest";
import { durationText } from "./formats";
import { waitWithProgress } from "./progress";

/** Does what a button says; true when what failed should then be tried again. */
type Run = (error: unknown) => Promise<boolean>;

interface ActionButton {
  /** The verb on the button. */
  readonly label: (error: unknown) => string;
  readonly run: Run;
}

/** A day: nobody leaves a notification open for longer. */
const LONGEST_WAIT_SECONDS = 86_400;

/** What can be done about an error; features add what only they can do. */
export class ErrorActions {
  private readonly provided = new Map<ErrorAction, Run>();

  /**
   * Lets a feature do what no command can, with the error itself. Gives true when what failed
   * should then be tried again.
   */
  provide(action: ErrorAction, run: (error: unknown) => Promise<boolean | undefined>): void {
    this.provided.set(action, async (error) => (await run(error)) === true);
  }

  /** The buttons that help, the best one first. */
  of(error: unknown, { action }: ErrorText): readonly ErrorAction[] {
    const known = isAppError(error) ? error : undefined;
    const entered = action !== undefined && ENTERING.has(action);
    const isSandbox = known?.action?.connectionId === SANDBOX_CONNECTION_ID;
    const seconds = Number(known?.values["retryAfterSeconds"] ?? 0);
    const waits = seconds > 0 && seconds <= LONGEST_WAIT_SECONDS;
    const isOnTheWay = known?.kind === "network" && known.code.startsWith("network/");
    return [
      ...(this.provided.has("saveToFile") && known?.call !== undefined
        ? ["saveToFile" as const]
        : []),
      ...(waits ? ["retryThen" as const] : []),
      ...(entered && isSandbox ? ["useIssuedCredentials" as const] : []),
      ...(isOnTheWay && action !== "retry" ? ["retry" as const] : []),
      ...(action === undefined ? [] : [action]),
      ...(isOnTheWay && !isSandbox ? ["checkNetwork" as const] : []),
      ...this.toTheRequest(known),
    ];
  }

  /** One way to the page of the request: the explanation stands on it, where there is one. */
  private toTheRequest(error: AppError | undefined): readonly ErrorAction[] {
    if (error?.action === undefined || error.action.attempts.length === 0) {
      return [];
    }
    return [this.provided.has("explain") && isPuzzling(error) ? "explain" : "showRequest"];
  }

  label(action: ErrorAction, error: unknown): string {
    return BUTTONS[action].label(error);
  }

  /** Throws what the action throws; a foreign id does nothing. */
  async run(action: string, error: unknown): Promise<boolean> {
    if (!Object.hasOwn(BUTTONS, action)) {
      return false;
    }
    const known = action as ErrorAction;
    return await (this.provided.get(known) ?? BUTTONS[known].run)(error);
  }
}

/** A refusal or an absence that the service answered with: what it rests on is worth a look. */
function isPuzzling({ kind, status }: AppError): boolean {
  return kind === "credentials" || (kind === "service" && (status === 403 || status === 404));
}

const BUTTONS: Readonly<Record<ErrorAction, ActionButton>> = {
  retry: { label: () => l10n.t("Retry"), run: () => Promise.resolve(true) },
  retryThen: {
    label: (error) => l10n.t("Retry in {0}", durationText(waitOf(error))),
    run: async (error) => {
      const wait = waitOf(error);
      await waitWithProgress(l10n.t("Waiting as the service asks"), wait, (left) =>
        l10n.t("retries in {0}", durationText(Math.ceil(left / 1000) * 1000)),
      );
      return true;
    },
  },
  saveToFile: { label: () => l10n.t("Save to file…"), run: () => Promise.resolve(false) },
  explain: { label: () => l10n.t("Why?"), run: () => Promise.resolve(false) },
  showLog: command(() => l10n.t("Show log"), "financialPlanning.log.show"),
  showRequest: {
    label: () => l10n.t("Show request"),
    run: async (error) => {
      const actionId = isAppError(error) ? error.action?.id : undefined;
      await commands.executeCommand("financialPlanning.requests.open", { actionId });
      return false;
    },
  },
  checkNetwork: {
    label: () => l10n.t("Check network"),
    run: async (error) => {
      await runFor("financialPlanning.connection.checkNetwork", error);
      return false;
    },
  },
  signIn: ofConnection(() => l10n.t("Sign in"), "financialPlanning.access.signIn"),
  signInWithoutProofKey: ofConnection(
    () => l10n.t("Sign in without PKCE"),
    "financialPlanning.access.signInWithoutProofKey",
  ),
  requestScope: {
    label: () => l10n.t("Ask for the scope…"),
    run: () => Promise.resolve(false),
  },
  // The feature that signs in changes what the error names.
  changeSignIn: { label: changeWord, run: () => Promise.resolve(false) },
  enterSubscriptionKey: ofConnection(
    () => l10n.t("Enter key"),
    "financialPlanning.connection.enterSubscriptionKey",
  ),
  enterClientSecret: ofConnection(
    () => l10n.t("Enter secret"),
    "financialPlanning.connection.enterClientSecret",
  ),
  enterCredentials: {
    label: () => l10n.t("Enter key and secret"),
    run: async (error) =>
      (await runFor("financialPlanning.connection.enterSubscriptionKey", error)) &&
      (await runFor("financialPlanning.connection.enterClientSecret", error)),
  },
  addConnection: command(() => l10n.t("Add connection"), "financialPlanning.connection.add"),
  useIssuedCredentials: ofConnection(
    () => l10n.t("Use the sandbox's own"),
    "financialPlanning.connection.useIssuedCredentials",
  ),
  restartSandbox: commandThenAgain(
    () => l10n.t("Start sandbox"),
    "financialPlanning.sandbox.restart",
  ),
  openSandboxSettings: settings("financialPlanning.sandbox"),
  openNetworkSettings: settings("financialPlanning.network"),
  openProxySettings: settings("http.proxy"),
  changeResultsPrefix: ofConnection(
    () => l10n.t("Change prefix"),
    "financialPlanning.connection.changeResultsPrefix",
  ),
  openPayload: {
    label: () => l10n.t("Show the place"),
    // The command that refused the payload has put the cursor there already.
    run: async () => {
      await commands.executeCommand("workbench.action.focusActiveEditorGroup");
      return false;
    },
  },
  changeTarget: commandThenAgain(
    () => l10n.t("Choose target"),
    "financialPlanning.pension.changeTarget",
  ),
  refreshTree: command(() => l10n.t("Refresh"), "financialPlanning.connections.refresh"),
  manageTrust: {
    label: () => l10n.t("Manage trust"),
    run: async () => {
      await commands.executeCommand("workbench.trust.manage");
      return false;
    },
  },
  // The feature knows which payload the error tells of.
  comparePension: { label: () => l10n.t("Compare"), run: () => Promise.resolve(false) },
  unlock: ofConnection(() => l10n.t("Unlock…"), "financialPlanning.writing.unlock"),
};

const ENTERING: ReadonlySet<ErrorAction> = new Set<ErrorAction>([
  "enterSubscriptionKey",
  "enterClientSecret",
  "enterCredentials",
]);

/** Commands that take a node of a connection; that of the connection itself has its id. */
type ConnectionCommand = Extract<
  CommandId,
  | `financialPlanning.connection.${string}`
  | `financialPlanning.access.${string}`
  | "financialPlanning.writing.unlock"
>;

function changeWord(error: unknown): string {
  switch (isAppError(error) ? error.values["remedy"] : undefined) {
    case "basic":
      return l10n.t("Switch to Basic");
    case "post":
      return l10n.t("Switch to the body");
    case "code":
      return l10n.t("Use 'code'");
    default:
      return l10n.t("Use PKCE");
  }
}

function waitOf(error: unknown): number {
  const seconds = isAppError(error) ? Number(error.values["retryAfterSeconds"] ?? 0) : 0;
  return seconds * 1000;
}

function command(label: () => string, id: CommandId): ActionButton {
  return {
    label,
    run: async () => {
      await commands.executeCommand(id);
      return false;
    },
  };
}

/** Again only when the command says that it was done: Escape, and a failure of its own, are not. */
function commandThenAgain(label: () => string, id: CommandId): ActionButton {
  return { label, run: async () => (await commands.executeCommand(id)) === true };
}

/** As `commandThenAgain`, for the connection that the error tells of. */
function ofConnection(label: () => string, id: ConnectionCommand): ActionButton {
  return { label, run: (error) => runFor(id, error) };
}

async function runFor(id: ConnectionCommand, error: unknown): Promise<boolean> {
  const known = isAppError(error) ? error : undefined;
  const found = known?.action?.connectionId ?? known?.values["connectionId"];
  const nodes: NodeArgument[] = found === undefined ? [] : [{ nodeId: String(found) }];
  return (await commands.executeCommand(id, ...nodes)) === true;
}

function settings(query: string): ActionButton {
  return {
    label: () => l10n.t("Open settings"),
    run: async () => {
      await commands.executeCommand("workbench.action.openSettings", query);
      return false;
    },
  };
}
