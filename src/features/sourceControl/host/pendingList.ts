import type * as vscode from "vscode";
import { canDiscard, knownStateOf } from "../common/knownState";
import type { PayloadSource } from "../common/plan";
import type { PayloadState } from "../common/state";
import { tooltipOf } from "../texts/planWords";
import { TimeSlicer } from "../../../platform/base/timeSlicer";
import type { DescribeError } from "../../../platform/vscode/errorMessages";
import type { Privacy } from "../../../platform/vscode/privacy";
import { pensionWording } from "../../pensions/host/wording";
import { PayloadStates, type StateParts } from "./payloadStates";
import type { PendingPayload } from "./pendingPensions";
import type { Staging } from "./staging";

interface ListServices extends StateParts {
  readonly privacy: Pick<Privacy, "isOn" | "masking">;
  readonly describe: DescribeError;
}

/** A payload file, and what it is for. */
interface ListedPayload {
  readonly uri: vscode.Uri;
  readonly folder: vscode.WorkspaceFolder;
  readonly source: PayloadSource;
}

interface Entry {
  readonly payload: PendingPayload;
  readonly isMasked: boolean;
}

/** The payloads of all folders with their states; one that did not change is the same object. */
export class PendingList {
  private entries = new Map<string, Entry>();
  private readonly states: PayloadStates;

  constructor(
    private readonly services: ListServices,
    private readonly staging: Pick<Staging, "has">,
  ) {
    this.states = new PayloadStates(services);
  }

  get payloads(): readonly PendingPayload[] {
    return [...this.entries.values()].map(({ payload }) => payload);
  }

  get(uri: vscode.Uri): PendingPayload | undefined {
    return this.entries.get(uri.toString())?.payload;
  }

  /** Holds them against what is known; true where anything is otherwise than before. */
  async fill(listed: readonly ListedPayload[]): Promise<boolean> {
    const entries = new Map<string, Entry>();
    const slicer = new TimeSlicer();
    for (const ofFolder of Map.groupBy(listed, ({ folder }) => folder.uri.toString()).values()) {
      const states = await this.states.of(ofFolder.map(({ source }) => source));
      for (const [index, one] of ofFolder.entries()) {
        const state = states[index];
        if (state !== undefined) {
          entries.set(one.source.file, await this.entry(one, state));
          await slicer.yieldIfDue();
        }
      }
    }
    const before = this.entries;
    this.entries = entries;
    this.states.keepOnly(new Set(entries.keys()));
    return (
      before.size !== entries.size ||
      [...entries].some(([file, { payload }]) => before.get(file)?.payload !== payload)
    );
  }

  private async entry(listed: ListedPayload, state: PayloadState): Promise<Entry> {
    const { uri, folder, source } = listed;
    const before = this.entries.get(source.file);
    const isStaged = this.staging.has(uri);
    const isMasked = this.services.privacy.isOn;
    const isSame =
      before?.isMasked === isMasked &&
      before.payload.state === state &&
      before.payload.isStaged === isStaged &&
      before.payload.folder === folder;
    if (isSame && isSameSource(before.payload.source, source)) {
      return before;
    }
    const isSaid = before?.isMasked === isMasked && before.payload.state === state;
    const said = isSaid ? before.payload : await this.said(source, state);
    const { tooltip, canDiscard } = said;
    return { isMasked, payload: { uri, folder, source, state, isStaged, tooltip, canDiscard } };
  }

  private async said(
    { pension }: PayloadSource,
    state: PayloadState,
  ): Promise<Pick<PendingPayload, "tooltip" | "canDiscard">> {
    const { privacy, describe, records, reads } = this.services;
    const problem = state.problem && (await describe(state.problem));
    const known = pension && (await knownStateOf(records, reads, pension));
    return {
      tooltip: tooltipOf({ state, problem, current: known?.current }, pensionWording(privacy)),
      canDiscard: canDiscard(state.effect, known),
    };
  }
}

function isSameSource(one: PayloadSource, other: PayloadSource): boolean {
  const [pension, others] = [one.pension, other.pension];
  return (
    one.text === other.text &&
    one.place === other.place &&
    pension?.connectionId === others?.connectionId &&
    pension?.clientId === others?.clientId &&
    pension?.pensionId === others?.pensionId
  );
}
