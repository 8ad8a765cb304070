import type * as vscode from "vscode";
import type { Clock } from "../../../../platform/base/clock";
import type { WriteGuard } from "../../../../platform/guard/guard";
import type { Locks } from "../../../../platform/files/locks/locks";
import type { Translate } from "../../../../platform/texts/words";
import type { Log } from "../../../../platform/base/log";
import type { EncryptedTexts } from "../../../requests/common/encryptedTexts";
import type { Commands } from "../../../../platform/vscode/commands";
import type { ErrorActions } from "../../../../platform/vscode/errorActions";
import type { TypedMemento } from "../../../../platform/vscode/state";
import type { WritingServices } from "../../../pensions/host/writing/services";

/** What writing many payloads needs; wired in `extension.ts`. */
export interface BatchServices extends Omit<WritingServices, "findings"> {
  /** Path of the program that checks long payloads. */
  readonly checksWorker: string;
  /** For sentences with words of the service: what was sent is redacted and masked in them. */
  readonly translateSent: Translate;
  readonly commands: Commands;
  readonly errorActions: ErrorActions;
  readonly log: Log;
  readonly clock: Clock;
  /** Between windows: one at a time writes a batch. */
  readonly locks: Locks;
  readonly extensionUri: vscode.Uri;
  readonly guard: Pick<WriteGuard, "demandWritable">;
  /** Of the workspace: what is staged. */
  readonly workspaceState: TypedMemento;
  /** For what the service says of payloads, before it is kept with them. */
  readonly texts: EncryptedTexts;
  /** Path of the folder that batches are kept in. */
  readonly folder: string;
  /** Whether a connection can be called without signing in. */
  readonly mayCall: (connectionId: string) => boolean;
  /** Fires when connections, targets, labels or what is known of pensions changed. */
  readonly onDidChange: vscode.Event<void>;
  /** Fires when a connection leads elsewhere, or what it showed counts no more. */
  readonly onDidReplace: vscode.Event<{ readonly connectionId: string }>;
  /** Fires when another definition is the active one. */
  readonly onDidChangeDefinition: vscode.Event<unknown>;
}
