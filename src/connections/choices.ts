import type { Networking } from "../core/connection";
import type { TypedMemento } from "../host/state";

/** What the user chose for connections whose records are issued, by connection id. */
export class ConnectionChoices {
  constructor(private readonly state: TypedMemento) {}

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
}
