import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import { createPayloadChecks, type PayloadChecks } from "../common/checks/payloadChecks";
import { compareThreeWay } from "../common/compare/threeWay";
import type { PensionIdentity } from "../common/target";
import { pensionSchema } from "../common/template";
import type { NodeArgument, PensionArgument } from "../../../manifest";
import { chooseTarget } from "./chooseTarget";
import { duplicatePayload } from "./duplicatePayload";
import { askClient, newPayload, pickPayload } from "./openCommands";
import type { PensionsServices } from "./services";
import { ServiceProblems } from "./serviceProblems";
import { CompareCommands } from "./writing/compareCommands";
import { findingsOf, type FindingSources } from "./writing/findings";
import { payloadOf, payloadPlaceOf, type PensionPlace, placeOf } from "./writing/places";
import type { WritingServices } from "./writing/services";
import { WriteCommands } from "./writing/writeCommands";
import { openWrittenPayload } from "./createPayload";

/** The commands on payloads, by what they are given: an address, a node of the tree, nothing. */
export class PayloadCommands {
  private readonly comparing: CompareCommands;
  private readonly writing: WriteCommands;
  private readonly failed = new WeakMap<object, PensionPlace>();
  private readonly problems: ServiceProblems;
  private readonly checks: PayloadChecks;
  private readonly services: PensionsServices & WritingServices;

  constructor(services: PensionsServices) {
    const { checksWorker: worker, log, definition } = services;
    this.checks = createPayloadChecks({ worker, log, clock: SYSTEM_CLOCK });
    const check: FindingSources["check"] = (text, context) => this.checks.check(text, context);
    this.services = {
      ...services,
      findings: (text, through) => findingsOf({ definition, check }, text, through),
    };
    this.comparing = new CompareCommands(this.services);
    this.writing = new WriteCommands(this.services, this.comparing);
    this.problems = new ServiceProblems(services);
  }

  dispose(): void {
    this.comparing.dispose();
    this.problems.dispose();
    void this.checks.dispose();
  }

  async begin(argument: NodeArgument | PensionArgument | undefined): Promise<void> {
    await newPayload(this.services, await this.client(argument));
  }

  async open(argument: NodeArgument | PensionArgument | undefined): Promise<void> {
    await pickPayload(this.services, await this.client(argument));
  }

  async openWritten(identity: PensionIdentity, text: string): Promise<void> {
    await openWrittenPayload(this.services, identity, text);
  }

  async duplicate(resource: unknown): Promise<void> {
    await duplicatePayload(this.services, resource);
  }

  async put(resource: unknown): Promise<void> {
    const place = await payloadPlaceOf(this.services, resource);
    const { document } = place;
    this.problems.clear(document);
    // What is sent: it may be edited before the answer comes.
    const text = document.getText();
    try {
      await this.remembering(place, () => this.writing.put(place));
    } catch (error) {
      await this.problems.showServiceProblems(document, text, error);
      throw error;
    }
  }

  async undo(resource: unknown): Promise<void> {
    const place = await placeOf(this.services, resource);
    await this.remembering(place, () => this.writing.undo(place));
  }

  async delete(resource: unknown): Promise<void> {
    const place = await placeOf(this.services, resource);
    await this.remembering(place, () => this.writing.delete(place));
  }

  async dryRun(resource: unknown): Promise<void> {
    await this.comparing.dryRun(await payloadPlaceOf(this.services, resource));
  }

  async compare(resource: unknown): Promise<void> {
    await this.comparing.compare(await payloadPlaceOf(this.services, resource));
  }

  async show(resource: unknown): Promise<void> {
    await this.comparing.show(await placeOf(this.services, resource));
  }

  async takeOver(resource: unknown): Promise<void> {
    const place = await payloadPlaceOf(this.services, resource);
    await this.remembering(place, () => this.comparing.takeOver(place));
  }

  /** Looks at the pension whose write failed with an error, beside its payload if it has one. */
  async compareFailed(error: unknown): Promise<undefined> {
    const failed = typeof error === "object" && error !== null ? this.failed.get(error) : undefined;
    if (failed === undefined) {
      await this.compare(undefined);
    } else if (failed.document === undefined) {
      await this.comparing.show(failed);
    } else {
      await this.comparing.compare({ ...failed, document: failed.document });
    }
    return undefined;
  }

  /** True when a target was chosen. */
  async changeTarget(resource: unknown): Promise<boolean> {
    const document = await payloadOf(this.services, resource);
    return (await chooseTarget(this.services, document.uri)) !== undefined;
  }

  /** By the time that its message is answered, another editor may be in front. */
  private async remembering(place: PensionPlace, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (typeof error === "object" && error !== null) {
        this.failed.set(error, place);
      }
      throw error;
    }
  }

  private async client(
    argument: NodeArgument | PensionArgument | undefined,
  ): Promise<PensionArgument> {
    const { pensionOf, defaultConnection } = this.services;
    const found = argument !== undefined && "nodeId" in argument ? pensionOf(argument) : argument;
    return found ?? askClient(this.services, defaultConnection().id);
  }
}

/** Whether a payload says something else than a version of the service; so does half a payload. */
export function payloadDiffers(payload: string, version: string, definition: string): boolean {
  try {
    const schema = pensionSchema(definition);
    return compareThreeWay({ mine: payload, theirs: version, schema }).changes > 0;
  } catch {
    return true;
  }
}
