import type { Connection, ConnectionSummary } from "../../../platform/base/connection";
import type { Clock } from "../../../platform/base/clock";
import type { Masking } from "../../../platform/base/masking";
import type { ErrorText } from "../../../platform/texts/errorText";
import type { Translate } from "../../../platform/texts/words";
import type { ServiceClient } from "../../../platform/service/client";
import type { ListRules } from "../../lists/common/listRules";
import type { RuleId } from "../../pensions/common/checks/findings";
import type { PayloadTarget } from "../../pensions/common/target";
import type { PensionWriter } from "../../pensions/common/writing/writer";
import type { Wording } from "../../pensions/texts/wording";
import type { History } from "../../requests/common/history";
import type { TicketOptions } from "../../requests/common/ticket";
import type { Pseudonyms } from "./pseudonyms";

/** Whether assistants get data, and which. */
export type DataMode = "off" | "masked" | "asItIs";

/** What payload files are written with. */
export interface PayloadServices {
  /**
   * Makes a file that is not there. One that is there is replaced if the user says yes.
   * Throws `assistants/fileThere` where nobody can be asked, and kind `canceled` for a no.
   */
  write(target: PayloadTarget, text: string): Promise<WrittenFile>;
  /** Rules that the user switched off. */
  readonly rulesOff: () => readonly RuleId[];
  readonly writer: () => Promise<Pick<PensionWriter, "dryRun">>;
}

export interface WrittenFile {
  /** Relative to the workspace, with slashes. */
  readonly path: string;
  readonly outcome: "created" | "replaced";
}

/** What tools need of the editor, or of the program that serves them outside of one. */
export interface ToolServices {
  readonly connections: () => readonly ConnectionSummary[];
  /** Id of the one that is meant where none is named. */
  readonly currentConnection: () => string;
  /** Starts the sandbox where it is meant; signs nobody in. */
  readonly open: (
    connectionId: string,
  ) => Promise<{ readonly connection: Connection; readonly client: ServiceClient }>;
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string) => Promise<string>;
  readonly rules: (connectionId: string, operationId: string) => ListRules;
  readonly history: Pick<History, "ready" | "find" | "bodies" | "size">;
  /** Masks in any case; the pseudonyms are those of privacy mode. */
  readonly masking: () => Masking;
  readonly pseudonyms: () => Pseudonyms;
  readonly mode: () => DataMode;
  /** Whether data of this connection may be told as they are; may ask the user. */
  readonly mayTellAsItIs: (connection: ConnectionSummary) => Promise<boolean>;
  /** Takes secrets out of what a server sent. */
  readonly redact: (text: string) => string;
  readonly translate: Translate;
  readonly describeError: (error: unknown, t: Translate) => Promise<ErrorText>;
  readonly ticket: () => TicketOptions;
  /** BCP 47 tag of the language of `translate`. */
  readonly language: string;
  readonly times: Pick<Wording, "time" | "exactTime">;
  readonly clock: Clock;
  /** Undefined where no file may be written. */
  readonly payloads: PayloadServices | undefined;
}
