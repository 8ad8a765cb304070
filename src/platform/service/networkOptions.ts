import type { Locks } from "../files/locks/locks";
import type { Connection, SecretsSource } from "../base/connection";
import type { PermitCheck } from "../http/seal";
import type { Clock } from "../base/clock";
import type { ProxySettings } from "../http/proxySettings";
import type { NameLookup } from "../http/route";
import type { Redactor } from "../base/redactor";
import type { Log } from "../base/log";
import type { Action } from "../base/action";
import type { RunningActions } from "../base/runningActions";
import type { KeptBodies, TraceOptions } from "../http/recorder";
import type { Session } from "../base/session";
import type { SecretStore } from "../base/secretStore";

/** Limits of every call; read anew for each. Times in milliseconds, size in decoded bytes. */
export interface Limits {
  readonly attemptMilliseconds: number;
  readonly actionMilliseconds: number;
  readonly bodyBytes: number;
  /** Requests of one connection that may be on the wire at once. */
  readonly concurrentRequests: number;
}

export interface NetworkOptions {
  readonly log: Log;
  readonly redactor: Redactor;
  readonly permits: PermitCheck;
  readonly tokens: SecretStore;
  /** What rotates or is used once is touched by one window at a time. */
  readonly locks: Locks;
  /** Text that a connection lives by (OpenAPI 3.1, JSON); asked at each call. */
  readonly definition: (connectionId: string) => string;
  readonly limits: () => Limits;
  readonly trace: () => TraceOptions;
  /** Read when a connection is opened: who changes them opens it anew. */
  readonly proxy: () => ProxySettings;
  /** Where calls can be ended by their action. */
  readonly running?: RunningActions;
  /** Called with each state of an action: after every attempt and each change of progress. */
  readonly onAction: (action: Action) => void;
  /** Called with the bodies of every attempt, as they went and came. */
  readonly onBodies?: (kept: KeptBodies) => void;
  /** Of the extension, for the user agent. */
  readonly version: string;
  /** Path of `jsonIndexWorker.js`; without it long answers are read where they arrive. */
  readonly jsonWorker?: string;
  /** The machine's time where none is given. */
  readonly clock?: Clock;
  /** Where host names are looked up; the machine's own way where none is given. */
  readonly lookup?: NameLookup;
  /** From 0 to below 1; `Math.random` where none is given. */
  readonly random?: () => number;
}

export interface ClientOptions {
  readonly connection: Connection;
  /** The stored connection whose definition it follows; its own where absent. */
  readonly follows?: string | undefined;
  /** Of the one key that the client sends, as far as it is known. */
  readonly keyFingerprint?: string | undefined;
  readonly secrets: SecretsSource;
  readonly onSession: (session: Session | undefined) => void;
}
