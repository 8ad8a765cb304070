import type * as vscode from "vscode";
import type { Masking } from "../base/masking";

/** Whether data of clients is masked, and with what. */
export interface Privacy {
  readonly isOn: boolean;
  /** Shows all while the mode is off, so that nobody who shows something has to ask. */
  readonly masking: Masking;
  /** What pseudonyms are made under, for threads that mask by themselves. */
  readonly key: Uint8Array;
  /** Fires when the mode was turned on or off, in whichever window that was. */
  readonly onDidChange: vscode.Event<void>;
}
