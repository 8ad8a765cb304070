import type { ConnectionSummary } from "../../../platform/base/connection";
import type { Masking } from "../../../platform/base/masking";
import type { Redactor } from "../../../platform/base/redactor";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { Privacy } from "../../../platform/vscode/privacy";
import type { PayloadTargets } from "../../pensions/host/targets";
import type { PensionWriter } from "../../pensions/common/writing/writer";
import type { TicketOptions } from "../../requests/common/ticket";
import type { SandboxFacts } from "../../sandbox/messages/sandboxMessages";
import type { ToolServices } from "../common/toolServices";

/** What tools need of the rest of the explorer; wired in `extension.ts`. */
export interface AssistantsServices extends Pick<
  ToolServices,
  "open" | "definition" | "rules" | "history"
> {
  readonly dialogs: Dialogs;
  readonly redactor: Redactor;
  readonly privacy: Pick<Privacy, "isOn" | "key"> & {
    /** Masks whether privacy mode is on or not, with its pseudonyms. */
    readonly masks: Masking;
  };
  readonly connections: {
    readonly summaries: readonly ConnectionSummary[];
    readonly current: string;
  };
  readonly targets: PayloadTargets;
  readonly pensionWriter: () => Promise<PensionWriter>;
  readonly ticket: () => TicketOptions;
  /** Starts the sandbox of this window where it does not run. */
  readonly startSandbox: () => Promise<SandboxFacts>;
}
