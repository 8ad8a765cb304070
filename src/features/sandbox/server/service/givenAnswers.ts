import type { Middleware } from "koa";
import type { GivenAnswer } from "../../messages/sandboxScenario";
import { fitsText } from "../faults/faultPlan";
import { stringifyJson } from "../data/losslessJson";
import type { Environment } from "../data/dataSets";

/** Headers of a recorded answer that are the server's own matter (RFC 9110, section 7.6.1). */
const NOT_SENT =
  /^(x-dt-(requestid|traceid)|connection|keep-alive|content-length|content-encoding|transfer-encoding|date)$/i;

interface Counted {
  readonly answer: GivenAnswer;
  left: number;
}

/** Answers of a scenario, in the place of the service's own. */
export class GivenAnswers {
  private readonly counted: readonly Counted[];

  /** Numbers of bodies are kept as they are written. */
  constructor(answers: readonly GivenAnswer[]) {
    this.counted = answers.map((answer) => ({ answer, left: answer.times ?? Infinity }));
  }

  /** Those that still have something to answer. */
  get active(): readonly GivenAnswer[] {
    return this.counted
      .filter(({ left }) => left > 0)
      .map(({ answer, left }) => (left === Infinity ? answer : { ...answer, times: left }));
  }

  /** Answers what one of them fits, once key and token were checked. */
  readonly middleware: Middleware = async (context, next) => {
    const { method, path, querystring: query } = context;
    const environment = context.state["environment"] as Environment;
    const found = this.take({ method, path, query, environment });
    if (found === undefined) {
      await next();
      return;
    }
    const { status = 200, headers = {}, body, text } = found;
    context.status = status;
    context.type = "json";
    for (const [name, value] of Object.entries(headers)) {
      if (!NOT_SENT.test(name)) {
        context.set(name, value);
      }
    }
    context.body = text ?? (body === undefined ? null : stringifyJson(body));
    // Koa makes 204 of an answer without a body.
    context.status = status;
  };

  private take(call: AskedCall): GivenAnswer | undefined {
    const found = this.counted.find(({ answer, left }) => left > 0 && fits(answer, call));
    if (found !== undefined) {
      found.left--;
    }
    return found?.answer;
  }
}

interface AskedCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly environment: Environment;
}

function fits({ method = "GET", path, query, environment }: GivenAnswer, call: AskedCall): boolean {
  return (
    method.toUpperCase() === call.method &&
    fitsText(path, call.path) &&
    (query === undefined || fitsText(query, call.query)) &&
    (environment === undefined || environment === call.environment)
  );
}
