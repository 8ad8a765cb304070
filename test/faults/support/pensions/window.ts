import type { Connection } from "../../../../src/platform/base/connection";
import { fingerprintOf } from "../../../../src/platform/base/keyFingerprint";
import { WriteGuard } from "../../../../src/platform/guard/guard";
import { PermitIssuer } from "../../../../src/platform/guard/permit";
import { type Clock, SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { createFileLocks } from "../../../../src/platform/files/locks/fileLocks";
import type { Locks } from "../../../../src/platform/files/locks/locks";
import { createNetwork } from "../../../../src/platform/service/network";
import { createPensionRecords } from "../../../../src/features/pensions/common/writing/pensionRecords";
import { createPensionWriter } from "../../../../src/features/pensions/common/writing/pensionWriter";
import type { PensionRecords } from "../../../../src/features/pensions/common/writing/records";
import type { PensionWriter } from "../../../../src/features/pensions/common/writing/writer";
import type { Action, AttemptBodies } from "../../../../src/platform/base/action";
import type { ServiceClient } from "../../../../src/platform/service/client";
import type { SandboxFacts } from "../../../../src/features/sandbox/messages/sandboxMessages";
import { aConnection } from "../../../fakes/connection";
import { DEFINITION, MemoryLog, MemoryStore } from "../../../unit/platform/http/support/bench";

export interface WindowOptions {
  readonly facts: SandboxFacts;
  /** Where calls of the service go. */
  readonly baseUrl: string;
  /** What all windows of the machine share. */
  readonly folder: string;
  /** Whether what is known of pensions is kept on disk; true where nothing is said. */
  readonly isLasting?: boolean;
  readonly watchLocks?: (locks: Locks) => Locks;
  /** Puts something between the writer and its records. */
  readonly watch?: (records: PensionRecords) => PensionRecords;
  readonly onAction?: (action: Action) => void;
}

/** A window of the editor, as far as it writes pensions. */
export interface Window {
  readonly connection: Connection;
  readonly client: ServiceClient;
  readonly writer: PensionWriter;
  readonly records: PensionRecords;
  readonly log: MemoryLog;
  close(): Promise<void>;
}

const LIMITS = {
  attemptMilliseconds: 20_000,
  actionMilliseconds: 60_000,
  bodyBytes: 20_000_000,
  concurrentRequests: 4,
};

/** Waits for retries and locks are over at once; what only ends a call that hangs takes its time. */
export const QUICK_CLOCK: Clock = {
  ...SYSTEM_CLOCK,
  schedule: (milliseconds, action) =>
    SYSTEM_CLOCK.schedule(milliseconds < 10_000 ? Math.min(milliseconds, 2) : milliseconds, action),
};

/** A network, records and a writer of its own, over the folder and the service that all share. */
export function openWindow(options: WindowOptions): Window {
  const { facts, baseUrl, folder, watch, isLasting = true } = options;
  const { onAction = () => undefined, watchLocks = (all) => all } = options;
  const { clientId, clientSecret, scopes } = facts.clients.serviceAccount;
  const { prefixes, authUrl, subscriptionKeys } = facts;
  const connection = aConnection({ baseUrl, authUrl, clientId, scopes, prefixes });
  const [log, permits, redactor] = [new MemoryLog(), new PermitIssuer(), createRedactor()];
  const shared = { clock: QUICK_CLOCK, log, redactor };
  const files = createFileLocks({ folder: `${folder}/locks`, clock: QUICK_CLOCK, log });
  const locks = watchLocks(files);
  const bodies = new Map<string, AttemptBodies>();
  const network = createNetwork({
    ...{ ...shared, permits, locks, definition: () => DEFINITION, version: "0.0.0" },
    ...{ tokens: new MemoryStore(), random: () => 0.5, onAction },
    limits: () => LIMITS,
    trace: () => ({ send: true, prefix: "fpx-", pinned: undefined }),
    proxy: () => ({
      ...{ enabled: true, proxy: "", noProxy: [], strictSsl: true, authorization: undefined },
      ...{ systemCertificates: false, environment: {} },
    }),
    onBodies: (kept) => void bodies.set(`${kept.actionId} ${kept.attempt}`, kept),
  });
  const secrets = { subscriptionKey: subscriptionKeys.development, clientSecret };
  const client = network.open({
    ...{ connection, secrets: () => Promise.resolve(secrets), onSession: () => undefined },
  });
  const records = createPensionRecords({
    ...{ ...shared, locks, folder: `${folder}/pensions`, isLasting: () => isLasting },
    bodies: (actionId, attempt) => Promise.resolve(bodies.get(`${actionId} ${attempt}`)),
  });
  const watched = watch?.(records) ?? records;
  const definition = (): Promise<string> => Promise.resolve(DEFINITION);
  const guard = new WriteGuard(
    permits,
    () => true,
    undefined,
    () => fingerprintOf(secrets.subscriptionKey),
  );
  const writer = createPensionWriter({
    ...{ guard, locks, records: watched, definition, clock: QUICK_CLOCK },
  });
  return {
    ...{ connection, client, writer, records, log },
    close: () => network.dispose(),
  };
}
