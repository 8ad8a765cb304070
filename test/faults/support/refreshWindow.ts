import fs from "node:fs";
import { createFileLocks } from "../../../src/platform/files/locks/fileLocks";
import type { Locks } from "../../../src/platform/files/locks/locks";
import { isAppError } from "../../../src/platform/base/errors";
import { PermitIssuer } from "../../../src/platform/guard/permit";
import { SYSTEM_CLOCK, type Clock } from "../../../src/platform/base/clock";
import { createRedactor } from "../../../src/platform/http/redaction";
import { createNetwork } from "../../../src/platform/service/network";
import type { SecretStore } from "../../../src/platform/base/secretStore";
import { SharedSecrets } from "./sharedSecrets";
import {
  WAITING,
  type Step,
  type WindowAnswer,
  type WindowOrder,
  type WindowSetup,
} from "./windowMessages";

/** One window: a process with a network of its own, over the store and locks that all share. */
const setup = JSON.parse(process.env["WINDOW"] ?? "{}") as WindowSetup;
const { connection, secrets, folder } = setup;
const DEFINITION = fs.readFileSync("media/service/financial-planning-open-api.json", "utf8");
let shift = 0;
let diesAt: Step | undefined;
let isInside = false;
let findings = 0;

const clock: Clock = { ...SYSTEM_CLOCK, now: () => Date.now() + shift };
const quiet = (): void => undefined;
const log = { trace: quiet, info: quiet, warn: quiet, error: quiet };
const network = createNetwork({
  ...{ log, clock, redactor: createRedactor(), permits: new PermitIssuer(), version: "0.0.0" },
  tokens: watched(new SharedSecrets(`${folder}/secrets`, [tokenKey()])),
  locks: watchedLocks(createFileLocks({ folder: `${folder}/locks`, clock, log })),
  definition: () => DEFINITION,
  limits: () => ({
    ...{ attemptMilliseconds: 20_000, actionMilliseconds: 60_000 },
    ...{ bodyBytes: 1_000_000, concurrentRequests: 4 },
  }),
  trace: () => ({ send: false, prefix: "", pinned: undefined }),
  proxy: () => ({
    ...{ enabled: true, proxy: "", noProxy: [], strictSsl: true, authorization: undefined },
    ...{ systemCertificates: false, environment: {} },
  }),
  onAction: quiet,
});
const client = network.open({
  connection,
  secrets: () => Promise.resolve(secrets),
  onSession: quiet,
});
watchFiles();
process.on("message", (order: WindowOrder) => void obey(order));
process.on("disconnect", () => process.exit());
process.send?.("ready");

async function obey(order: WindowOrder): Promise<void> {
  ({ shift, diesAt } = order);
  let code = "";
  try {
    if (order.does === "signOut") {
      await client.signOut();
    } else if (order.does === "call") {
      const action = client.startAction("Clients");
      await client.send({ operationId: "listClients" }, { action });
    }
  } catch (error) {
    code = isAppError(error) ? error.code : String(error);
  }
  process.send?.({ code, isSignedIn: client.session !== undefined } satisfies WindowAnswer);
}

function reach(step: Step): void {
  if (diesAt === step) {
    process.kill(process.pid, "SIGKILL");
    // The signal is on its way: nothing more may happen in this process.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  }
}

function watched(store: SharedSecrets): SecretStore {
  return {
    get: async (key) => {
      const value = await store.get(key);
      if (isInside) {
        reach("store read");
      }
      return value;
    },
    set: async (key, value) => {
      reach("answer received");
      await store.set(key, value);
      reach("stored");
    },
    delete: (key) => store.delete(key),
    onDidChange: (listener) => store.onDidChange(listener),
  };
}

function watchedLocks(locks: Locks): Locks {
  return {
    withLock: (name, work, signal) =>
      locks.withLock(
        name,
        async () => {
          reach("lock held");
          isInside = true;
          const result = await work().finally(() => (isInside = false));
          reach("work done");
          return result;
        },
        signal,
      ),
  };
}

/** Between the steps of making and of removing a lock file. */
function watchFiles(): void {
  const { openSync, writeSync, unlinkSync } = fs;
  fs.openSync = (...values) => {
    try {
      return openSync(...values);
    } catch (error) {
      findings += String(values[0]).endsWith(".lock") ? 1 : 0;
      if (findings > 1) {
        reach(WAITING);
      }
      throw error;
    }
  };
  fs.writeSync = ((...values: Parameters<typeof writeSync>) => {
    reach("lock file begun");
    return writeSync(...values);
  }) as typeof writeSync;
  fs.unlinkSync = (path) => {
    if (String(path).endsWith(".lock")) {
      reach("releasing");
    }
    unlinkSync(path);
  };
}

function tokenKey(): string {
  return `financialPlanning.token.${connection.id}`;
}
