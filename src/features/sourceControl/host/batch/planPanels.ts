import * as vscode from "vscode";
import { describeError } from "../../../../platform/texts/errorText";
import { AppError, isAppError } from "../../../../platform/base/errors";
import type { Batch, Batches, RowProblem } from "../../common/batch";
import { copyText } from "../../../../platform/vscode/clipboard";
import { fillPage, openPanel, type PanelOptions } from "../../../../platform/vscode/panel";
import type { Translate } from "../../../../platform/texts/words";
import { translate } from "../../../../platform/vscode/translate";
import { PLAN_PANEL } from "../../../../manifest";
import { plainText } from "../../../../platform/base/plainText";
import {
  type HostToPlan,
  hostToPlan,
  type PlanAct,
  type PlanContent,
  type PlanLine,
  planPanelState,
  type PlanToHost,
  planToHost,
} from "../../messages/planPanel";
import { accepted } from "../../../../platform/base/messageSchemas";
import type { Handlers, Rpc } from "../../../../platform/base/rpc";
import { clientName } from "../../../pensions/host/clientName";
import { pensionWording } from "../../../pensions/host/wording";
import type { BatchServices } from "./batchServices";
import { planContent, type PlanTarget, rowOf } from "./planContent";
import { planTexts } from "../../texts/planTexts";
import { shownSaid } from "./shownRow";

export interface PlanPanelParts {
  readonly batches: Batches;
  readonly services: Pick<
    BatchServices,
    "extensionUri" | "clientLabel" | "privacy" | "onDidChange" | "translateSent"
  >;
  readonly target: (connectionId: string) => PlanTarget | undefined;
  /** Plans the same payloads anew; told of its failures itself. */
  readonly planAgain: (batchId: string) => void;
}

interface OpenPlan {
  readonly panel: vscode.WebviewPanel;
  readonly rpc: Rpc<HostToPlan, PlanToHost>;
  /** What its page shows, line by line; absent until it has begun. */
  shown?: ReadonlyMap<string, string>;
}

/** What follows one another closely is drawn once: ten times a second is live to the eye. */
const SETTLE_MILLISECONDS = 100;

/** The open plans, one tab a batch. */
export class PlanPanels implements vscode.Disposable {
  private readonly open = new Map<string, OpenPlan>();
  private readonly changed = new Set<string>();
  private readonly subscription: vscode.Disposable;
  private drawing: NodeJS.Timeout | undefined;

  constructor(private readonly parts: PlanPanelParts) {
    const { batches, services } = parts;
    const all = (): void => [...this.open.keys()].forEach((id) => this.drawSoon(id));
    this.subscription = vscode.Disposable.from(
      batches.onDidChange((id) => this.drawSoon(id)),
      services.privacy.onDidChange(all),
      services.onDidChange(all),
    );
  }

  /** Shows a batch; throws `input/batchGone` where there is none. */
  show(batchId: string): void {
    const known = this.open.get(batchId);
    if (known === undefined) {
      this.open.set(batchId, openPanel<HostToPlan, PlanToHost>(this.options(this.demand(batchId))));
      return;
    }
    known.panel.reveal();
    this.drawSoon(batchId);
  }

  /** Takes a tab over after a window reload. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const id = accepted(planPanelState, state)?.batchId ?? "";
    const batch = this.parts.batches.get(id);
    if (batch === undefined || this.open.has(id)) {
      panel.dispose();
      return;
    }
    const rpc = fillPage<HostToPlan, PlanToHost>(panel, this.options(batch));
    this.open.set(id, { panel, rpc });
  }

  /** The batch of the tab in front. */
  get active(): string | undefined {
    return [...this.open].find(([, { panel }]) => panel.active)?.[0];
  }

  dispose(): void {
    clearTimeout(this.drawing);
    this.subscription.dispose();
    // The tabs stay: closing them here would take them from the window that is being reloaded.
  }

  private options(batch: Batch): PanelOptions<HostToPlan, PlanToHost> {
    return {
      viewType: PLAN_PANEL,
      title: this.contentOf(batch).head.title,
      script: "plan.js",
      extensionUri: this.parts.services.extensionUri,
      handlers: this.handlers(batch.id),
      incoming: planToHost,
      outgoing: hostToPlan,
      onClose: () => void this.open.delete(batch.id),
    };
  }

  private handlers(batchId: string): Handlers<PlanToHost> {
    return {
      start: () => {
        const content = this.contentOf(this.demand(batchId));
        this.keepShown(batchId, content);
        // What was said before a reload is drawn once it is decrypted.
        void this.parts.batches.readSaid(batchId);
        return { texts: planTexts(translate), batchId, content };
      },
      act: (act) => this.act(batchId, act),
    };
  }

  private async act(batchId: string, { id, key = "" }: PlanAct): Promise<undefined> {
    const batch = this.demand(batchId);
    switch (id) {
      case "apply":
      case "stop":
      case "resume":
      case "copyReport":
      case "copyTraceId":
        return run(`financialPlanning.batch.${id}`, { batchId });
      case "planAgain":
        this.parts.planAgain(batchId);
        return undefined;
      default:
        return await this.actOnLine(batch, id, key);
    }
  }

  private async actOnLine(batch: Batch, id: PlanAct["id"], key: string): Promise<undefined> {
    const row = rowOf(batch, key);
    if (row === undefined) {
      return undefined;
    }
    const uri = vscode.Uri.parse(row.file, true);
    if (id === "openPayload") {
      return run("vscode.open", uri);
    }
    if (id === "openChange") {
      return run("financialPlanning.changes.openChange", uri);
    }
    if (id === "openRequest" && row.actionId !== undefined) {
      return run("financialPlanning.requests.open", { actionId: row.actionId });
    }
    if (id === "copyRequestId" && row.requestId !== undefined) {
      await copyText(row.requestId);
    }
    return undefined;
  }

  private drawSoon(id: string): void {
    if (!this.open.has(id)) {
      return;
    }
    this.changed.add(id);
    this.drawing ??= setTimeout(() => {
      this.drawing = undefined;
      const ids = [...this.changed];
      this.changed.clear();
      ids.forEach((changed) => this.draw(changed));
    }, SETTLE_MILLISECONDS);
  }

  /** Of a long plan only the lines that read otherwise cross over. */
  private draw(id: string): void {
    const [open, batch] = [this.open.get(id), this.parts.batches.get(id)];
    if (open === undefined) {
      return;
    }
    if (batch === undefined) {
      open.panel.dispose();
      return;
    }
    const content = this.contentOf(batch);
    open.panel.title = plainText(content.head.title);
    const before = open.shown;
    if (before === undefined) {
      return;
    }
    this.keepShown(id, content);
    if (!hasSameKeys(before, content.lines)) {
      open.rpc.notify("show", content);
      return;
    }
    const lines = content.lines.filter((line) => before.get(line.key) !== JSON.stringify(line));
    open.rpc.notify("update", { head: content.head, lines });
  }

  private keepShown(id: string, { lines }: PlanContent): void {
    const open = this.open.get(id);
    if (open !== undefined) {
      open.shown = new Map(lines.map((line) => [line.key, JSON.stringify(line)]));
    }
  }

  private contentOf(batch: Batch): PlanContent {
    const { batches, services, target } = this.parts;
    const { masking } = services.privacy;
    const problem = (found: AppError | RowProblem) => sentencesOf(found, services.translateSent);
    return planContent({
      ...{ batch, plan: batches.planOf(batch.id), target, problem },
      words: pensionWording(services.privacy),
      client: (pension) => clientName(services, pension),
      place: (place) => masking.maskText(place),
      said: (id) => shownSaid(batches, id, services),
    });
  }

  private demand(batchId: string): Batch {
    const batch = this.parts.batches.get(batchId);
    if (batch === undefined) {
      throw new AppError("input", "input/batchGone");
    }
    return batch;
  }
}

function hasSameKeys(before: ReadonlyMap<string, string>, lines: readonly PlanLine[]): boolean {
  const keys = [...before.keys()];
  return keys.length === lines.length && lines.every(({ key }, index) => keys[index] === key);
}

/** The path of another payload has a client's id in it, which privacy mode masks. */
function sentencesOf(
  problem: AppError | RowProblem,
  t: Translate,
): { what: string; advice: string } {
  const error = isAppError(problem) ? withoutBody(problem) : errorOf(problem);
  const { what, advice } = describeError(error, t, { language: vscode.env.language });
  return { what, advice };
}

/** What the service said is a line of its own. */
function withoutBody({ kind, code, values, action, requestId, status }: AppError): AppError {
  const details = { values, action, requestId, ...(status !== undefined && { status }) };
  return new AppError(kind, code, details);
}

/** What was kept of it, in its words. */
function errorOf({ kind, code, status }: RowProblem): AppError {
  return new AppError(kind as AppError["kind"], code, status === undefined ? {} : { status });
}

/** Commands have a catch of their own: what fails is told there. */
function run(id: string, argument: object): undefined {
  vscode.commands.executeCommand(id, argument).then(undefined, () => undefined);
  return undefined;
}
