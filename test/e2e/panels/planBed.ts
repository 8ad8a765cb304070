import type { Batch, BatchRow } from "../../../src/features/sourceControl/common/batch";
import type { BatchPlan, PlanRow } from "../../../src/features/sourceControl/common/plan";
import type { PayloadEffect } from "../../../src/features/sourceControl/common/state";
import type { ThreeWay } from "../../../src/features/pensions/common/compare/threeWay";
import type { Wording } from "../../../src/features/pensions/texts/wording";
import {
  planContent,
  type PlanSources,
} from "../../../src/features/sourceControl/host/batch/planContent";
import { planTexts } from "../../../src/features/sourceControl/texts/planTexts";
import {
  type HostToPlan,
  hostToPlan,
  type PlanAct,
  type PlanContent,
  type PlanToHost,
  planToHost,
} from "../../../src/features/sourceControl/messages/planPanel";
import { fillText } from "../../../src/platform/base/texts";
import type { BrowserBed, OpenPage, PageOptions } from "./bed";

export const CLIENT = "5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b";
const AT = new Date(2026, 10, 21, 10, 42, 7).getTime();

const WORDING: Wording = {
  ...{ t: fillText, language: "en" },
  time: () => "10:42",
  exactTime: () => "10:42:07",
  field: (path) => path,
};

/** A payload of a plan, and what became of it. */
export interface SamplePayload {
  readonly effect: PayloadEffect;
  readonly outcome?: BatchRow["outcome"];
  readonly problem?: BatchRow["problem"];
  readonly pensionId?: string;
  readonly connectionId?: string;
  readonly place?: string;
  readonly field?: string;
}

/** A batch of such payloads, with the plan that it was made from. */
export function aBatch(
  payloads: readonly SamplePayload[],
  change: Partial<Batch> = {},
): { readonly batch: Batch; readonly plan: BatchPlan } {
  const rows = payloads.map((payload, index) => aRow(payload, index));
  return {
    batch: {
      ...{ id: "batch-1", folder: "file:///folder", isOfStaged: true, plannedAt: AT },
      ...{ traceId: undefined, state: "planned" },
      rows: rows.map(({ row }) => row),
      ...change,
    },
    plan: {
      ...{ folder: "file:///folder", madeAt: AT, isOfStaged: true },
      rows: rows.map(({ planned }) => planned),
    },
  };
}

function aRow(payload: SamplePayload, index: number): { row: BatchRow; planned: PlanRow } {
  const { effect, outcome = "waiting", problem, field = "value" } = payload;
  const pensionId = payload.pensionId ?? `PEN-${String(index + 1).padStart(4, "0")}`;
  const place = payload.place ?? `pensions/${CLIENT}/${pensionId}.pension.json`;
  const pension = { connectionId: payload.connectionId ?? "acme", clientId: CLIENT, pensionId };
  const isSent = outcome !== "waiting" && outcome !== "sending";
  const file = `file:///folder/${place}`;
  const comparison: ThreeWay = {
    fields: [{ path: field, side: "mine", base: "1", mine: "2", theirs: "1" }],
    ...{ changes: 1, changedThere: 0 },
  };
  const hasChanges = effect === "replace" || effect === "conflict";
  return {
    row: {
      ...{ file, place, pension, effect, changes: 1, bodyHash: "ab".repeat(32), outcome, problem },
      status: isSent ? 200 : undefined,
      actionId: isSent ? `action-${index}` : undefined,
      requestId: isSent ? `0f0f0f0f-0000-4000-8000-${String(index).padStart(12, "0")}` : undefined,
      endedAt: isSent ? AT : undefined,
    },
    planned: {
      ...{ file, place, pension, payload: undefined, bodyHash: "", goesTo: undefined },
      current: undefined,
      state: {
        ...{ effect, basis: hasChanges ? ("now" as const) : undefined, at: AT },
        ...{ comparison: hasChanges ? comparison : undefined, problem: undefined },
      },
    },
  };
}

export function someContent(
  sources: Pick<PlanSources, "batch" | "plan"> & Partial<PlanSources>,
): PlanContent {
  return planContent({
    words: WORDING,
    target: (id) =>
      id === "live"
        ? { label: "Acme production", environment: "PRODUCTION", icon: "shield" }
        : { label: "Acme development", environment: "Development", icon: "plug" },
    client: () => "Abernathy, Ruth",
    place: (place) => place,
    said: () => [],
    problem: () => ({
      what: "The service refused the pension (422).",
      advice: "Mend what it names, then resume.",
    }),
    ...sources,
  });
}

export interface PlanBed extends OpenPage<HostToPlan, PlanToHost> {
  /** Buttons that were pressed. */
  readonly acts: PlanAct[];
  show(content: PlanContent): Promise<void>;
  update(change: Pick<PlanContent, "head" | "lines">): Promise<void>;
}

export async function openPlan(
  bed: BrowserBed,
  content: PlanContent,
  options: PageOptions = {},
): Promise<PlanBed> {
  const acts: PlanAct[] = [];
  const page = await bed.open<HostToPlan, PlanToHost>(
    {
      ...{ script: "plan.js", drawn: "fp-plan-view h1" },
      ...{ incoming: planToHost, outgoing: hostToPlan },
      handlers: {
        start: () => ({ texts: planTexts(fillText), batchId: "batch-1", content }),
        act: (act) => {
          acts.push(act);
          return undefined;
        },
      },
    },
    options,
  );
  return {
    ...page,
    acts,
    show: async (next) => {
      page.rpc.notify("show", next);
      await page.settle();
    },
    update: async (change) => {
      page.rpc.notify("update", change);
      await page.settle();
    },
  };
}
