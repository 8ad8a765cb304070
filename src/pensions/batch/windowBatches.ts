import type * as vscode from "vscode";
import type { OwnFiles } from "../../host/readOnlyFiles";
import type { BatchArgument } from "../../manifest";
import type { ChangeCommands } from "../sourceControl/pendingPensions";
import type { BatchServices } from "./batchServices";

/** Everything about writing many payloads in one window: source control, plans, batches. */
export class WindowBatches implements vscode.Disposable {
  declare readonly view: Required<
    Pick<vscode.TreeDataProvider<unknown>, "getTreeItem" | "getChildren" | "onDidChangeTreeData">
  >;
  declare readonly known: OwnFiles;
  declare readonly changes: ChangeCommands;

  constructor(private readonly services: BatchServices) {}

  /** Reads the service once more for what is chosen, and shows what applying it would do. */
  async plan(sourceControl: unknown): Promise<void> {
    await Promise.reject(new Error(`${this.services.folder} ${String(sourceControl)}`));
  }

  async show(target: BatchArgument | undefined): Promise<void> {
    await this.plan(target);
  }

  async apply(target: BatchArgument | undefined): Promise<void> {
    await this.plan(target);
  }

  async stop(target: BatchArgument | undefined): Promise<void> {
    await this.plan(target);
  }

  /** What was not taken yet is planned anew and, after a yes, goes on under the same trace id. */
  async resume(target: BatchArgument | undefined): Promise<void> {
    await this.plan(target);
  }

  async copyReport(target: BatchArgument | undefined): Promise<void> {
    await this.plan(target);
  }

  async copyTraceId(target: BatchArgument | undefined): Promise<void> {
    await this.plan(target);
  }

  async remove(target: BatchArgument | undefined): Promise<void> {
    await this.plan(target);
  }

  async restorePlan(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    await this.plan([panel, state]);
  }

  dispose(): void {
    // What is made of it is ended here.
  }
}
