import type * as vscode from "vscode";
import type { TestStepText } from "../../texts/testTexts";
import type { NodeArgument } from "../../../../manifest";
import { exportConnections } from "./exportConnections";
import { FileMarks } from "./fileMarks";
import { importConnections } from "./importConnections";
import { type PastedOnboarding, pasteOnboarding } from "./pasteOnboarding";
import type { ConnectionSetupServices, TestedDraft } from "./services";
import { testDraft, testStored } from "./testCommand";

/** What the commands of setting up do. */
export class SetupCommands implements vscode.Disposable {
  private readonly marks = new FileMarks();

  constructor(private readonly services: ConnectionSetupServices) {}

  paste(): Promise<PastedOnboarding | undefined> {
    return pasteOnboarding(this.services);
  }

  exportFile(): Promise<void> {
    return exportConnections(this.services);
  }

  importFile(): Promise<void> {
    return importConnections(this.services, this.marks);
  }

  test(node: NodeArgument | undefined): Promise<void> {
    return testStored(this.services, node);
  }

  testDraft(
    tested: TestedDraft,
    report: (steps: readonly TestStepText[]) => void,
    signal: AbortSignal,
  ): Promise<string> {
    return testDraft(this.services, tested, { report, signal });
  }

  dispose(): void {
    this.marks.dispose();
  }
}
