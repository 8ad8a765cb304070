import type { ConnectionSummary, Environment } from "../../../platform/base/connection";
import type { PayloadTarget } from "../common/target";
import { connectionName } from "../../../platform/vscode/words";

/** A connection as lines and choices name it. */
export interface NamedConnection {
  readonly id: string;
  /** "Acme development". */
  readonly label: string;
  /** "Acme development · Development". */
  readonly name: string;
  readonly environment: Environment;
}

/** A connection as it is named. */
function namedConnection(summary: ConnectionSummary): NamedConnection {
  const { id, label, environment } = summary;
  return { id, label, name: connectionName(summary), environment };
}

export interface ConnectionNames {
  /** The one in use. */
  readonly defaultConnection: () => NamedConnection;
  readonly connections: () => readonly NamedConnection[];
}

/**
 * The connection that a payload goes through: the one in use, or the one that it is bound to.
 * Undefined where that is gone: another one never takes its place by itself.
 */
export function targetConnection(
  { defaultConnection, connections }: ConnectionNames,
  target: PayloadTarget | undefined,
): NamedConnection | undefined {
  return target?.connectionId === undefined
    ? defaultConnection()
    : connections().find(({ id }) => id === target.connectionId);
}

/** Where payloads can go, by the connections that there are. */
export function connectionNames({
  connections,
}: {
  readonly connections: {
    readonly current: string;
    readonly summaries: readonly ConnectionSummary[];
    summary(id: string): ConnectionSummary;
  };
}): ConnectionNames {
  return {
    defaultConnection: () => namedConnection(connections.summary(connections.current)),
    connections: () => connections.summaries.map(namedConnection),
  };
}
