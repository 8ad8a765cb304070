import "../../src/errorTexts";
import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { inspect } from "node:util";
import type { ConnectionSecrets } from "../../src/platform/base/connection";
import { EnteredSecrets } from "../../src/features/connections/common/enteredSecrets";
import { isAppError } from "../../src/platform/base/errors";
import { describeError } from "../../src/platform/texts/errorText";
import { aConnection } from "../fakes/connection";
import { MemoryLog } from "../unit/platform/http/support/bench";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import { FaultyStore, MemoryMarks, STORE_FAULTS, type StoreFault } from "./support/faultyStore";
import { count } from "./support/gates";

const CONNECTION = aConnection();
const KEY = "financialPlanning.secrets.connection-1";
const OLD = { subscriptionKey: "canary-old-key", clientSecret: "canary-old-secret" };
const NEW = { subscriptionKey: "canary-new-key", clientSecret: "canary-new-secret" };
const LATER = JSON.stringify({ version: 2, sealed: "canary-sealed" });

/** What comes of each operation: "ok" or a code; of the form, the two states. */
interface Outcomes {
  readonly form: string;
  readonly call: string;
  readonly enter: string;
  readonly replaceOne: string;
  readonly forget: string;
  readonly restart: string;
}

type Operation = keyof Outcomes;

const EXPECTED: Readonly<Record<StoreFault, Outcomes>> = {
  absent: outcomes("missing missing", "missing", "notStored", { forget: "ok" }),
  rejects: outcomes("lost lost", "storeSilent", "notStored", { forget: "notDeleted" }),
  hangs: outcomes("lost lost", "storeSilent", "notStored", { forget: "notDeleted" }),
  otherJson: outcomes("lost lost", "lost", "ok", { forget: "ok" }),
  newer: outcomes("lost lost", "newerRecord", "newerRecord", { forget: "ok" }),
  memoryOnly: outcomes("set set", "ok", "ok", { forget: "ok", restart: "lost" }),
  lost: outcomes("lost lost", "lost", "ok", { forget: "ok" }),
  failsOnWrite: outcomes("set set", "ok", "notStored", { forget: "notDeleted" }),
};

/** What the user reads of each, and the button that helps. */
const WORDS: Readonly<Record<string, readonly [sentence: RegExp, action: string]>> = {
  missing: [/no subscription key and no client secret for 'Acme development'/, "enterCredentials"],
  lost: [/'Acme development' were stored here, but .* no longer has them/, "enterCredentials"],
  notStored: [
    /did not save the key or secret.*key ring may be missing.*this session only/s,
    "showLog",
  ],
  storeSilent: [/credentials of 'Acme development' could not be read.*Unlock/s, "retry"],
  newerRecord: [/stored by a newer version.*Update the explorer/s, "enterCredentials"],
  notDeleted: [/credentials of 'Acme development' could not be deleted/, "showLog"],
};

describe("gate G13: a secret storage that fails", () => {
  for (const fault of STORE_FAULTS) {
    for (const operation of Object.keys(EXPECTED[fault]) as Operation[]) {
      it(`${fault}: ${operation} gives ${EXPECTED[fault][operation]}`, async () => {
        const bed = await openBed(fault);
        const before = bed.store.values.get(KEY);
        const { outcome, error } = await bed.run(operation);
        assert.equal(outcome, EXPECTED[fault][operation]);
        if (error !== undefined) {
          expectWords(outcome, error);
        }
        expectNothingElsewhere(bed, error);
        if (fault === "newer" && operation !== "forget") {
          assert.equal(bed.store.values.get(KEY), before, "a later version's record stays");
        }
        count("G13", "cells");
        count("G13", operation === "form" ? "states" : "messages");
      });
    }
  }

  for (const fault of ["absent", "rejects", "hangs", "failsOnWrite"] as const) {
    it(`${fault}: what is kept for this session only works, is told, and is written nowhere`, async () => {
      const bed = await openBed(fault);
      await bed.run("enter");
      const stored = [...bed.store.values.values()].join();
      bed.secrets.keepForSession(CONNECTION, NEW);
      assert.deepEqual(await bed.passing(bed.secrets.demand(CONNECTION)), NEW);
      assert.equal((await bed.run("form")).outcome, "session session");
      assert.equal([...bed.store.values.values()].join(), stored);
      assert.doesNotMatch(`${stored}${[...bed.marks.texts.values()].join()}`, /canary-new/);
      const moved = { ...CONNECTION, authUrl: "https://elsewhere.example" };
      await assert.rejects(bed.passing(bed.secrets.demand(moved)), isAppError);
      bed.restart();
      assert.notEqual((await bed.run("form")).outcome, "session session");
    });
  }

  it("hangs: nobody waits for longer than five seconds for a read, ten for a write", async () => {
    for (const [operation, limit] of [
      ["form", 5_000],
      ["call", 5_000],
      ["enter", 10_000],
      ["forget", 5_000],
    ] as const) {
      const bed = await openBed("hangs");
      const start = bed.clock.now();
      await bed.run(operation);
      assert.ok(bed.clock.now() - start <= limit, operation);
    }
  });

  it("newer: is replaced only by who was told so", async () => {
    const bed = await openBed("newer");
    await bed.secrets.write(CONNECTION, NEW, { replacesNewer: true });
    assert.deepEqual(await bed.secrets.demand(CONNECTION), NEW);
  });
});

interface Bed {
  readonly store: FaultyStore;
  readonly marks: MemoryMarks;
  readonly clock: VirtualClock;
  readonly log: MemoryLog;
  readonly secrets: EnteredSecrets;
  run(operation: Operation): Promise<{ readonly outcome: string; readonly error?: unknown }>;
  /** Lets time pass until the work is done. */
  passing<Value>(work: Promise<Value>): Promise<Value>;
  restart(): void;
}

/** What became of the record where it is not as it was. */
const BROKEN: Readonly<Partial<Record<StoreFault, string | undefined>>> = {
  otherJson: '{"theme":"dark"}',
  newer: LATER,
  lost: undefined,
};

/** A store in which, but for `absent`, both secrets had been stored once. */
async function openBed(fault: StoreFault): Promise<Bed> {
  const [clock, marks, log] = [new VirtualClock(), new MemoryMarks(), new MemoryLog()];
  const store = new FaultyStore(fault, clock);
  const open = (): EnteredSecrets => new EnteredSecrets({ store, marks, clock, log });
  if (fault !== "absent") {
    const whole = new FaultyStore("memoryOnly", clock);
    await new EnteredSecrets({ store: whole, marks, clock, log }).write(CONNECTION, OLD);
    const found = fault in BROKEN ? BROKEN[fault] : whole.values.get(KEY);
    if (found !== undefined) {
      store.values.set(KEY, found);
    }
  }
  const passing = <Value>(work: Promise<Value>): Promise<Value> => pass(clock, work);
  let secrets = open();
  const bed: Bed = {
    ...{ store, marks, clock, log, passing },
    get secrets() {
      return secrets;
    },
    restart: () => {
      store.restart();
      secrets = open();
    },
    run: async (operation) => {
      try {
        return { outcome: await passing(perform(bed, operation)) };
      } catch (error) {
        assert.ok(isAppError(error), inspect(error));
        return { outcome: error.code.replace("credentials/", ""), error };
      }
    },
  };
  return bed;
}

async function perform(bed: Bed, operation: Operation): Promise<string> {
  switch (operation) {
    case "form": {
      const { subscriptionKey, clientSecret } = await bed.secrets.states(CONNECTION);
      return `${subscriptionKey} ${clientSecret}`;
    }
    case "call":
      for (const use of USES) {
        assert.deepEqual(await bed.secrets.demand(CONNECTION, use), OLD);
      }
      return "ok";
    case "enter":
      return whenKept(bed, NEW);
    case "replaceOne":
      return whenKept(bed, { subscriptionKey: NEW.subscriptionKey });
    case "forget":
      await bed.secrets.clear(CONNECTION);
      assert.deepEqual([bed.store.values.size, bed.marks.texts.size], [0, 0]);
      return "ok";
    case "restart":
      bed.restart();
      assert.deepEqual(await bed.secrets.demand(CONNECTION), OLD);
      return "ok";
  }
}

/** As a read asks, as a write does, and again as a read. */
const USES = [true, false, true].map((mayBeKept) => ({ mayBeKept }));

async function whenKept(bed: Bed, change: Partial<ConnectionSecrets>): Promise<string> {
  await bed.secrets.write(CONNECTION, change);
  for (const use of USES) {
    const found = await bed.secrets.demand(CONNECTION, use);
    assert.equal(found.subscriptionKey, NEW.subscriptionKey);
  }
  return "ok";
}

async function pass<Value>(clock: VirtualClock, work: Promise<Value>): Promise<Value> {
  const state = { isOver: false };
  const over = work.finally(() => {
    state.isOver = true;
  });
  over.catch(() => undefined);
  for (await turn(); !state.isOver; await turn()) {
    clock.advance(clock.dueIn[0] ?? 0);
  }
  return over;
}

function expectWords(outcome: string, error: unknown): void {
  const text = describeError(error, (message, ...values) =>
    message.replace(/\{(\d)\}/g, (_place, index: string) => String(values[Number(index)])),
  );
  const [sentence, action] = WORDS[outcome]!;
  assert.match(`${text.what} ${text.advice}`, sentence);
  assert.equal(text.action, action);
}

/** The values are in their own record, and nowhere else. */
function expectNothingElsewhere({ store, marks, log }: Bed, error: unknown): void {
  const others = [...store.values].filter(([key]) => key !== KEY);
  const said = [...marks.texts.values(), ...log.lines, inspect(error, { depth: 8 })].join("\n");
  const found = /canary/.test(`${said}${JSON.stringify(others)}`);
  count("G13", "values elsewhere", found ? 1 : 0);
  assert.equal(found, false, said);
}

function outcomes(
  form: string,
  call: string,
  enter: string,
  { forget, restart = call }: { readonly forget: string; readonly restart?: string },
): Outcomes {
  return { form, call, enter, replaceOne: enter, forget, restart };
}
