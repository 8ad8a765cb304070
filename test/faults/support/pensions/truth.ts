import type { FaultRule } from "../../../../src/features/sandbox/messages/sandboxFaults";
import { Caller, type SandboxUnderTest } from "../../../unit/support/sandboxProcess";

/** A pension as the service holds it. */
export interface Held {
  readonly text: string;
  readonly tag: string | undefined;
}

/**
 * What the sandbox holds, read and written past everything that is under test. Its paths have the
 * client's id in capitals, which are the same to the service and meet no fault: faults name the
 * path in small letters.
 */
export class Truth {
  private constructor(
    private readonly sandbox: SandboxUnderTest,
    private readonly caller: Caller,
    readonly clientId: string,
  ) {}

  static async of(sandbox: SandboxUnderTest): Promise<Truth> {
    const caller = await Caller.signIn(sandbox.facts);
    return new Truth(sandbox, caller, await caller.firstClientId());
  }

  /** Undefined where there is no such pension. */
  async held(pensionId: string): Promise<Held | undefined> {
    const { status, text, headers } = await this.caller.call(this.path(pensionId));
    return status === 200 ? { text, tag: headers.etag } : undefined;
  }

  /** As another client of the service. */
  async put(pensionId: string, body: string): Promise<Held> {
    const put = { method: "PUT", body };
    const { status, text, headers } = await this.caller.call(this.path(pensionId), put);
    if (status !== 200 && status !== 201) {
      throw new Error(`the other writer was refused: ${status} ${text}`);
    }
    return { text, tag: headers.etag };
  }

  async delete(pensionId: string): Promise<void> {
    await this.caller.call(this.path(pensionId), { method: "DELETE" });
  }

  /** Lets calls of the product for this pension go wrong, and no others. */
  async setFaults(
    pensionId: string,
    rules: readonly Omit<FaultRule, "path" | "operationId">[],
  ): Promise<void> {
    const path = `*/clients/${this.clientId.toLowerCase()}/pensions/${pensionId}`;
    await this.sandbox.setFaults(rules.map((rule) => ({ ...rule, path })));
  }

  private path(pensionId: string): string {
    return `/finances/v1/clients/${this.clientId.toUpperCase()}/pensions/${pensionId}`;
  }
}
