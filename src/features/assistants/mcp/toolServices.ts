import { randomBytes } from "node:crypto";
import { release } from "node:os";
import { createNetwork } from "../../../platform/service/network";
import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import {
  type ConnectionSummary,
  isProduction,
  type IssuedConnection,
  SANDBOX_CONNECTION_ID,
} from "../../../platform/base/connection";
import type { Log } from "../../../platform/base/log";
import { fillText } from "../../../platform/base/texts";
import { createRedactor } from "../../../platform/http/redaction";
import { describeError } from "../../../platform/texts/errorText";
import type { ServiceClient } from "../../../platform/service/client";
import { SETTINGS } from "../../../manifest";
import { fingerprintOf } from "../../../platform/base/keyFingerprint";
import { withoutIllustrations } from "../../definitions/common/withoutIllustrations";
import { NO_RULES } from "../../lists/common/listRules";
import { createPensionRecords } from "../../pensions/common/writing/pensionRecords";
import { createPensionWriter } from "../../pensions/common/writing/pensionWriter";
import { createMasking, MASKING_KEY_BYTES } from "../../privacy/common/masking";
import { Pseudonyms } from "../common/pseudonyms";
import type { ToolServices } from "../common/toolServices";
import type { McpSettings } from "./environment";
import { MemoryHistory } from "./memoryHistory";
import { writeNewPayload } from "./payloadFolder";
import { memoryStore, NO_PERMITS, NO_WRITES, processLocks } from "./readOnly";

const MEGABYTE = 1_048_576;
const SECOND = 1_000;
/** The standard output is the protocol's, and nobody asked for more. */
const SILENT: Log = {
  trace: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

interface McpParts {
  readonly settings: McpSettings;
  readonly issued: IssuedConnection;
  /** The description that ships with the program (OpenAPI 3.1, JSON). */
  readonly description: string;
  readonly version: string;
  /** Asks the user, where the client of the protocol can. */
  readonly askAboutProduction: (name: string) => Promise<boolean>;
}

export interface McpTools extends ToolServices {
  readonly dispose: () => Promise<void>;
}

/** The tools' services outside of an editor: one connection, one program, nothing on disk. */
export function createMcpTools(parts: McpParts): McpTools {
  const { settings, issued, version, askAboutProduction } = parts;
  const { connection, secrets } = issued;
  const isSandbox = connection.id === SANDBOX_CONNECTION_ID;
  const definition = isSandbox ? parts.description : withoutIllustrations(parts.description);
  const redactor = createRedactor();
  const history = new MemoryHistory();
  const [locks, clock, log] = [processLocks(), SYSTEM_CLOCK, SILENT];
  const network = createNetwork({
    ...{ log, redactor, locks, version, permits: NO_PERMITS, tokens: memoryStore() },
    definition: () => definition,
    limits: () => LIMITS,
    trace: () => ({
      send: true,
      prefix: SETTINGS["financialPlanning.trace.prefix"],
      pinned: undefined,
    }),
    proxy: () => ({ ...PROXY, environment: process.env }),
    onAction: (action) => history.note(action),
    onBodies: (kept) => history.noteBodies(kept),
  });
  const client: ServiceClient = network.open({
    ...{ connection, secrets: () => Promise.resolve(secrets) },
    onSession: () => undefined,
  });
  const summary = (): ConnectionSummary => ({
    ...{ id: connection.id, label: connection.label, environment: connection.environment },
    ...{ state: "ready", session: client.session, connection },
    keyFingerprint: fingerprintOf(secrets.subscriptionKey),
  });
  const masking = createMasking(settings.maskingKey ?? randomBytes(MASKING_KEY_BYTES));
  const pseudonyms = new Pseudonyms(masking);
  let answer: Promise<boolean> | undefined;
  const records = createPensionRecords({
    ...{ folder: "", locks, clock, log, isLasting: () => false },
    bodies: (...place) => history.bodies(...place),
  });
  const writing = { guard: NO_WRITES, locks, records, clock };
  const writer = createPensionWriter({ ...writing, definition: () => Promise.resolve(definition) });
  const { payloadFolder } = settings;
  return {
    connections: () => [summary()],
    currentConnection: () => connection.id,
    open: () => Promise.resolve({ connection, client }),
    definition: () => Promise.resolve(definition),
    rules: () => NO_RULES,
    history,
    masking: () => masking,
    pseudonyms: () => pseudonyms,
    mode: () => settings.mode,
    mayTellAsItIs: ({ environment, label }) => {
      if (!isProduction(environment)) {
        return Promise.resolve(true);
      }
      // A question that nobody answers in time is no lasting no: the next call asks again.
      answer ??= askAboutProduction(label).catch(() => {
        answer = undefined;
        return false;
      });
      return answer;
    },
    redact: (text) => redactor.redact(text),
    translate: fillText,
    describeError: (error, t) => Promise.resolve(describeError(error, t)),
    ticket: () => ({
      writtenAt: clock.now(),
      versions: {
        extension: version,
        editor: "none (MCP server)",
        system: `${process.platform} ${release()} ${process.arch}`,
        node: process.versions.node,
      },
      connection: () => ({
        ...{ accessModel: connection.accessModel, networking: "own", proxied: undefined },
        keyFingerprint: fingerprintOf(secrets.subscriptionKey),
      }),
      redact: (text) => redactor.redact(text),
    }),
    language: "en",
    times: { time: utc, exactTime: utc },
    clock,
    payloads:
      payloadFolder === undefined
        ? undefined
        : {
            write: (target, text) => writeNewPayload(payloadFolder, target, text),
            rulesOff: () => [],
            writer: () => Promise.resolve(writer),
          },
    dispose: () => network.dispose(),
  };
}

const LIMITS = {
  attemptMilliseconds: SETTINGS["financialPlanning.network.attemptTimeout"] * SECOND,
  actionMilliseconds: SETTINGS["financialPlanning.network.actionTimeout"] * SECOND,
  bodyBytes: SETTINGS["financialPlanning.network.bodyLimit"] * MEGABYTE,
  concurrentRequests: SETTINGS["financialPlanning.network.concurrentRequests"],
};

/** As the environment says: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. */
const PROXY = {
  ...{ enabled: true, proxy: "", noProxy: [], strictSsl: true, authorization: undefined },
  systemCertificates: true,
};

function utc(at: number): string {
  return new Date(at).toISOString();
}
