import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { DriftWatch } from "../../../../../src/features/definitions/common/drift/drift";
import {
  createDriftOnDemand,
  type DriftOnDemandOptions,
} from "../../../../../src/features/definitions/common/drift/driftOnDemand";
import { VirtualClock } from "../../../platform/http/support/virtualClock";

type Listener = (actionId: string | undefined) => void;

/** A watch that remembers which actions it was told of. */
function bench({ imports = true, failures = 0 } = {}) {
  const told: string[] = [];
  const state = { imports, failures, loads: 0, asked: 0 };
  const [history, definitions, changes] = [
    new Set<Listener>(),
    new Set<() => void>(),
    new Set<() => void>(),
  ];
  const on = <One>(all: Set<One>, one: One): { dispose(): void } => {
    all.add(one);
    return { dispose: () => void all.delete(one) };
  };
  const options: DriftOnDemandOptions = {
    history: {
      get: () => undefined,
      bodiesInMemory: () => undefined,
      onDidChange: (listener) => on(history, listener),
    },
    definition: () => Promise.resolve("{}"),
    onDidChangeDefinition: (listener) => on(definitions, listener),
    clock: new VirtualClock(),
    hasImports: () => {
      state.asked++;
      return Promise.resolve(state.imports);
    },
    load: () => {
      state.loads++;
      if (state.failures-- > 0) {
        return Promise.reject(new Error("not there"));
      }
      return Promise.resolve((given) => {
        const listening = given.history.onDidChange((id) => told.push(String(id)));
        const watch: DriftWatch = {
          all: () => [],
          of: () => undefined,
          clear: () => told.push("clear"),
          onDidChange: (listener) => on(changes, listener),
          dispose: () => {
            told.push("dispose");
            listening.dispose();
          },
        };
        return watch;
      });
    },
    onFailure: (error) => told.push(String(error)),
  };
  const drift = createDriftOnDemand(options);
  const record = (id: string): void => history.forEach((listener) => listener(id));
  const change = (): void => definitions.forEach((listener) => listener());
  return { drift, told, state, record, change, changes, history };
}

describe("the watch for drift, on demand", () => {
  it("is not loaded where nothing was imported, and asks that once for each definition", async () => {
    const { told, state, record, change } = bench({ imports: false });
    record("a");
    await setImmediate();
    record("b");
    await setImmediate();
    assert.deepEqual([state.asked, state.loads, told], [1, 0, []]);
    state.imports = true;
    change();
    record("c");
    await setImmediate();
    assert.deepEqual([state.asked, state.loads, told], [2, 1, ["c"]]);
  });

  it("is told of what was recorded while it was on its way, each action once", async () => {
    const { drift, told, state, record, changes } = bench();
    let heard = 0;
    drift.onDidChange(() => heard++);
    record("a");
    record("b");
    record("a");
    await setImmediate();
    assert.deepEqual([state.loads, told], [1, ["a", "b"]]);
    record("c");
    changes.forEach((listener) => listener());
    drift.clear();
    assert.deepEqual([told, heard], [["a", "b", "c", "clear"], 1]);
  });

  it("is loaded where the first import comes while it is asked whether there is one", async () => {
    const { told, state, record, change } = bench({ imports: false });
    record("a");
    state.imports = true;
    change();
    await setImmediate();
    record("b");
    await setImmediate();
    assert.deepEqual([state.asked, state.loads, told], [2, 1, ["a", "b"]]);
  });

  it("is tried again after it could not be loaded, and ends with its owner", async () => {
    const { drift, told, record, history } = bench({ failures: 1 });
    record("a");
    await setImmediate();
    assert.deepEqual(told, ["Error: not there"]);
    record("b");
    await setImmediate();
    drift.dispose();
    record("c");
    await setImmediate();
    assert.deepEqual([told.slice(1), history.size], [["b", "dispose"], 0]);
    assert.deepEqual([drift.all(), drift.of("c", "o")], [[], undefined]);
  });
});
