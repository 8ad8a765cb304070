import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { Context } from "koa";
import { formatPointer } from "../../../../platform/json/jsonPointer";
import type { FaultyField, FieldsFault, StatusFault } from "../../messages/sandboxFaults";
import { inTurns } from "../inTurns";
import { keyRefused, tokenRefused } from "../service/credentials";
import { Problem, problemText } from "../service/problem";
import type { AnsweringFault } from "./faultPlan";
import { hugePage } from "./hugePage";

/** Answers in the place of the service; resets are the caller's. */
export function answerFault(
  context: Context,
  fault: Exclude<AnsweringFault, { kind: "reset" }>,
): void {
  switch (fault.kind) {
    case "status":
      return answerProblem(context, statusProblem(fault));
    case "refused":
      return answerProblem(context, REFUSED[fault.layer]());
    case "fields":
      return answerFields(context, fault);
    case "notJson":
      return answer(context, 200, "application/json", PAGE);
    case "huge":
      return answer(context, 200, "application/json", inTurns(hugePage(fault.bytes)));
  }
}

const REFUSED = {
  key: keyRefused,
  token: () => tokenRefused(),
  expired: () => tokenRefused("The access token has expired"),
};

const PAGE =
  "<!DOCTYPE html><html><head><title>Gateway</title></head><body>Welcome</body></html>\n";

function answer(context: Context, status: number, type: string, body: string | Readable): void {
  // The type first: Koa guesses one for a body that has none.
  context.status = status;
  context.set("Content-Type", type);
  context.body = body;
}

function answerProblem(context: Context, problem: Problem): void {
  context.set(problem.headers);
  const text = problemText(problem, context.response.get("x-dt-requestid"));
  answer(context, problem.status, "application/json; charset=utf-8", text);
}

const PROBLEMS: Readonly<Record<StatusFault["status"], readonly [code: string, message: string]>> =
  {
    403: ["forbidden", "This is not allowed."],
    404: ["not_found", "There is no such resource."],
    405: ["method_not_allowed", "The path does not take this method."],
    409: ["conflict", "The resource was changed meanwhile."],
    410: ["gone", "The resource is gone."],
    412: ["precondition_failed", "The resource is not as the request expects it."],
    429: ["too_many_requests", "Too many requests. Try again later."],
    500: ["internal_error", "The service failed. Try again."],
    501: ["not_implemented", "The service does not do this."],
    503: ["unavailable", "The service is not available. Try again later."],
  };

function statusProblem({ status, retryAfter, asDate = false }: StatusFault): Problem {
  const [code, message] = PROBLEMS[status];
  // RFC 9110, section 15.5.6: a 405 says which methods there are, even if that is none.
  const allowed = status === 405 ? { Allow: "" } : {};
  if (retryAfter === undefined) {
    return new Problem(status, code, message, { headers: allowed });
  }
  const date = new Date(Date.now() + retryAfter * 1000).toUTCString();
  const headers = { ...allowed, "Retry-After": asDate ? date : String(retryAfter) };
  return new Problem(status, code, message, { headers });
}

const FIELDS: readonly FaultyField[] = [
  { path: ["contributions", 0, "amount"], issue: "must be a number" },
  { path: ["schemeName"], issue: "is required" },
];

/** No shape of error bodies is shown by the specification; these are in wide use. */
function answerFields(context: Context, { shape, fields = FIELDS }: FieldsFault): void {
  const id = context.response.get("x-dt-requestid") || randomUUID();
  const json = (body: unknown, type = "application/json; charset=utf-8"): void =>
    answer(context, 400, type, JSON.stringify(body));
  switch (shape) {
    case "pointers":
      return json({
        errors: fields.map(({ path, issue }) => ({ pointer: formatPointer(path), detail: issue })),
        correlationId: id,
      });
    case "dotted": {
      const details = fields.map(({ path, issue }) => ({ field: dottedOf(path), issue }));
      return json({ error: { code: "validation_failed", correlationId: id, details } });
    }
    case "modelState": {
      const ModelState = byField(fields, (path) => `pension.${dottedOf(path)}`);
      return json({ Message: "The request is invalid.", ErrorId: id, ModelState });
    }
    case "problem": {
      // RFC 9457 with the extension members that frameworks add.
      const problem = { type: "about:blank", title: "One or more fields do not fit.", status: 400 };
      const errors = byField(fields, dottedOf);
      return json({ ...problem, traceId: id, errors }, "application/problem+json; charset=utf-8");
    }
    case "text": {
      const lines = fields.map(({ path, issue }) => `${dottedOf(path)} ${issue}`);
      const text = [...lines, `Correlation id: ${id}`].join("\n");
      return answer(context, 400, "text/plain; charset=utf-8", text);
    }
  }
}

type Path = FaultyField["path"];

function byField(
  fields: readonly FaultyField[],
  nameOf: (path: Path) => string,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(fields.map(({ path, issue }) => [nameOf(path), [issue]]));
}

function dottedOf(path: Path): string {
  return path
    .map((step, index) =>
      typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${step}`,
    )
    .join("");
}
