import type * as vscode from "vscode";
import type { Translate } from "../core/errorTexts/words";
import type { History } from "../core/requests/history";
import type { Privacy } from "../host/privacy";

/** What the requests view and the panels of requests need; wired in `extension.ts`. */
export interface ViewServices {
  readonly history: History;
  readonly extensionUri: vscode.Uri;
  /** Takes secrets out: a server can send back what it was given. */
  readonly translate: Translate;
  readonly privacy: Privacy;
}
