import * as vscode from "vscode";
import type { Batches } from "../../common/batch";
import { createBatches } from "../../common/createBatches";
import { createVersionReads } from "../../common/createVersionReads";
import type { VersionReads } from "../../common/versionReads";
import { DisposableStore } from "../../../../platform/vscode/disposables";
import { environmentIcon, environmentWord } from "../../../../platform/vscode/words";
import { PensionChanges } from "../pensionChanges";
import type { BatchServices } from "./batchServices";
import { BatchesView } from "./batchesView";
import { PlanPanels } from "./planPanels";
import { countText } from "../../../../platform/vscode/formats";

/** What plans and their writes are made of in a window. */
export interface BatchParts extends vscode.Disposable {
  readonly services: BatchServices;
  /** What the service said of pensions in this window. */
  readonly reads: VersionReads;
  readonly pending: PensionChanges;
  readonly batches: Batches;
  readonly panels: PlanPanels;
  readonly view: BatchesView;
}

/** `restored` is done when the batches of the workspace are there. */
export function createBatchParts(
  services: BatchServices,
  restored: () => Promise<void>,
): BatchParts {
  const store = new DisposableStore();
  const { records, clock } = services;
  const reads = createVersionReads({ records, clock });
  const pending = store.add(new PensionChanges({ ...services, reads }));
  const batches = batchesOf(services, pending);
  const panels = store.add(panelsOf(services, batches));
  const view = store.add(viewOf({ services, batches, pending, restored }));
  const draw = (): void => view.refresh();
  [batches, pending, services.privacy, reads].forEach((part) => store.add(subscribe(part, draw)));
  store.add(services.onDidReplace(({ connectionId }) => reads.forget(connectionId)));
  const dispose = (): void => {
    // The write on its way is told of by the records, where the window does not wait for it.
    void batches.dispose();
    store.dispose();
  };
  return { services, reads, pending, batches, panels, view, dispose };
}

interface Changing {
  onDidChange(listener: () => void): { dispose(): void };
}

function subscribe(part: Changing, changed: () => void): vscode.Disposable {
  return part.onDidChange(changed);
}

function batchesOf(services: BatchServices, pending: Pick<PensionChanges, "source">): Batches {
  return createBatches({
    ...services,
    fileOf: async (file) => {
      const uri = vscode.Uri.parse(file, true);
      const source = await pending.source(uri);
      return source && { text: source.text, target: services.targets.of(uri) };
    },
    keyOf: (connectionId) => services.keyFingerprint(connectionId),
    clean: (text) => services.translateSent("{0}", text),
    titles: { write: vscode.l10n.t("PUT pension"), read: vscode.l10n.t("Read pension") },
  });
}

function panelsOf(services: BatchServices, batches: Batches): PlanPanels {
  return new PlanPanels({
    ...{ services, batches },
    target: (connectionId) => {
      const found = services.connections().find(({ id }) => id === connectionId);
      return (
        found && {
          label: found.label,
          environment: environmentWord(found.environment),
          icon: environmentIcon(found.environment),
        }
      );
    },
    planAgain: (batchId) => {
      const id = "financialPlanning.changes.plan";
      // Commands have a catch of their own: what fails is told there.
      vscode.commands.executeCommand(id, { batchId }).then(undefined, () => undefined);
    },
  });
}

interface ViewParts extends Pick<BatchParts, "services" | "batches" | "pending"> {
  readonly restored: () => Promise<void>;
}

function viewOf({ services, batches, pending, restored }: ViewParts): BatchesView {
  return new BatchesView({
    ...{ ...services, batches },
    connection: (id) => services.connections().find((one) => one.id === id)?.name,
    ready: async () => {
      // Seeing this view opens source control; what was planned before is shown at once.
      pending.open().catch((error: unknown) => {
        services.log.warn("pensions: payloads were not listed", { error: String(error) });
      });
      await restored();
    },
    message: () => messageOf(pending),
  });
}

/** What was not read is said where everybody sees it, with the way to read it. */
function messageOf({ notRead, payloads }: PensionChanges): string | undefined {
  if (notRead === 0) {
    return undefined;
  }
  return payloads.length === 1
    ? vscode.l10n.t("1 pension was not read yet. 'Read Pensions of the Service' reads it.")
    : vscode.l10n.t(
        "Pensions that were not read yet: {0} of {1}. 'Read Pensions of the Service' reads them.",
        ...[notRead, payloads.length].map(countText),
      );
}
