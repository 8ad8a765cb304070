import type { AccessModel, Networking } from "../../../platform/base/connection";
import { codeSpan as code } from "../../../platform/base/markdown";
import { isoInstant } from "../../../platform/http/instant";
import type { Action, Attempt } from "../../../platform/base/action";
import { sharablePath, sharableQuery } from "../../../platform/http/sharable";
import * as words from "../texts/ticketWords";

/** What is known of a connection beside its record; holds no address. */
export interface TicketConnection {
  readonly accessModel: AccessModel;
  readonly networking: Networking;
  /** Whether a proxy of ours is on the way; undefined where the editor decides. */
  readonly proxied: boolean | undefined;
  /** Of the subscription key that is stored now; undefined where there is none. */
  readonly keyFingerprint: string | undefined;
}

/** Versions of what took part, as they call themselves. */
interface TicketVersions {
  readonly extension: string;
  readonly editor: string;
  readonly system: string;
  readonly node: string;
}

export interface TicketOptions {
  /** Milliseconds since the epoch. */
  readonly writtenAt: number;
  readonly versions: TicketVersions;
  /** Undefined when the connection is not there any more. */
  readonly connection: (connectionId: string) => TicketConnection | undefined;
  readonly redact: (text: string) => string;
}

/**
 * Markdown about actions for the provider's support: every id, times in UTC, statuses, waits and
 * decisions. No address, no path or query value but paging, no body, no secret.
 */
export function writeTicket(actions: readonly Action[], options: TicketOptions): string {
  const { writtenAt, versions, redact } = options;
  const lines = [
    "# Financial Planning Open API: support ticket",
    "",
    `- Written: ${isoInstant(writtenAt)} (all times are UTC)`,
    `- Extension: ${code(versions.extension)}`,
    `- Editor: ${code(versions.editor)}`,
    `- System: ${code(versions.system)}`,
    `- Node: ${code(versions.node)}`,
    ...actions.flatMap((action) => actionLines(action, options)),
  ];
  return `${redact(lines.join("\n"))}\n`;
}

function actionLines(action: Action, { connection }: TicketOptions): readonly string[] {
  const { attempts, traceId, environment, connectionLabel, assistantTool } = action;
  const facts = connection(action.connectionId);
  const progress = words.progressWords(action);
  return [
    "",
    `## ${code(titleOf(action))}: ${outcomeOf(action)}`,
    "",
    ...requestLines(attempts[0]),
    `- Trace id: ${traceId === undefined ? "none, trace ids are switched off" : code(traceId)}`,
    ...(assistantTool === undefined
      ? []
      : [`- Asked for by: an assistant, tool ${code(assistantTool)}`]),
    `- Environment: ${words.ENVIRONMENTS[environment]}`,
    `- Connection: ${code(connectionLabel)}`,
    `- Subscription key: ${keyOf(facts)}`,
    `- Access model: ${facts === undefined ? "not known any more" : words.ACCESS_MODELS[facts.accessModel]}`,
    `- Networking: ${networkingOf(facts)}`,
    `- Begun: ${isoInstant(action.startedAt)}`,
    `- Attempts: ${attempts.length}`,
    ...(progress === undefined ? [] : [`- Now: ${progress}`]),
    ...attempts.flatMap((attempt, index) => attemptLines(attempt, attempts[index + 1])),
  ];
}

/** The title of a typed call is its path. */
function titleOf({ title }: Action): string {
  return title.replace(/\/\S*/g, (pathTemplate) => sharablePath({ pathTemplate }));
}

function requestLines(attempt: Attempt | undefined): readonly string[] {
  if (attempt === undefined) {
    return ["- Request: none was sent"];
  }
  const query = sharableQuery(attempt).map(({ name, value }) =>
    value === undefined || name === "fields"
      ? `${code(name)} (value left out)`
      : code(`${name}=${value}`),
  );
  return [
    `- Request: ${code(`${attempt.method} ${sharablePath(attempt)}`)}`,
    ...(query.length === 0 ? [] : [`- Query: ${query.join(", ")}`]),
  ];
}

function attemptLines(attempt: Attempt, next: Attempt | undefined): readonly string[] {
  const { requestId, errorIds = [], times, requestHash, responseHash } = attempt;
  const heading = `### Attempt ${attempt.number} (${words.REASONS[attempt.reason]})`;
  return [
    "",
    `${heading}: ${resultOf(attempt)}`,
    "",
    `- Request id: ${requestId === undefined ? "none came" : code(requestId)}`,
    ...errorIds.map(({ field, value }) => `- Id in the body, ${code(field)}: ${code(value)}`),
    `- Started: ${isoInstant(attempt.startedAt)}`,
    `- Times: ${timesOf(times)}`,
    `- Trace id: ${words.ECHOES[attempt.echo]}`,
    `- Body sent: ${bodyOf(attempt.requestBytes, requestHash)}`,
    `- Body received, decoded: ${bodyOf(attempt.responseBytes, responseHash)}`,
    `- Then: ${words.decisionWords(attempt, next)}`,
  ];
}

function outcomeOf({ attempts }: Action): string {
  const last = attempts.at(-1);
  return last === undefined ? "no attempt has ended" : resultOf(last);
}

function resultOf({ status, failure }: Attempt): string {
  if (status === undefined) {
    return `no answer (${failure ?? "unknown"})`;
  }
  return failure === undefined ? `status ${status}` : `status ${status}, not whole (${failure})`;
}

function keyOf(facts: TicketConnection | undefined): string {
  const fingerprint = facts?.keyFingerprint;
  return fingerprint === undefined
    ? "not known any more"
    : `fingerprint ${code(fingerprint)} (of the one stored now)`;
}

function networkingOf(facts: TicketConnection | undefined): string {
  if (facts === undefined) {
    return "not known any more";
  }
  if (facts.networking === "editor") {
    return "the editor's, which decides about proxies";
  }
  return facts.proxied === true ? "own, through a proxy" : "own, without a proxy";
}

function timesOf({ queue, connect, firstByte, total }: Attempt["times"]): string {
  const parts: readonly (readonly [name: string, value: number | undefined])[] = [
    ["queue", queue],
    ["connect", connect],
    ["first byte", firstByte],
    ["total", total],
  ];
  return parts
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${words.number(value)} ms`]))
    .join(", ");
}

function bodyOf(bytes: number, hash: string | undefined): string {
  return hash === undefined
    ? `${words.number(bytes)} bytes`
    : `${words.number(bytes)} bytes, SHA-256 ${code(hash)}`;
}
