import type { RetryWait } from "../../../platform/http/retry";
import type { ServiceClient } from "../../../platform/service/client";
import type { PensionKey } from "../../pensions/common/writing/records";
import type { CurrentVersion } from "../../pensions/common/writing/writer";

/** How many pensions are read, and by what. */
export interface ReadManyOptions {
  readonly open: (connectionId: string) => Promise<{ readonly client: ServiceClient }>;
  readonly signal: AbortSignal;
  /** Of the action that reads; each connection has one of its own. */
  readonly title: string;
  /** The trace id that all of them carry; one for all of this reading where it is absent. */
  readonly traceId?: string | undefined;
  readonly onProgress?: (done: number, of: number) => void;
  readonly onWait?: (wait: RetryWait) => void;
}

/** What reading many came to. */
export interface ReadMany {
  /** Those that the service was asked for, whatever it said. */
  readonly read: number;
  /** Those that were not asked for: their connection, or the user, ended it. */
  readonly left: number;
  /** The first error of each connection whose reading ended with one. */
  readonly errors: readonly unknown[];
}

/** What the service said of pensions in this window; in memory alone. */
export interface VersionReads {
  get(key: PensionKey): CurrentVersion | undefined;
  note(key: PensionKey, version: CurrentVersion): void;
  /**
   * Reads pensions after what the user looks at, a few at a time; each is told of as it comes. A
   * service that says it lets no pensions be read (405, 501) is not asked for the others; what fails
   * for the network or for credentials, or at the service several times in a row, ends the reading of
   * that connection. One that is being read already is waited for. Never throws but `canceled`.
   */
  read(keys: readonly PensionKey[], options: ReadManyOptions): Promise<ReadMany>;
  forget(connectionId: string): void;
  onDidChange(listener: (key: PensionKey | undefined) => void): { dispose(): void };
}
