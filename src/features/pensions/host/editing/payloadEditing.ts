import type * as vscode from "vscode";
import { createPayloadChecks } from "../../common/checks/payloadChecks";
import { payloadSchema } from "../../common/checks/payloadSchema";
import { DisposableStore } from "../../../../platform/vscode/disposables";
import { translate } from "../../../../platform/vscode/translate";
import { IdDefinitions } from "./definitions";
import { DriftProblems } from "./driftProblems";
import { PayloadFixes } from "./fixes";
import { IdHovers } from "./hovers";
import { PayloadProblems } from "./problems";
import { openSchemas, SchemaProblems } from "./schemaProblems";
import type { EditingServices } from "./services";

/** What helps while payloads are typed; loaded with the first of them. */
export class PayloadEditing implements vscode.Disposable {
  private readonly store = new DisposableStore();
  readonly fixes: PayloadFixes;
  readonly hovers: IdHovers;
  readonly definitions: IdDefinitions;

  constructor(private readonly services: EditingServices) {
    const { checksWorker: worker, clock, log } = services;
    const checks = createPayloadChecks({ worker, clock, log });
    this.store.add({ dispose: () => void checks.dispose() });
    this.store.add(new DriftProblems(services));
    this.store.add(new SchemaProblems(services));
    const problems = this.store.add(new PayloadProblems(services, checks));
    this.fixes = new PayloadFixes(problems);
    this.hovers = new IdHovers(services);
    this.definitions = this.store.add(new IdDefinitions(services));
  }

  /**
   * The schema of payloads. The editor's service takes one for all files: where those that are open
   * follow definitions that differ, it says nothing of any of them, and `SchemaProblems` does.
   */
  async schema(): Promise<Uint8Array> {
    const [schema = "", ...others] = await openSchemas(this.services);
    return new TextEncoder().encode(others.length === 0 ? schema : payloadSchema("{}", translate));
  }

  dispose(): void {
    this.store.dispose();
  }
}
