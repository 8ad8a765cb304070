import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { uptime } from "node:os";
import { createFileLocks } from "../../src/platform/files/locks/fileLocks";
import { lockName } from "../../src/platform/auth/tokenRenewal";
import type { TokenRecord } from "../../src/platform/auth/tokenRecord";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { aConnection } from "../fakes/connection";
import {
  recordOf,
  startUserProvider,
  USER_CONNECTION,
  type UserProvider,
} from "../unit/platform/auth/userProvider";
import { CLIENT_SECRET, MemoryLog, SUBSCRIPTION_KEY } from "../unit/platform/http/support/bench";
import { sendJson, serve, type TestServer } from "../unit/platform/http/support/servers";
import { bundleProgram, type ChildProgram } from "./support/childProgram";
import { count } from "./support/gates";
import { until } from "./support/leftovers";
import { SharedSecrets } from "./support/sharedSecrets";
import { STEPS, WAITING, type WindowAnswer, type WindowOrder } from "./support/windowMessages";
import { examplesOf, IS_LONG } from "../fakes/runs";

const WINDOWS = 5;
const ROUNDS = IS_LONG ? 50 : 2;
const KILLED_AT = examplesOf(STEPS);
const LIFE = 600_000;
const SECRETS = { subscriptionKey: SUBSCRIPTION_KEY, clientSecret: CLIENT_SECRET };
const OK: WindowAnswer = { code: "", isSignedIn: true };

describe("renewals of several windows, which are processes", () => {
  let program: ChildProgram;
  let provider: UserProvider;
  let service: TestServer;
  /** Access tokens that the service refuses. */
  const refused = new Set<string>();
  before(async () => {
    program = await bundleProgram("refreshWindow");
    provider = await startUserProvider();
    service = await serve(({ headers }, response) => {
      const token = headers.authorization?.replace("Bearer ", "") ?? "";
      sendJson(response, refused.has(token) ? 401 : 200, []);
    });
  });
  after(async () => {
    await Promise.all([program.close(), provider.close(), service.close()]);
  });

  it(`${ROUNDS} x ${WINDOWS} at once: one refresh each, nobody signed out`, async () => {
    const stage = open("rounds");
    const windows = await Promise.all(Array.from({ length: WINDOWS }, () => stage.window()));
    await stage.signIn();
    for (let round = 1; round <= ROUNDS; round++) {
      const before = stage.refreshes();
      const { accessToken } = stage.stored();
      // By the clock, then by the service, which refuses what is not at its end.
      const shift = Math.ceil(round / 2) * LIFE;
      if (round % 2 === 0) {
        refused.add(accessToken);
      }
      const order: WindowOrder = { does: "call", shift };
      const answers = await Promise.all(windows.map((window) => told(window, order)));
      assert.deepEqual(answers, Array.from({ length: WINDOWS }).fill(OK), `round ${round}`);
      assert.equal(stage.refreshes() - before, 1, `round ${round}`);
      assert.notEqual(stage.stored().accessToken, accessToken);
      count("G5", "rounds");
      count("G5", "refreshes", stage.refreshes() - before);
      count("G5", "signed out", answers.filter(({ isSignedIn }) => !isSignedIn).length);
    }
    // The refresh token that is stored last is the one that the provider knows last.
    const last = await told(await stage.window(), { does: "call", shift: ROUNDS * LIFE });
    assert.deepEqual(last, OK);
    count("G5", "lost", last.code === "" ? 0 : 1);
    assert.deepEqual(readdirSync(`${stage.folder}/locks`), []);
  });

  it("a clock that runs hours ahead costs nobody the refresh token", async () => {
    const stage = open("ahead");
    await stage.signIn();
    const window = await stage.window();
    for (const shift of [12 * LIFE, 13 * LIFE]) {
      assert.deepEqual(await told(window, { does: "call", shift }), OK);
    }
  });

  it("a sign-out in one is one in all", async () => {
    const stage = open("signOut");
    await stage.signIn();
    const [one, other] = [await stage.window(), await stage.window()];
    assert.deepEqual(await told(other, { does: "call", shift: 0 }), OK);
    await told(one, { does: "signOut", shift: 0 });
    for (let isSignedIn = true; isSignedIn;) {
      ({ isSignedIn } = await told(other, { does: "look", shift: 0 }));
    }
    const { code } = await told(other, { does: "call", shift: 0 });
    assert.equal(code, "credentials/signInNeeded");
  });

  for (const step of KILLED_AT) {
    it(`killed at "${step}": the next call of another window recovers`, async () => {
      const stage = open(step.replaceAll(" ", "-"));
      await stage.signIn();
      const [victim, other] = [await stage.window(), await stage.window()];
      victim.send({ does: "call", shift: LIFE, diesAt: step } satisfies WindowOrder);
      await once(victim, "exit");
      assert.equal(victim.signalCode, "SIGKILL");
      await stage.expectRecovery(other, step === "answer received");
    });
  }

  it("killed while it waits: the one that holds is not disturbed", async () => {
    const stage = open("waiting");
    await stage.signIn();
    const [victim, other] = [await stage.window(), await stage.window()];
    const locks = createFileLocks({
      ...{ folder: `${stage.folder}/locks`, clock: SYSTEM_CLOCK, log: new MemoryLog() },
    });
    await locks.withLock(lockName(stage.connection), async () => {
      // Longer than the machine has run, as where its clock is set right after a start.
      const shift = LIFE + uptime() * 1000;
      victim.send({ does: "call", shift, diesAt: WAITING } satisfies WindowOrder);
      await Promise.race([once(victim, "exit"), once(victim, "message")]);
      assert.equal(victim.signalCode, "SIGKILL");
    });
    assert.equal(stage.refreshes(), 0);
    await stage.expectRecovery(other, false);
  });

  for (const [step, isHandled] of [
    ["request sent", false],
    ["token rotated", true],
  ] as const) {
    it(`killed at "${step}": the next call of another window recovers`, async () => {
      const stage = open(step.replaceAll(" ", "-"));
      await stage.signIn();
      const [victim, other] = [await stage.window(), await stage.window()];
      const gone = Promise.withResolvers<undefined>();
      provider.gate = async (pass, response) => {
        provider.gate = undefined;
        const end = response.end.bind(response);
        // Handled or not, its answer never leaves.
        Object.assign(response, { end: () => response });
        await (isHandled ? pass() : undefined);
        await kill(victim);
        end();
        gone.resolve(undefined);
      };
      victim.send({ does: "call", shift: LIFE } satisfies WindowOrder);
      await gone.promise;
      await stage.expectRecovery(other, isHandled);
    });
  }

  interface Stage {
    readonly folder: string;
    readonly connection: ReturnType<typeof aConnection>;
    window(): Promise<ChildProcess>;
    signIn(): Promise<void>;
    stored(): TokenRecord;
    /** Since the stage was opened. */
    refreshes(): number;
    /** A rotation that nobody has is beyond recovery: then one call says so, and that is all. */
    expectRecovery(other: ChildProcess, isRotationLost: boolean): Promise<void>;
  }

  function open(name: string): Stage {
    const folder = `${program.folder}/${name}`;
    const connection = aConnection({
      ...{ ...USER_CONNECTION, id: name },
      ...{ baseUrl: service.origin, authUrl: provider.origin },
    });
    const [key, start] = [`financialPlanning.token.${name}`, provider.refreshes];
    const setup = JSON.stringify({ connection, secrets: SECRETS, folder });
    const window = async (): Promise<ChildProcess> => {
      const child = program.start({ WINDOW: setup });
      await once(child, "message");
      return child;
    };
    const signIn = async (): Promise<void> => {
      const record = recordOf(await provider.signIn("alex"), connection, SECRETS);
      const secrets = new SharedSecrets(`${folder}/secrets`, []);
      await secrets.set(key, JSON.stringify(record));
      secrets.close();
    };
    const call: WindowOrder = { does: "call", shift: LIFE + 10_000 };
    const expectRecovery = async (other: ChildProcess, isRotationLost: boolean): Promise<void> => {
      const { code } = await told(other, call);
      assert.equal(code, isRotationLost ? "credentials/sessionEnded" : "");
      if (isRotationLost) {
        await signIn();
        await until(() => readdirSync(`${folder}/secrets`).includes(key));
        assert.equal((await told(other, call)).code, "");
      }
      // Whoever comes next finds no lock in the way, and a refresh token that works.
      const next = await told(IS_LONG ? await window() : other, { does: "call", shift: 3 * LIFE });
      assert.deepEqual(next, OK);
      assert.deepEqual(readdirSync(`${folder}/locks`), []);
      count("G5", isRotationLost ? "ended" : "recovered");
    };
    return {
      ...{ folder, connection, window, signIn, expectRecovery },
      stored: () => JSON.parse(readFileSync(`${folder}/secrets/${key}`, "utf8")) as TokenRecord,
      refreshes: () => provider.refreshes - start,
    };
  }
});

async function told(window: ChildProcess, order: WindowOrder): Promise<WindowAnswer> {
  const answer = once(window, "message");
  window.send(order);
  return ((await answer) as [WindowAnswer])[0];
}

async function kill(window: ChildProcess): Promise<void> {
  const ended = once(window, "exit");
  window.kill("SIGKILL");
  await ended;
}
