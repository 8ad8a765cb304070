/** Where an answer differs from the definition. Never an error. */
export interface DriftFinding {
  /** `new`: the definition does not name it; `missing`: required and absent; `type`: another one. */
  readonly kind: "new" | "missing" | "type";
  /** Fields with `[]` for every item: `items[].value.amount`. "" is the whole answer. */
  readonly path: string;
  /** Types as JSON Schema names them: "string", "number or null"; absent where nothing was said. */
  readonly expected?: string;
  /** The type that was seen; absent for what is missing. */
  readonly seen?: string;
  /** Places of this answer that show it. */
  readonly count: number;
}

/** What was found in the answers of one endpoint through one connection, each finding once. */
export interface EndpointDrift {
  readonly connectionId: string;
  readonly operationId: string;
  readonly findings: readonly DriftFinding[];
  /** Answers that were compared since the definition became the active one. */
  readonly answers: number;
  /** Milliseconds since the epoch; the action lets the last answer be opened. */
  readonly lastAt: number;
  readonly lastActionId: string;
}

/** Compares recorded answers with the definition of their connection, in the background. */
export interface DriftWatch {
  /** Of a connection; of all where none is named. */
  all(connectionId?: string): readonly EndpointDrift[];
  of(connectionId: string, operationId: string): EndpointDrift | undefined;
  /** Forgets what was found; of connections that follow another definition it does so itself. */
  clear(): void;
  onDidChange(listener: () => void): { dispose(): void };
  dispose(): void;
}
