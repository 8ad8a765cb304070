import assert from "node:assert/strict";
import fc from "fast-check";
import type { CallbackParameters, StartedSignIn } from "../../src/platform/auth/browserSignIn";
import { isAppError } from "../../src/platform/base/errors";
import { tokenRequests } from "../unit/platform/http/support/bench";
import { ASKED_ANSWERS, encode, type Parameters } from "./support/callbackAttacks";
import { DOORS, type CallbackText, type Door } from "./support/callbackDoors";
import { count } from "./support/gates";
import { openBenchFor, REDIRECT_URI, type SignInBench } from "./support/signInBench";
import { IS_LONG } from "../fakes/runs";

const GATE = "G2";
const RUNS = IS_LONG ? 100_000 : 10_000;
const DOOR_NAMES: readonly Door[] = ["decoded", "raw", "paste"];

describe("random callbacks (G2)", () => {
  for (const asked of ASKED_ANSWERS) {
    it(`crash nothing and have no effect (${asked})`, async () => {
      const bench = await openBenchFor(asked);
      const waiting = await bench.begin();
      const stored = JSON.stringify([...bench.store.values]);
      const numRuns = Math.ceil(RUNS / ASKED_ANSWERS.length);
      const samples = fc.sample(callbacks(waiting), { numRuns, seed: 20_260_105 });
      for (const [index, text] of samples.entries()) {
        const door = DOOR_NAMES[index % 3] ?? "raw";
        const read = DOORS[door](text, REDIRECT_URI);
        if (read === undefined) {
          // What cannot come in by one door comes in by another.
          await attack(bench, DOORS[door === "raw" ? "decoded" : "raw"](text, REDIRECT_URI), "raw");
        } else {
          await attack(bench, read, door);
        }
      }
      const effects = tokenRequests(bench.identity).length + bench.sessions.length;
      const isSame = JSON.stringify([...bench.store.values]) === stored;
      count(GATE, "effects", effects + (isSame ? 0 : 1));
      assert.deepEqual([effects, isSame], [0, true]);
      await bench.finish(waiting.parameters);
      await bench.close();
    });
  }
});

async function attack(
  bench: SignInBench,
  read: (() => CallbackParameters) | undefined,
  door: Door,
): Promise<void> {
  count(GATE, "callbacks");
  count(GATE, door);
  try {
    const callback = (read ?? missing)();
    const state = callback.values.get("state") ?? "";
    count(GATE, "with the state", (await bench.isWaiting(state)) ? 1 : 0);
    await bench.client.completeSignIn(callback);
  } catch (error) {
    if (isAppError(error) && error.code === "credentials/callbackRejected") {
      return;
    }
    count(GATE, "crashes");
    throw error;
  }
  throw new Error("a random callback was taken");
}

function missing(): never {
  throw new Error("no door for this callback");
}

type Waiting = StartedSignIn & { readonly parameters: Parameters };

/** Noise, pieces of callbacks in any order, and the genuine one with something broken in it. */
function callbacks({ parameters }: Waiting): fc.Arbitrary<CallbackText> {
  const stateless = Object.fromEntries(
    Object.entries(parameters).filter(([name]) => name !== "state"),
  );
  const noise = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.string({ unit: fc.constantFrom(...Array.from("&=%?#+;/\\\0 aA0ü")), maxLength: 200 }),
    fc.webQueryParameters(),
    fc.json(),
  );
  const value = fc.oneof(noise, fc.constantFrom(...Object.values(stateless), "", "null"));
  const name = fc.oneof(
    fc.constantFrom("code", "state", "iss", "error", "id_token", "__proto__", "constructor"),
    fc.string({ maxLength: 12 }),
  );
  const pieces = fc
    .array(fc.tuple(name, value), { maxLength: 12 })
    .map((pairs) => new URLSearchParams(pairs).toString());
  const text = fc.oneof(noise, pieces, broken(encode(parameters), parameters["state"] ?? ""));
  const part = fc.constantFrom("query", "fragment", "form");
  return fc.tuple(part, text).map(([name, sent]) => ({ [name]: sent }));
}

/** The genuine text with its state, and with one thing in it that no callback has. */
function broken(genuine: string, state: string): fc.Arbitrary<string> {
  const bad = fc.constantFrom(
    // An issuer alone would end the sign-in by its name: it is read, and is another one.
    ...["&state=x", "&code=x", "&iss=x&iss=x", "&%63ode=x", "&error=x", "&access_token=x"],
    ...["&x=%00"],
    ...["&response=x", "&x=%7f", `&state=${state}`, "&st%61te=x"],
  );
  const glued = fc.constant(`${genuine}%26state%3Dx&state=x`);
  const cut = fc
    .nat({ max: state.length - 2 })
    .map((length) => genuine.replace(state, state.slice(0, length)));
  return fc.oneof(
    bad.map((text) => genuine + text),
    bad.map((text) => `${text.replace("&", "")}&${genuine}`),
    glued,
    cut,
  );
}
