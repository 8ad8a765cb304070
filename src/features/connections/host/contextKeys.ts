import type * as vscode from "vscode";
import {
  hasConsent,
  isProduction,
  isSignedIn,
  SANDBOX_CONNECTION_ID,
} from "../../../platform/base/connection";
import { contextKeySetter } from "../../../platform/vscode/contextKeys";
import type { EnteredSecrets } from "../common/enteredSecrets";
import type { Connections } from "./connections";

interface ContextServices {
  readonly connections: Pick<Connections, "summaries" | "stored" | "onDidChange">;
  readonly entered: Pick<EnteredSecrets, "wasEntered">;
}

/** Keeps what menus and the palette ask of connections: no call, no secret is read. */
export function trackConnections({ connections, entered }: ContextServices): vscode.Disposable {
  const setOwn = contextKeySetter("financialPlanning.hasOwnConnections");
  const setProduction = contextKeySetter("financialPlanning.hasProduction");
  const setSignedIn = contextKeySetter("financialPlanning.isSignedIn");
  const setConsent = contextKeySetter("financialPlanning.hasConsent");
  const setSecrets = contextKeySetter("financialPlanning.hasSandboxSecrets");
  const update = (): void => {
    const { summaries } = connections;
    setOwn(connections.stored.length > 0);
    setProduction(summaries.some(({ environment }) => isProduction(environment)));
    setSignedIn(summaries.some(isSignedIn));
    setConsent(summaries.some(hasConsent));
    setSecrets(entered.wasEntered(SANDBOX_CONNECTION_ID));
  };
  update();
  return connections.onDidChange(update);
}
