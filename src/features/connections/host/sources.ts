import type * as vscode from "vscode";
import {
  type Connection,
  type ConnectionState,
  type IssuedConnection,
  type SecretsSource,
} from "../../../platform/base/connection";
import { fingerprintOf } from "../../../platform/base/keyFingerprint";
import type { EnteredSecrets } from "../common/enteredSecrets";
import type { Validity, ClientSource } from "./clientSlot";

/** Where the sandbox's connection comes from. */
export interface ConnectionSource {
  /** Starts what has to run; throws kind `sandbox`. */
  issue(): Promise<IssuedConnection>;
  /** What was issued last and still holds. */
  readonly current: IssuedConnection | undefined;
  readonly isStarting: boolean;
  /** The error that stands in the way; then nothing starts it but the user's own wish. */
  readonly obstacle: unknown;
  /** Starts it as the user wishes. */
  start(): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

/** What both kinds of connection need to get at their secrets. */
export interface SupplyParts {
  readonly entered: EnteredSecrets;
}

/** The sandbox's: issued with its secrets, which the user may have replaced by others. */
export async function issuedSupply(
  source: ConnectionSource,
  { entered }: SupplyParts,
  adjust: (connection: Connection) => Connection,
): Promise<ClientSource> {
  const issued = await source.issue();
  const connection = adjust(issued.connection);
  const secrets: SecretsSource = async (use) => ({
    ...issued.secrets,
    ...(await entered.read(connection, use)),
  });
  return {
    connection,
    secrets,
    fingerprint: async () => fingerprintOf((await secrets()).subscriptionKey),
    validity: () => validityOf(issued, source.current),
  };
}

/** One of the user's own: all its secrets were entered. */
export function storedSupply(
  connection: Connection,
  { entered }: SupplyParts,
  now: () => Connection | undefined,
): ClientSource {
  return {
    connection,
    secrets: (use) => entered.demand(connection, use),
    fingerprint: () => entered.readFingerprint(connection),
    validity: () => (now() === connection ? "inForce" : "changed"),
  };
}

/** Whether a source can be called, in the words of the tree. */
export function stateOf(source: ConnectionSource): ConnectionState {
  if (source.current !== undefined) {
    return "ready";
  }
  if (source.isStarting) {
    return "starting";
  }
  return source.obstacle === undefined ? "idle" : "stopped";
}

/** Another way to sign in leaves the data as they are; another start does not. */
function validityOf(issued: IssuedConnection, current: IssuedConnection | undefined): Validity {
  if (issued === current) {
    return "inForce";
  }
  return issued.connection.baseUrl === current?.connection.baseUrl &&
    issued.secrets.subscriptionKey === current.secrets.subscriptionKey
    ? "changed"
    : "otherService";
}
