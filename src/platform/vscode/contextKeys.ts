import * as vscode from "vscode";
import { CONTEXT_KEYS, type ContextKey } from "../../manifest";
import { type Clock, SYSTEM_CLOCK } from "../base/clock";

/** Tells the editor what conditions of the palette, menus and keys go by. */
export function setContextKey(key: ContextKey, value: unknown): Thenable<unknown> {
  return vscode.commands.executeCommand("setContext", key, value);
}

/**
 * Takes back what an extension host that has ended left in its window, before anybody tells more:
 * until the explorer is loaded the palette would offer what can no longer be done.
 */
export function clearContextKeys(): void {
  // Of lists, too, false means that there is nothing in them.
  CONTEXT_KEYS.forEach((key) => void setContextKey(key, false));
}

/**
 * Tells of a key that is told often: only what is other than before. The first time always, since the
 * window may still have it of an extension host that has ended. False is told once it has lasted
 * for `offDelay` milliseconds, so that what comes and goes does not reach the editor each time.
 */
export function contextKeySetter(
  key: ContextKey,
  { offDelay, clock }: { readonly offDelay: number; readonly clock: Clock } = AT_ONCE,
): (value: boolean) => void {
  let told: boolean | undefined;
  let cancel = (): void => undefined;
  const tell = (value: boolean): void => {
    if (value !== told) {
      told = value;
      void setContextKey(key, value);
    }
  };
  return (value) => {
    cancel();
    if (!value && told === true && offDelay > 0) {
      cancel = clock.schedule(offDelay, () => tell(false));
    } else {
      tell(value);
    }
  };
}

const AT_ONCE = { offDelay: 0, clock: SYSTEM_CLOCK };
