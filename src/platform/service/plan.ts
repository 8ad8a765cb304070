import type { Connection } from "../base/connection";
import type { ServiceDefinition } from "./definition/definition";
import { ACCEPTED_CODINGS } from "../http/decoding";
import { planRetries } from "../http/retry";
import { serviceHeaders } from "../http/serviceHeaders";
import type { Limits } from "./networkOptions";
import type { TraceOptions } from "../http/recorder";
import { addressOf } from "./address";
import type { PlannedCall } from "./client";
import type { AnyCall } from "../base/call";
import { userAgentOf } from "./userAgent";

/** What stands for a credential wherever a request is shown. */
const MASKED = "••••••";

export interface PlanOptions {
  readonly connection: Connection;
  readonly definition: () => ServiceDefinition;
  readonly version: string;
  readonly limits: () => Limits;
  readonly trace: () => TraceOptions;
}

/** A call as it would leave now. Throws as `addressOf` does; asks nobody, knows no secret. */
export function planCall(options: PlanOptions, call: AnyCall): PlannedCall {
  const target = addressOf(options.connection, options.definition(), call);
  const { attemptMilliseconds, actionMilliseconds } = options.limits();
  const { send, pinned } = options.trace();
  const headers = {
    "user-agent": userAgentOf(options.version),
    "accept-encoding": ACCEPTED_CODINGS,
    ...serviceHeaders({
      subscriptionKey: MASKED,
      token: MASKED,
      traceId: send ? pinned : undefined,
      hasBody: call.body !== undefined,
      contentType: target.contentType,
      ...("operationId" in call ? { preconditions: call.preconditions, given: call.headers } : {}),
    }),
  };
  return {
    ...target,
    headers: Object.entries(headers),
    tracing: !send ? "off" : pinned === undefined ? "fresh" : "pinned",
    retries: planRetries(target.method),
    limits: { attemptMilliseconds, actionMilliseconds },
  };
}
