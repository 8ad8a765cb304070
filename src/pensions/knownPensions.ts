import * as vscode from "vscode";
import type { PensionIdentity } from "../core/pensions/target";

/** How a pension became known through a connection in this window. */
export interface KnownPension {
  readonly pensionId: string;
  readonly how: "read" | "written";
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** More are forgotten, the oldest first: this is a memory aid, not an archive. */
const KEPT_PENSIONS = 1000;

/**
 * The pensions that were read or written through a connection. The service has no list of
 * pensions, so this is all that is known of them beside payload files.
 */
export class KnownPensions implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly pensions = new Map<string, KnownPension & { key: string }>();

  of(connectionId: string, clientId: string): readonly KnownPension[] {
    const key = keyOf(connectionId, clientId);
    return [...this.pensions.values()].filter((pension) => pension.key === key);
  }

  /** How many were written through a connection. */
  writtenCount(connectionId: string): number {
    const ofConnection = [...this.pensions.values()].filter(({ key }) =>
      key.startsWith(`${connectionId}/`),
    );
    return ofConnection.filter(({ how }) => how === "written").length;
  }

  note(connectionId: string, identity: PensionIdentity, how: KnownPension["how"]): void {
    const key = keyOf(connectionId, identity.clientId);
    const id = `${key}/${identity.pensionId}`;
    // Taken out first, so that the map's order is the order of the last mention.
    this.pensions.delete(id);
    this.pensions.set(id, { key, pensionId: identity.pensionId, how, at: Date.now() });
    for (const oldest of this.pensions.keys()) {
      if (this.pensions.size <= KEPT_PENSIONS) {
        break;
      }
      this.pensions.delete(oldest);
    }
    this.changed.fire();
  }

  /** What was written to a service that is gone is not there in the next one. */
  forget(connectionId: string): void {
    for (const [id, { key }] of this.pensions) {
      if (key.startsWith(`${connectionId}/`)) {
        this.pensions.delete(id);
      }
    }
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }
}

function keyOf(connectionId: string, clientId: string): string {
  return `${connectionId}/${clientId.toLowerCase()}`;
}
