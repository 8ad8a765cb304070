import type * as vscode from "vscode";
import * as v from "valibot";
import { SharedValue, type SharedValueOptions } from "../../../platform/files/sharedValue";
import type { TypedMemento } from "../../../platform/vscode/state";
import { accepted } from "../../../platform/base/messageSchemas";
import { AppError } from "../../../platform/base/errors";
import type { Scan } from "./payloadScan";
import { isUnread } from "./unreadFiles";

type Marks = readonly string[];

interface StagingOptions extends Pick<
  SharedValueOptions<Marks>,
  "folder" | "locks" | "clock" | "log" | "onChange"
> {
  /** Has the marks of before windows shared them. */
  readonly workspaceState: TypedMemento;
}

/** Which payload files are staged: a mark on a file, in all windows of its workspace, whatever it holds. */
export class Staging {
  private readonly shared: SharedValue<Marks>;
  private known: { readonly marks: Marks; readonly files: ReadonlySet<string> } | undefined;

  constructor({ workspaceState, ...sharing }: StagingOptions) {
    this.shared = new SharedValue<Marks>({
      ...{ ...sharing, name: "staged.json", initial: workspaceState.get("pensions.staged") },
      decode: (stored) => accepted(v.array(v.string()), stored),
    });
  }

  has(uri: vscode.Uri): boolean {
    return this.files.has(uri.toString());
  }

  async stage(uris: readonly vscode.Uri[]): Promise<void> {
    const added = uris.map((uri) => uri.toString());
    await this.shared.change((marks) => [...new Set([...marks, ...added])]);
  }

  async unstage(uris: readonly vscode.Uri[]): Promise<void> {
    const gone = new Set(uris.map((uri) => uri.toString()));
    await this.shared.change((marks) => marks.filter((file) => !gone.has(file)));
  }

  /** The files that are marked now. */
  get marks(): Marks {
    return this.shared.value;
  }

  /**
   * Of files that were marked before a look that did not find them: one that comes again under the
   * name of another is not staged. What could not be read may still be there, and stays.
   */
  async forgetAllBut({ payloads, unread }: Scan, before: Marks): Promise<void> {
    const present = new Set(payloads.map(({ uri }) => uri.toString()));
    const gone = new Set(before.filter((file) => !present.has(file) && !isUnread(file, unread)));
    if (gone.size > 0) {
      await this.shared.change((marks) => marks.filter((file) => !gone.has(file)));
    }
  }

  /**
   * Without what is staged and could not be read, another plan would come of it.
   * @throws AppError `input/stagedUnread` where there is such a file in a folder
   */
  demandRead({ unread }: Pick<Scan, "unread">, folder: vscode.WorkspaceFolder): void {
    const root = `${folder.uri.toString()}/`;
    if (this.marks.some((file) => file.startsWith(root) && isUnread(file, unread))) {
      throw new AppError("input", "input/stagedUnread");
    }
  }

  dispose(): void {
    this.shared.dispose();
  }

  private get files(): ReadonlySet<string> {
    const marks = this.shared.value;
    this.known = this.known?.marks === marks ? this.known : { marks, files: new Set(marks) };
    return this.known.files;
  }
}
