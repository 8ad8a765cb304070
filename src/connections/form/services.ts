import type * as vscode from "vscode";
import type { Commands, ShowError } from "../../host/commands";
import type { Dialogs } from "../../host/dialogs";
import type { NodeArgument } from "../../manifest";
import type { ConnectionDraft, SecretName, SecretState } from "../../shared/connectionDraft";
import type { FieldProblem, TestStep } from "../../shared/connectionForm";
import type { RegistrationHints } from "./formLayout";

/** What was recognised in a pasted text. */
export interface PastedDetails {
  readonly draft: Partial<ConnectionDraft>;
  /** Stores the secrets that were among it, once the connection has an id; the form sees none. */
  readonly keepSecrets?: ((id: string) => Promise<void>) | undefined;
}

/** A connection as the form would save it; without an id as long as it is new. */
export interface TestedDraft {
  readonly id: string | undefined;
  readonly draft: ConnectionDraft;
}

/** What the connection form needs from the rest; wired in `extension.ts`. */
export interface ConnectionFormServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly showError: ShowError;
  readonly extensionUri: vscode.Uri;
  /** The stored connection that a tree node belongs to; undefined for the sandbox's. */
  connectionOf(node: NodeArgument | undefined): string | undefined;
  /** What is stored, an empty draft for a new one; undefined when it is not there any more. */
  draftOf(id: string | undefined): ConnectionDraft | undefined;
  /** A sentence for each field that is wrong; no list longer than the fields. */
  check(draft: ConnectionDraft, id: string | undefined): readonly FieldProblem[];
  /** Stores it and gives its id, a fresh one for a new connection. */
  save(id: string | undefined, draft: ConnectionDraft): Promise<string>;
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
