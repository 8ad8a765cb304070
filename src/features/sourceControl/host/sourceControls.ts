import * as vscode from "vscode";
import { PAYLOAD_GROUPS, type PayloadGroup } from "../common/state";
import { groupOf } from "../common/stateOf";
import { groupLabel } from "../texts/planWords";
import { translate } from "../../../platform/vscode/translate";
import { SOURCE_CONTROL } from "../../../manifest";
import type { PendingPayload } from "./pendingPensions";
import { plainText } from "../../../platform/base/plainText";

/** A payload as the view of source control lists it. */
interface PayloadResource extends vscode.SourceControlResourceState {
  readonly payload: PendingPayload;
}

interface Control {
  readonly folder: vscode.WorkspaceFolder;
  readonly control: vscode.SourceControl;
  readonly groups: Readonly<Record<PayloadGroup, vscode.SourceControlResourceGroup>>;
}

/** One provider of source control for each workspace folder that has payloads. */
export class SourceControls implements vscode.Disposable {
  private readonly controls = new Map<string, Control>();
  private readonly listed = new WeakMap<
    vscode.SourceControlResourceGroup,
    readonly PayloadResource[]
  >();

  constructor(private readonly quickDiff: () => vscode.QuickDiffProvider | undefined) {}

  /** Folders come and go with their payloads; all that are given are of open folders. */
  show(payloads: readonly PendingPayload[]): void {
    const byFolder = Map.groupBy(payloads, ({ folder }) => folder.uri.toString());
    for (const [name, { control }] of this.controls) {
      if (!byFolder.has(name)) {
        control.dispose();
        this.controls.delete(name);
      }
    }
    for (const [name, ofFolder] of byFolder) {
      const [first] = ofFolder;
      if (first !== undefined) {
        const shown = this.controls.get(name) ?? this.make(first.folder);
        this.controls.set(name, shown);
        this.fill(shown, ofFolder);
      }
    }
  }

  /** The marks beside changed lines come and go with what may be shown. */
  renewQuickDiff(): void {
    for (const { control } of this.controls.values()) {
      setQuickDiff(control, this.quickDiff());
    }
  }

  get folders(): readonly vscode.WorkspaceFolder[] {
    return [...this.controls.values()].map(({ folder }) => folder);
  }

  /** The folder of the provider, or of one of its groups, that a command was given. */
  folderOf(value: unknown): vscode.WorkspaceFolder | undefined {
    return [...this.controls.values()].find(
      ({ control, groups }) =>
        control === value ||
        Object.values(groups).includes(value as vscode.SourceControlResourceGroup),
    )?.folder;
  }

  /** The payloads of the group that a command was given; undefined for anything else. */
  payloadsOfGroup(value: unknown): readonly PendingPayload[] | undefined {
    const groups = [...this.controls.values()].flatMap((shown) => Object.values(shown.groups));
    const group = groups.find((one) => one === value);
    return group && this.listed.get(group)?.map(({ payload }) => payload);
  }

  dispose(): void {
    this.controls.forEach(({ control }) => control.dispose());
    this.controls.clear();
  }

  private make(folder: vscode.WorkspaceFolder): Control {
    const label = vscode.l10n.t("Pensions");
    const control = vscode.scm.createSourceControl(SOURCE_CONTROL, label, folder.uri);
    control.inputBox.visible = false;
    setQuickDiff(control, this.quickDiff());
    const group = (id: PayloadGroup): vscode.SourceControlResourceGroup => {
      const made = control.createResourceGroup(id, groupLabel(id, { t: translate }));
      made.hideWhenEmpty = id !== "changes";
      return made;
    };
    // In this order they are shown.
    const groups = Object.fromEntries(PAYLOAD_GROUPS.map((id) => [id, group(id)]));
    return { folder, control, groups: groups as Control["groups"] };
  }

  private fill({ control, groups }: Control, payloads: readonly PendingPayload[]): void {
    const byGroup = Map.groupBy(payloads, ({ state, isStaged }) => groupOf(state, isStaged));
    for (const id of PAYLOAD_GROUPS) {
      this.fillGroup(groups[id], byGroup.get(id) ?? []);
    }
    control.count = payloads.length - (byGroup.get(undefined)?.length ?? 0);
  }

  /** What did not change is not told to the editor again. */
  private fillGroup(
    group: vscode.SourceControlResourceGroup,
    payloads: readonly PendingPayload[],
  ): void {
    const before = this.listed.get(group) ?? [];
    const known = new Map(before.map((resource) => [resource.payload, resource]));
    const resources = payloads.map((payload) => known.get(payload) ?? resourceOf(payload));
    const isSame =
      before.length === resources.length &&
      before.every((resource, index) => resource === resources[index]);
    if (!isSame) {
      this.listed.set(group, resources);
      group.resourceStates = resources;
    }
  }
}

function resourceOf(payload: PendingPayload): PayloadResource {
  const { uri, state } = payload;
  const title = vscode.l10n.t("Compare");
  const command = "financialPlanning.changes.openChange";
  return {
    payload,
    resourceUri: uri,
    contextValue: stateContext(payload),
    decorations: {
      tooltip: plainText(payload.tooltip),
      // Staged all the same, and left out of a plan.
      faded: state.effect === "nothing",
    },
    command: { title, command, arguments: [uri] },
  };
}

/** What conditions of its menu go by: "replace:canDiscard". */
export function stateContext({
  state: { effect },
  canDiscard,
}: Pick<PendingPayload, "state" | "canDiscard">): string {
  return canDiscard ? `${effect}:canDiscard` : effect;
}

/** The types know of no way to take one back; the editor does. */
function setQuickDiff(
  control: vscode.SourceControl,
  quickDiffProvider: vscode.QuickDiffProvider | undefined,
): void {
  Object.assign(control, { quickDiffProvider });
}
