import * as vscode from "vscode";
import type { Networking } from "../../../platform/base/connection";
import { decodeSandboxAccess, type SandboxAccess } from "../common/sandboxAccess";
import { decodeSecretMark, type SecretMarks } from "../common/secretMarks";
import type { TypedMemento } from "../../../platform/vscode/state";

/** What the user chose for connections whose records are issued, by connection id. */
export class ConnectionChoices implements vscode.Disposable {
  private readonly accessChanged = new vscode.EventEmitter<void>();
  readonly onDidChangeSandboxAccess = this.accessChanged.event;

  constructor(private readonly state: TypedMemento) {}

  get sandboxAccess(): SandboxAccess {
    return decodeSandboxAccess(this.state.get("sandbox.access"));
  }

  async setSandboxAccess(access: SandboxAccess): Promise<void> {
    await this.state.set("sandbox.access", access);
    this.accessChanged.fire();
  }

  resultsPrefix(id: string): string | undefined {
    return this.state.get("connections.resultsPrefix")[id];
  }

  async setResultsPrefix(id: string, prefix: string): Promise<void> {
    const all = this.state.get("connections.resultsPrefix");
    await this.state.set("connections.resultsPrefix", { ...all, [id]: prefix });
  }

  networking(id: string): Networking | undefined {
    return this.state.get("connections.networking")[id];
  }

  async setNetworking(id: string, networking: Networking): Promise<void> {
    const all = this.state.get("connections.networking");
    await this.state.set("connections.networking", { ...all, [id]: networking });
  }

  dispose(): void {
    this.accessChanged.dispose();
  }
}

/** Marks of stored secrets in the editor's state; what is damaged there counts as none. */
export function createSecretMarks(state: TypedMemento): SecretMarks {
  const all = (): Readonly<Record<string, unknown>> => state.get("connections.secretMarks");
  return {
    read: (id) => (Object.hasOwn(all(), id) ? decodeSecretMark(all()[id]) : undefined),
    write: async (id, mark) => {
      const others = Object.entries(all()).filter(([known]) => known !== id);
      const marks = mark === undefined ? others : [...others, [id, mark] as const];
      await state.set("connections.secretMarks", Object.fromEntries(marks));
    },
  };
}
