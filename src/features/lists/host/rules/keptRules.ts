import { EventEmitter } from "vscode";
import { NO_RULES, type ListRules, type ListRulesStore } from "../../common/listRules";
import { decodeListRules } from "../../common/listRulesSchema";
import type { TypedMemento } from "../../../../platform/vscode/state";
import { isRecord } from "../../../../platform/base/shapes";

type ByOperation = Readonly<Record<string, unknown>>;

/** Rules of lists in the editor's state, by connection and operation; names and flags alone. */
export class KeptListRules implements ListRulesStore {
  private readonly changed = new EventEmitter<void>();
  /** What was said of a list is other than before: panels ask anew themselves, the tree by this. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly state: Pick<TypedMemento, "get" | "set">) {}

  rules(connectionId: string, operationId: string): ListRules {
    const own = this.of(connectionId);
    return Object.hasOwn(own, operationId) ? decodeListRules(own[operationId]) : NO_RULES;
  }

  async setRules(connectionId: string, operationId: string, rules: ListRules): Promise<void> {
    const others = Object.entries(this.of(connectionId)).filter(([name]) => name !== operationId);
    const isSaid = Object.keys(rules).length > 0;
    await this.write(connectionId, isSaid ? [...others, [operationId, rules]] : others);
    this.changed.fire();
  }

  /** The connection is gone, and what was said of its lists with it. */
  async forget(connectionId: string): Promise<void> {
    if (Object.hasOwn(this.all, connectionId)) {
      await this.write(connectionId, []);
    }
  }

  private get all(): Readonly<Record<string, unknown>> {
    return this.state.get("lists.rules");
  }

  private of(connectionId: string): ByOperation {
    const own = Object.hasOwn(this.all, connectionId) ? this.all[connectionId] : undefined;
    return isRecord(own) ? own : {};
  }

  private async write(
    connectionId: string,
    own: readonly (readonly [operationId: string, rules: unknown])[],
  ): Promise<void> {
    const others = Object.entries(this.all).filter(([id]) => id !== connectionId);
    const entries =
      own.length === 0 ? others : [...others, [connectionId, Object.fromEntries(own)]];
    await this.state.set("lists.rules", Object.fromEntries(entries) as Record<string, unknown>);
  }
}
