import { BodyCache } from "../../../platform/http/bodyCache";
import type { Action, AttemptBodies } from "../../../platform/base/action";
import type { KeptBodies } from "../../../platform/http/recorder";
import { ActionIndex } from "../../requests/common/actionIndex";
import type { FoundId } from "../../requests/common/history";
import type { ToolServices } from "../common/toolServices";

/** The calls of this program, in memory: they end with it. */
export class MemoryHistory implements Pick<ToolServices["history"], "find" | "ready"> {
  private readonly actions = new ActionIndex();
  private readonly kept = new BodyCache();

  note(action: Action): void {
    this.actions.note(action);
  }

  noteBodies(bodies: KeptBodies): void {
    this.kept.set(bodies);
  }

  get size(): number {
    return this.actions.size;
  }

  ready(): Promise<void> {
    return Promise.resolve();
  }

  find(id: string): readonly FoundId[] {
    return this.actions.find(id);
  }

  bodies(actionId: string, attempt: number): Promise<AttemptBodies | undefined> {
    return Promise.resolve(this.kept.get(actionId, attempt));
  }
}
