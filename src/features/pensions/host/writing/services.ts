import type * as vscode from "vscode";
import type { Connection } from "../../../../platform/base/connection";
import type { PayloadFindings } from "../../texts/findingLines";
import type { PensionKey, PensionRecords } from "../../common/writing/records";
import type { PensionWriter } from "../../common/writing/writer";
import type { ServiceClient } from "../../../../platform/service/client";
import type { DescribeError } from "../../../../platform/vscode/errorMessages";
import type { Privacy } from "../../../../platform/vscode/privacy";
import type { RequestArgument } from "../../../../manifest";
import type { TargetServices } from "../chooseTarget";
import type { SentThrough } from "./findings";

/** What the commands that read and write pensions need. */
export interface WritingServices extends TargetServices {
  readonly privacy: Privacy;
  readonly records: PensionRecords;
  /** When the provider's list last named a pension, as far as the tree has loaded it. */
  readonly listedAt: (pension: PensionKey) => number | undefined;
  readonly writer: () => Promise<PensionWriter>;
  /** A connection with its client. */
  readonly open: (
    connectionId: string,
  ) => Promise<{ readonly connection: Connection; readonly client: ServiceClient }>;
  readonly describe: DescribeError;
  readonly keyFingerprint: (connectionId: string) => string | undefined;
  /** What is to be said of a key that stands under another label too; undefined where it does not. */
  readonly sameKeyWarning: (connectionId: string) => string | undefined;
  /** What there is to say of a payload before it leaves through a connection. */
  readonly findings: (text: string, through: SentThrough) => Promise<PayloadFindings>;
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
  /** Keeps a text of the service, masked while privacy mode is on. */
  readonly showAnswer: (name: string, bytes: Uint8Array, call?: RequestArgument) => vscode.Uri;
  /** Keeps a text of the explorer's own, which was masked or not when it was made. */
  readonly showText: (name: string, bytes: Uint8Array, isMasked: boolean) => vscode.Uri;
}
