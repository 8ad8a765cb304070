import type * as vscode from "vscode";

/** What a view shows, and what stands above it. */
export interface MessagingProvider extends vscode.TreeDataProvider<unknown> {
  /** As it is when the view was asked for what it shows; undefined for nothing. */
  readonly message?: string | undefined;
}
