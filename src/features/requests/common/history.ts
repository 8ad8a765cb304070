import type { Environment } from "../../../platform/base/connection";
import type { KnownIds } from "./knownIds";
import type { Action, AttemptBodies } from "../../../platform/base/action";

/** How actions ended, as the filter of the view names it. */
export type Outcome = "running" | "succeeded" | "retried" | "failed" | "canceled";

/** Which actions are wanted; what is absent does not restrict. */
export interface HistoryFilter {
  /** In titles, path templates, connection labels, statuses and ids; case does not matter. */
  readonly text?: string;
  readonly outcome?: Outcome;
  readonly connectionId?: string;
  /** Milliseconds since the epoch. */
  readonly since?: number;
}

export interface HistoryPage {
  /** How many actions pass the filter. */
  readonly total: number;
  /** Newest first. */
  readonly actions: readonly Action[];
}

export interface KnownConnection {
  readonly id: string;
  readonly label: string;
  readonly environment: Environment;
}

/** A place where an id was met. */
export interface FoundId {
  readonly action: Action;
  readonly what: "traceId" | "requestId" | "errorId" | "actionId";
  /** Number of the attempt; absent for ids of the whole action. */
  readonly attempt?: number;
}

/** Every action that is known, of this window and of others, newest first. */
export interface History {
  readonly size: number;
  get(actionId: string): Action | undefined;
  /** The newest action of this window. */
  readonly last: Action | undefined;
  query(filter: HistoryFilter, from: number, count: number): HistoryPage;
  /** Done when what is on disk has been read, all of it until now. */
  ready(): Promise<void>;
  /** Where an id stands, whole or its beginning of at least 8 characters; newest first. */
  find(id: string): readonly FoundId[];
  /** Every id of actions and attempts, for texts that are full of ids. */
  readonly ids: KnownIds;
  /** The connections that occur, in the order of their last use. */
  readonly connections: readonly KnownConnection[];
  /** Bodies of an attempt, as long as they are kept. */
  bodies(actionId: string, attempt: number): Promise<AttemptBodies | undefined>;
  /** Fires after each change; with the id when one action changed. */
  onDidChange(listener: (actionId: string | undefined) => void): { dispose(): void };
  /**
   * Forgets everything, here, on disk and in other windows; what is running stays.
   * @throws AppError `requests/notCleared` where the disk kept something
   */
  clear(): Promise<void>;
}
