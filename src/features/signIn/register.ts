import { type ConnectionSummary, hasConsent, isSignedIn } from "../../platform/base/connection";
import * as vscode from "vscode";
import { readRawCallback } from "../../platform/auth/callbackParameters";
import { PendingSignIns } from "../../platform/auth/pendingSignIns";
import { AppError, isAppError } from "../../platform/base/errors";
import { SYSTEM_CLOCK } from "../../platform/base/clock";
import { contextKeySetter } from "../../platform/vscode/contextKeys";
import { DisposableStore } from "../../platform/vscode/disposables";
import { withProgress } from "../../platform/vscode/progress";
import { showBriefly } from "../../platform/vscode/surfaces";
import type { SessionAction } from "./messages/sessionPanel";
import { copyToken } from "./host/copyToken";
import {
  askConsentEnd,
  type ConsentClock,
  offerAnnouncedEnd,
  startConsentClock,
} from "./host/consent";
import { loopbackWords } from "./host/loopbackWords";
import { meantConnection } from "./host/meantConnection";
import { CALLBACK_PATH, openCallback } from "./host/editorCallback";
import { nameConnection } from "./host/namedErrors";
import { pasteCallback } from "./host/pastedCallback";
import { confirmWithoutProofKey, offerToKeepProofKeyOff } from "./host/withoutPkce";
import type { AccessServices } from "./host/services";
import { registerSessionView } from "./host/sessionView";
import { signIn, type SignInOptions } from "./host/signIn";
import { signOut } from "./host/signOut";

export interface RegisteredAccess {
  readonly disposable: vscode.Disposable;
  /** Takes an address that the browser came back to. */
  /** False where the address is no callback. */
  readonly openUri: (uri: vscode.Uri) => boolean;
}

/** Signing in and out, the ways back from the browser, and the clock of consents. */
export function registerAccess(services: AccessServices): RegisteredAccess {
  const { commands, connectionOf, errorActions } = services;
  const store = new DisposableStore();
  const setWaiting = contextKeySetter("financialPlanning.signInWaiting");
  setWaiting(false);
  const pendingSignIns = new PendingSignIns({
    clock: SYSTEM_CLOCK,
    words: loopbackWords,
    find: services.findSignIn,
    open: async (id) => (await services.open(id)).client,
    readRaw: readRawCallback,
    describe: async (error, connectionId) => {
      const { what, advice } = await services.describe(
        nameConnection(services, error, connectionId),
      );
      return `${what} ${advice}`;
    },
    onChange: () => setWaiting(pendingSignIns.latest !== undefined),
  });
  const summaryOf = (id: string): ConnectionSummary | undefined =>
    services.summaries().find((one) => one.id === id);
  store.add(services.onDidChange(() => pendingSignIns.sessionsChanged(summaryOf)));

  /** Whose sign-in failed: the buttons of the message are for that one. */
  const failures = new WeakMap<object, string>();
  const run = async (options: SignInOptions): Promise<void> => {
    try {
      await signIn(services, pendingSignIns, options);
      // Beside what was signed in for, which does not wait for an answer.
      void offerAnnouncedEnd(services, clock, options.connectionId);
    } catch (error) {
      const named = nameConnection(services, error, options.connectionId);
      if (isAppError(named)) {
        failures.set(named, options.connectionId);
      }
      throw named;
    }
  };
  const namedBy = (error: unknown): string | undefined => {
    if (!isAppError(error)) {
      return undefined;
    }
    const { connectionId } = error.values;
    const named = typeof connectionId === "string" ? connectionId : undefined;
    return failures.get(error) ?? named ?? error.action?.connectionId;
  };
  const connectionOfError = (error: unknown): string => namedBy(error) ?? connectionOf(undefined);
  const runWithoutProofKey = async (connectionId: string): Promise<void> => {
    if (await confirmWithoutProofKey(services, connectionId)) {
      await run({ connectionId, withoutProofKey: true });
      // Beside what was signed in for, which does not wait for an answer.
      void offerToKeepProofKeyOff(services, connectionId);
    }
  };
  errorActions.provide("signIn", async (error) => {
    await run({ connectionId: connectionOfError(error) });
    // What failed was that sign-in itself: it is done now.
    return !(isAppError(error) && failures.has(error));
  });
  errorActions.provide("changeSignIn", async (error) => {
    const connectionId = namedBy(error);
    if (connectionId === undefined) {
      // It changes a connection: never the one that only happens to be in use.
      return false;
    }
    const remedy = isAppError(error) ? error.values["remedy"] : undefined;
    await services.changeSignIn(connectionId, remedy);
    await run({ connectionId });
    return !(isAppError(error) && failures.has(error));
  });
  errorActions.provide("signInWithoutProofKey", async (error) => {
    await runWithoutProofKey(connectionOfError(error));
    return false;
  });

  const clock = store.add(startConsentClock(services, (connectionId) => run({ connectionId })));
  store.add(
    commands.register("financialPlanning.access.signIn", async (node) => {
      await run({ connectionId: connectionOf(node) });
      return true;
    }),
  );
  store.add(
    commands.register("financialPlanning.access.signInWithoutProofKey", (node) =>
      runWithoutProofKey(connectionOf(node)),
    ),
  );
  store.add(
    commands.register("financialPlanning.access.signOut", async (node) =>
      signOut(services, pendingSignIns, await meantConnection(services, node, isSignedIn)),
    ),
  );
  store.add(
    commands.register("financialPlanning.access.pasteCallback", () =>
      pasteCallback(services, pendingSignIns),
    ),
  );
  store.add(
    commands.register("financialPlanning.access.copyAddress", () => copyAddress(pendingSignIns)),
  );
  store.add(
    commands.register("financialPlanning.access.copyToken", async (node) =>
      copyToken(services, await meantConnection(services, node, isSignedIn)),
    ),
  );
  store.add(
    commands.register("financialPlanning.access.setConsentEnd", async (node) =>
      askConsentEnd(services, clock, await meantConnection(services, node, hasConsent)),
    ),
  );
  store.add(registerSession(services, { pendingSignIns, clock, run }));
  return {
    disposable: store,
    openUri: (uri) => {
      const isOurs = uri.path === CALLBACK_PATH;
      if (isOurs) {
        void openCallback(services, pendingSignIns, uri);
      }
      return isOurs;
    },
  };
}

interface SessionParts {
  readonly pendingSignIns: PendingSignIns;
  readonly clock: ConsentClock;
  readonly run: (options: SignInOptions) => Promise<void>;
}

/** The session view; its buttons do what the commands do, for the connection that it shows. */
function registerSession(
  services: AccessServices,
  { pendingSignIns, clock, run }: SessionParts,
): vscode.Disposable {
  const { commands, showError, extensionUri, onDidChange, connectionOf, privacy } = services;
  const actions: Readonly<Record<SessionAction, (id: string) => Promise<void>>> = {
    renew: (id) => renew(services, id),
    signIn: (connectionId) => run({ connectionId }),
    signOut: (id) => signOut(services, pendingSignIns, id),
    copyToken: (id) => copyToken(services, id),
    setConsentEnd: (id) => askConsentEnd(services, clock, id),
  };
  return registerSessionView({
    ...{ commands, showError, extensionUri, onDidChange, connectionOf, privacy },
    summary: (id) => services.summaries().find((summary) => summary.id === id),
    act: (id, action) => actions[action](id),
  });
}

/** Another token without asking anyone. */
async function renew(services: AccessServices, connectionId: string): Promise<void> {
  try {
    const label = await withProgress(vscode.l10n.t("Renewing the access"), async (signal) => {
      const { client, connection } = await services.open(connectionId);
      await client.signIn({ renew: true, signal });
      return connection.label;
    });
    showBriefly(vscode.l10n.t("Renewed the access to {0}", label), { icon: "check" });
  } catch (error) {
    throw nameConnection(services, error, connectionId);
  }
}

async function copyAddress({ latest }: PendingSignIns): Promise<void> {
  if (latest === undefined) {
    throw new AppError("input", "input/noWaitingSignIn");
  }
  await vscode.env.clipboard.writeText(latest.url);
  showBriefly(vscode.l10n.t("Copied the address"));
}
