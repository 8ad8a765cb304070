import type * as vscode from "vscode";
import type { Translate } from "../../../platform/texts/words";
import type { History } from "../common/history";
import type { Masking } from "../../../platform/base/masking";
import type { Privacy } from "../../../platform/vscode/privacy";
import type { ExplanationSection } from "../messages/requestPanel";

/** Explains a call as it is shown under a masking, which changes while its panel is open. */
export type Explain = (masking: Masking) => readonly ExplanationSection[];

/** What the requests view and the panels of requests need; wired in `extension.ts`. */
export interface ViewServices {
  readonly history: History;
  readonly extensionUri: vscode.Uri;
  /** Takes secrets out: a server can send back what it was given. */
  readonly translate: Translate;
  readonly privacy: Privacy;
}
