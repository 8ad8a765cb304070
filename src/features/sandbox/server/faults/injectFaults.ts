import { setTimeout as delay } from "node:timers/promises";
import type { Context, Middleware } from "koa";
import type { Fault } from "../../messages/sandboxFaults";
import { answerFault } from "./faultAnswers";
import { answers, type FaultPlan } from "./faultPlan";
import type { OperationFinder } from "../service/operationFinder";

/**
 * Lets calls go wrong as the plan says. A call whose credentials are refused meets no fault and uses
 * none up: it may be of anybody on this machine.
 */
export function injectFaults(plan: FaultPlan, finder: OperationFinder): Middleware {
  return async (context, next) => {
    if (context.state["refusal"] !== undefined || plan.isEmpty) {
      context.state["oddities"] = [];
      context.state["drifts"] = [];
      await next();
      return;
    }
    const { method, path, querystring: query } = context;
    const { replaced } = plan;
    const faults = plan.faultsOf({
      method,
      path,
      query,
      operationId: finder.find(method, path)?.operation.id,
    });
    context.state["oddities"] = faults.filter((fault) => fault.kind === "paging");
    context.state["drifts"] = faults.filter((fault) => fault.kind === "shapeDrift");
    context.state["putVariant"] = faults.find((fault) => fault.kind === "putAnswer")?.variant;
    if (faults.length === 0) {
      await next();
      return;
    }
    const instead = faults.find(answers);
    if (instead === undefined || ("done" in instead && instead.done)) {
      await next();
    }
    if (instead?.kind === "reset") {
      context.respond = false;
      context.req.socket.resetAndDestroy();
      return;
    }
    if (instead !== undefined) {
      answerFault(context, instead);
    }
    changeHeaders(context, faults);
    await changeSending(context, faults, replaced);
  };
}

function changeHeaders(context: Context, faults: readonly Fault[]): void {
  for (const fault of faults) {
    if (fault.kind === "noRequestId") {
      context.remove("x-dt-requestid");
    } else if (fault.kind === "contentType") {
      context.set("Content-Type", fault.value);
    } else if (fault.kind === "trace" && fault.echo === "missing") {
      context.remove("x-dt-traceid");
    } else if (fault.kind === "trace" && context.response.get("x-dt-traceid") !== "") {
      context.set("x-dt-traceid", "another-trace-id");
    }
  }
}

const PIECES = 8;

async function changeSending(
  context: Context,
  faults: readonly Fault[],
  replaced: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  context.res.once("close", () => gone.abort());
  // Whoever asked may have left, or the faults were changed: then nobody is kept waiting.
  const signal = AbortSignal.any([gone.signal, replaced]);
  const wait = async (milliseconds: number | undefined): Promise<void> => {
    await delay(milliseconds ?? 0, undefined, { signal }).catch(() => undefined);
  };
  const slow = faults.find((fault) => fault.kind === "slow");
  if (slow?.head !== undefined) {
    await wait(slow.head);
  }
  const { body } = context;
  if (typeof body !== "string") {
    return;
  }
  const bytes = Buffer.from(body, "utf8");
  if (faults.some(({ kind }) => kind === "cut")) {
    context.respond = false;
    const { res } = context;
    res.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => res.destroy());
  } else if (slow?.chunks !== undefined) {
    context.respond = false;
    await sendSlowly(context, bytes, () => wait(slow.chunks));
  }
}

async function sendSlowly(
  { res }: Context,
  bytes: Buffer,
  wait: () => Promise<void>,
): Promise<void> {
  const size = Math.ceil(bytes.length / PIECES);
  for (let from = 0; from < bytes.length && !res.destroyed; from += size) {
    res.write(bytes.subarray(from, from + size));
    await wait();
  }
  res.end();
}
