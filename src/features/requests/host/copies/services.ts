import type { ConnectionSummary } from "../../../../platform/base/connection";
import type { Redactor } from "../../../../platform/base/redactor";
import type { History } from "../../common/history";
import type { CallsInFront } from "../../common/meantCall";
import type { ServiceClient } from "../../../../platform/service/client";
import type { Commands } from "../../../../platform/vscode/commands";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import type { Privacy } from "../../../../platform/vscode/privacy";

/** The folder that the last fixture of this workspace was saved in, as an address. */
export interface FixtureFolder {
  get(): string | undefined;
  set(folder: string): Promise<void>;
}

/** What tickets, evidence and copies of requests need from the rest; wired in `extension.ts`. */
export interface CopiesServices extends CallsInFront {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly history: Pick<History, "get" | "last" | "bodies">;
  /** Undefined when the connection is not there any more. */
  readonly connection: (connectionId: string) => ConnectionSummary | undefined;
  /** Asked for live credentials, after the user agreed. */
  readonly client: (connectionId: string) => Promise<ServiceClient>;
  /** The log of this window, the oldest line first. */
  readonly logLines: () => readonly string[];
  readonly redactor: Redactor;
  readonly privacy: Privacy;
  /** Text that a connection lives by (OpenAPI 3.1, JSON). */
  readonly definition: (connectionId: string) => Promise<string>;
  /** Path of the program that writes types. */
  readonly typesWorker: string;
  /** The same of the one that masks. */
  readonly maskWorker: string;
  readonly fixtureFolder: FixtureFolder;
  /** Of the extension. */
  readonly version: string;
}
