import type * as vscode from "vscode";
import type { DriftWatch } from "../../../definitions/common/drift/drift";
import type { Clock } from "../../../../platform/base/clock";
import type { Log } from "../../../../platform/base/log";
import type { PensionRecords } from "../../common/writing/records";
import type { ServiceClient } from "../../../../platform/service/client";
import type { Commands } from "../../../../platform/vscode/commands";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import type { Privacy } from "../../../../platform/vscode/privacy";
import type { TypedMemento } from "../../../../platform/vscode/state";
import type { RequestArgument } from "../../../../manifest";
import type { ClientNames } from "../clientName";
import type { ConnectionNames } from "../targetConnection";
import type { PayloadTargets } from "../targets";

/** What helps while payloads are typed is made of. */
export interface EditingServices extends ClientNames, ConnectionNames {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly privacy: Privacy;
  readonly state: TypedMemento;
  readonly clock: Clock;
  readonly log: Log;
  /** Path of the program that checks long payloads. */
  readonly checksWorker: string;
  readonly targets: Pick<PayloadTargets, "of" | "onDidChange">;
  readonly records: Pick<PensionRecords, "of" | "get" | "text">;
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
  readonly onDidChangeDefinition: vscode.Event<unknown>;
  readonly drift: Pick<DriftWatch, "of" | "onDidChange">;
  /** Fires when another connection is the one in use, among others. */
  readonly onDidChange: vscode.Event<void>;
  readonly client: (connectionId: string) => Promise<ServiceClient>;
  /** Whether a call would neither sign anybody in nor start anything. */
  readonly mayCall: (connectionId: string) => boolean;
  readonly showAnswer: (name: string, bytes: Uint8Array, call?: RequestArgument) => vscode.Uri;
  /** Fires when a connection leads elsewhere, or what it showed counts no more. */
  readonly onDidReplace: vscode.Event<unknown>;
}
