import { AppError } from "../../../../platform/base/errors";
import type { Action, Attempt } from "../../../../platform/base/action";
import { explanationOf, illustrativeScopes } from "../../../requests/common/explanation";
import type { FoundId } from "../../../requests/common/history";
import { maskAction, maskSentence } from "../../../requests/common/maskAction";
import { writeTicket } from "../../../requests/common/ticket";
import type { ToolInput } from "../../messages/toolInputs";
import { quoteWithin } from "../quotedJson";
import { MOST_BYTES, type ToolAnswer } from "../toolAnswer";
import { type ToolCall, tellingOf } from "../toolCall";
import type { ToolServices } from "../toolServices";

/** Attempts that are told, the newest ones. */
const MOST_ATTEMPTS = 8;
const MOST_OTHERS = 5;

/** A recorded call, and why it did not show what was hoped for, from evidence alone. */
export async function explainRequest(
  { services }: ToolCall,
  { id }: ToolInput<"explainRequest">,
): Promise<ToolAnswer> {
  const [found, ...others] = await findCalls(services, id);
  const { action, attempt } = found;
  const connection = services.connections().find((one) => one.id === action.connectionId);
  const telling = await tellingOf(services, connection);
  const last = action.attempts.find(({ number }) => number === attempt) ?? action.attempts.at(-1);
  const body =
    last && (await services.history.bodies(action.id, last.number).then((kept) => kept?.response));
  const scopes =
    last && connection
      ? illustrativeScopes(await services.definition(action.connectionId), last)
      : [];
  const { masking } = telling;
  const facts = {
    ...{ action, attempt, body, rows: undefined, now: services.clock.now() },
    ...{ connection: connection?.connection, session: connection?.session },
    keyFingerprint: connection?.keyFingerprint,
    ...{ illustrativeScopes: scopes, masking, language: services.language },
    others: services.connections().filter((one) => one !== connection),
  };
  // Ids of calls stay in sentences; what else they name is masked where they are whole.
  const sections = explanationOf(facts, (message, ...values) =>
    services.redact(services.translate(message, ...values)),
  );
  const shown = maskAction(action, masking);
  const data = {
    ...{ title: shown.title, connection: action.connectionLabel, environment: action.environment },
    ...{ traceId: action.traceId, askedByTool: action.assistantTool },
    startedAt: new Date(action.startedAt).toISOString(),
    attempts: shown.attempts.slice(-MOST_ATTEMPTS).map(attemptFacts),
    explanation: sections.map(({ heading, lines }) => ({
      heading,
      lines: lines.map(({ text }) => maskSentence(text, action, masking)),
    })),
    otherCallsWithThisId: others.slice(0, MOST_OTHERS).map((other) => idsOf(other.action)),
  };
  return {
    isMasked: telling.isMasked,
    data: told(data, services.redact),
    more:
      action.attempts.length > MOST_ATTEMPTS
        ? `The last ${MOST_ATTEMPTS} of ${action.attempts.length} attempts; the user sees all in the view Requests.`
        : undefined,
  };
}

/** The text for the provider's support, which holds no data of clients in any mode. */
export async function ticketText(
  { services }: ToolCall,
  { id }: ToolInput<"writeTicket">,
): Promise<ToolAnswer> {
  const [{ action }] = await findCalls(services, id);
  const { attempts } = action;
  const shown = { ...action, attempts: attempts.slice(-MOST_ATTEMPTS) };
  const ticket = writeTicket([shown], services.ticket());
  return {
    isMasked: false,
    data: JSON.stringify({ ticket }),
    more:
      attempts.length > MOST_ATTEMPTS
        ? `The ticket names the last ${MOST_ATTEMPTS} of ${attempts.length} attempts.`
        : undefined,
  };
}

/** @throws AppError `input/idNotFound` */
async function findCalls(
  { history }: Pick<ToolServices, "history">,
  id: string,
): Promise<readonly [FoundId, ...FoundId[]]> {
  // The first question of a window would find nothing of what others and earlier ones did.
  await history.ready();
  const [first, ...others] = history.find(id.trim());
  if (first === undefined) {
    throw new AppError("input", "input/idNotFound", { values: { count: history.size } });
  }
  return [first, ...others.filter(({ action }) => action.id !== first.action.id)];
}

function attemptFacts(attempt: Attempt): Readonly<Record<string, unknown>> {
  const { number, reason, method, pathTemplate, status, failure, requestId, times } = attempt;
  return {
    ...{ number, reason, method, path: pathTemplate, status, failure, requestId },
    ...{ milliseconds: Math.round(times.total), errorIds: attempt.errorIds },
  };
}

function idsOf({ traceId, attempts, startedAt }: Action): Readonly<Record<string, unknown>> {
  return {
    ...{ traceId, requestId: attempts.at(-1)?.requestId },
    startedAt: new Date(startedAt).toISOString(),
  };
}

function told(value: unknown, redact: (text: string) => string): string {
  return quoteWithin(JSON.stringify(value), MOST_BYTES, redact)?.text ?? JSON.stringify("… (cut)");
}
