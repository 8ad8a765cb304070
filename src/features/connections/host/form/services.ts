import type * as vscode from "vscode";
import type { Commands, ShowError } from "../../../../platform/vscode/commands";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import type { NodeArgument } from "../../../../manifest";
import type { ConnectionDraft, SecretName, SecretState } from "../../messages/connectionDraft";
import type { FieldProblem, TestStep } from "../../messages/connectionForm";
import type { RegistrationHints } from "./formLayout";

/** What was recognised in a pasted text. */
export interface PastedDetails {
  readonly draft: Partial<ConnectionDraft>;
  /** What was recognised, in sentences without any value. */
  readonly told: string;
  readonly secrets?: PastedSecrets | undefined;
}

/** Secrets that were among a pasted text: the form knows which, and no more. */
export interface PastedSecrets {
  readonly names: readonly SecretName[];
  /** Stores them, once the connection has an id; false when they are not kept. */
  keep(id: string): Promise<boolean>;
  /** Empties the clipboard; false when it holds something else by now. */
  clearClipboard(): Promise<boolean>;
}

/** A connection as the form would save it; without an id as long as it is new. */
export interface TestedDraft {
  readonly id: string | undefined;
  readonly draft: ConnectionDraft;
  /** Those that would be stored with it. */
  readonly secrets?: PastedSecrets | undefined;
}

/** What the connection form needs from the rest; wired in `extension.ts`. */
export interface ConnectionFormServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly showError: ShowError;
  readonly extensionUri: vscode.Uri;
  /**
   * The stored connection that a command is meant for; undefined when the user declined to say.
   * Throws kind `input` when there is none, or it is the sandbox's.
   */
  connectionOf(node: NodeArgument | undefined): Promise<string | undefined>;
  /** What is stored, an empty draft for a new one; undefined when it is not there any more. */
  draftOf(id: string | undefined): ConnectionDraft | undefined;
  /** Fires when what is stored may be another, by whatever else changes connections. */
  readonly onDidChange: vscode.Event<void>;
  /** A sentence for each field that is wrong; no list longer than the fields. */
  check(draft: ConnectionDraft, id: string | undefined): readonly FieldProblem[];
  /**
   * Stores what was changed of `saved` and gives the id, a fresh one for a new connection;
   * undefined when the user declined.
   */
  save(
    id: string | undefined,
    draft: ConnectionDraft,
    saved: ConnectionDraft,
  ): Promise<string | undefined>;
  secretStates(id: string): Promise<Readonly<Record<SecretName, SecretState>>>;
  /** Lets VS Code ask for it; false when the user declined. */
  enterSecret(id: string, name: SecretName): Promise<boolean>;
  /** Reads the clipboard; undefined when nothing was recognised, which it has said itself. */
  paste(): Promise<PastedDetails | undefined>;
  /** Tells of all steps at each change; gives the outcome in a sentence. */
  test(
    tested: TestedDraft,
    report: (steps: readonly TestStep[]) => void,
    signal: AbortSignal,
  ): Promise<string>;
  registrationHints(): RegistrationHints;
}
