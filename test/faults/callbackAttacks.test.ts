import assert from "node:assert/strict";
import type { CallbackParameters } from "../../src/platform/auth/browserSignIn";
import type { ServiceClient } from "../../src/platform/service/client";
import { failureOf, tokenRequests } from "../unit/platform/http/support/bench";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import {
  ASKED_ANSWERS,
  callbackAttacks,
  type AskedAnswer,
  type AttackScene,
  type CallbackAttack,
} from "./support/callbackAttacks";
import { DOORS, type Door } from "./support/callbackDoors";
import { count } from "./support/gates";
import { openBenchFor, REDIRECT_URI, type SignInBench } from "./support/signInBench";
import { IS_LONG } from "../fakes/runs";

const GATE = "G1";
const ATTACKS = callbackAttacks();

describe("callbacks that fit no sign-in (G1)", () => {
  for (const asked of ASKED_ANSWERS) {
    describe(asked, () => {
      const clock = new VirtualClock();
      let bench: SignInBench;
      let other: ServiceClient;
      let known: Known | undefined;
      before(async () => {
        bench = await openBenchFor(asked, clock);
        other = bench.reopen({ id: "connection-2" });
      });
      after(() => bench.close());

      for (const group of groupsOf(asked)) {
        const end = isEnding(group) ? "the sign-in ends by its name" : "the genuine one completes";
        it(`${group}: nothing is asked, nothing kept, ${end}`, async () => {
          known = undefined;
          for (const attack of ATTACKS.filter(isOf(asked, group))) {
            await run(attack);
          }
        });
      }

      async function run(attack: CallbackAttack): Promise<void> {
        count(GATE, "attacks");
        let doors = 0;
        for (const door of doorsFor(asked, attack)) {
          // Only the sign-in that waits is used up by a case: the others last for a group.
          known = IS_LONG ? undefined : known;
          known ??= await beginOthers(bench, { other, clock });
          const scene = await setTheScene(bench, known, asked);
          const read = DOORS[door](attack.text(scene), REDIRECT_URI);
          if (read !== undefined) {
            doors++;
            count(GATE, "cases");
            count(GATE, door);
            const ends = (door === "decoded" ? attack.endsDecoded : undefined) ?? attack.ends;
            await attackAndFinish(bench, scene, { read, ends, what: describeCase(attack, door) });
            // One door that it can come by is enough in the short form.
            if (!IS_LONG) {
              break;
            }
          }
        }
        assert.notEqual(doors, 0, `${attack.name} comes in by no door`);
      }
    });
  }

  it("come in 15 classes", () => {
    const groups = new Set(ATTACKS.map(({ group }) => group));
    count(GATE, "classes", groups.size);
    assert.equal(groups.size, 15);
    assert.ok(ATTACKS.length >= 150, String(ATTACKS.length));
  });
});

/** Another door comes first to each attack and each kind of sign-in. */
function doorsFor(asked: AskedAnswer, attack: CallbackAttack): readonly Door[] {
  const doors = ["decoded", "raw", "paste"] as const satisfies readonly Door[];
  const turn = (ATTACKS.indexOf(attack) + ASKED_ANSWERS.indexOf(asked)) % doors.length;
  return [...doors.slice(turn), ...doors.slice(0, turn)];
}

async function attackAndFinish(
  bench: SignInBench,
  { genuine }: AttackScene,
  { read, ends, what }: Attempt,
): Promise<void> {
  const asked = tokenRequests(bench.identity).length;
  const stored = new Map(bench.store.values);
  const error = await failureOf(attempt(bench, read));
  if (ends === undefined) {
    assert.deepEqual([error.kind, error.code], REJECTED, what);
  } else {
    assert.deepEqual([error.kind, error.values["reason"]], ["answer", ends], what);
  }
  const requests = tokenRequests(bench.identity).length - asked;
  count(GATE, "token requests", requests);
  assert.equal(requests, 0, what);
  const isKept =
    ends === undefined
      ? JSON.stringify([...bench.store.values]) !== JSON.stringify([...stored])
      : [...bench.store.values.keys()].some((key) => !stored.has(key));
  count(GATE, "values stored", isKept ? 1 : 0);
  assert.equal(isKept, false, what);
  if (ends !== undefined) {
    count(GATE, "ended");
    const late = await failureOf(bench.finish(genuine));
    assert.deepEqual([late.kind, late.code], REJECTED, what);
    assert.equal(tokenRequests(bench.identity).length - asked, 0, what);
    return;
  }
  await bench.finish(genuine);
  count(GATE, "completed");
  assert.equal(tokenRequests(bench.identity).length - asked, 1, what);
  await bench.client.signOut();
}

const REJECTED = ["credentials", "credentials/callbackRejected"];

interface Attempt {
  readonly read: () => CallbackParameters;
  readonly ends: string | undefined;
  readonly what: string;
}

async function attempt(bench: SignInBench, read: () => CallbackParameters): Promise<void> {
  await bench.client.completeSignIn(read());
}

interface Stage {
  readonly other: ServiceClient;
  readonly clock: VirtualClock;
}

type Known = Pick<AttackScene, "used" | "expired" | "other">;

/** One sign-in of each kind that an attacker may know of. */
async function beginOthers(bench: SignInBench, { other, clock }: Stage): Promise<Known> {
  const late = await bench.begin();
  clock.advance(300_000);
  const used = await bench.begin();
  await bench.finish(used.parameters);
  await bench.client.signOut();
  const foreign = await bench.begin(other);
  return { used: used.parameters, expired: late.parameters, other: foreign.parameters };
}

/** Beside them the one that he is after. */
async function setTheScene(
  bench: SignInBench,
  known: Known,
  asked: AskedAnswer,
): Promise<AttackScene> {
  const waiting = await bench.begin();
  return {
    ...known,
    genuine: waiting.parameters,
    draft: bench.provider.draftFor(waiting.url, waiting.parameters["code"] ?? ""),
    redirectUri: REDIRECT_URI,
    asked,
  };
}

/** They have the right state, and what came with it is not the provider's. */
function isEnding(group: string): boolean {
  return ["hybrid ID token", "wrong issuer"].includes(group);
}

function groupsOf(asked: AskedAnswer): readonly string[] {
  const own = ATTACKS.filter((attack) => attack.asked === asked);
  return [...new Set(own.map(({ group }) => group))];
}

function isOf(asked: AskedAnswer, group: string): (attack: CallbackAttack) => boolean {
  return (attack) => attack.asked === asked && attack.group === group;
}

function describeCase({ group, name, asked }: CallbackAttack, door: Door): string {
  return `${group}, ${name} (${asked}, ${door})`;
}
