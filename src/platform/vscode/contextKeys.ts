import * as vscode from "vscode";
import type { ContextKey } from "../../manifest";

/** Tells the editor what conditions of the palette, menus and keys go by. */
export function setContextKey(key: ContextKey, value: unknown): Thenable<unknown> {
  return vscode.commands.executeCommand("setContext", key, value);
}

/**
 * The same for what is told often: only what is other than before. The first time always, since the
 * window may still have it of an extension host that has ended.
 */
export function contextKeySetter(key: ContextKey): (value: boolean) => void {
  let told: boolean | undefined;
  return (value) => {
    if (value !== told) {
      told = value;
      void setContextKey(key, value);
    }
  };
}
