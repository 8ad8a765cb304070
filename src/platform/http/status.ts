import type { StatusFacts } from "../base/statusLine";
import type { Action } from "../base/action";

/** The status line of an action, taken from its recorded attempts; undefined before the first. */
export function statusOf(action: Action): StatusFacts | undefined {
  const first = action.attempts[0];
  const last = action.attempts.at(-1);
  if (first === undefined || last === undefined) {
    return undefined;
  }
  return {
    ...(last.status === undefined ? {} : { status: last.status }),
    ...(last.statusText === undefined ? {} : { statusText: last.statusText }),
    // A clock that was set back between them: panels take no time below 0.
    milliseconds: Math.max(last.times.total, last.startedAt + last.times.total - first.startedAt),
    bytes: last.responseBytes,
    attempts: action.attempts.length,
    ...(last.requestId === undefined ? {} : { requestId: last.requestId }),
    ...(action.traceId === undefined ? {} : { traceId: action.traceId }),
    echo: last.echo,
  };
}
