import type { Middleware } from "koa";
import type {
  Operation,
  ServiceDefinition,
} from "../../../../platform/service/definition/definition";
import type { RecordedAnswer } from "../../messages/sandboxQuestions";
import type { GivenAnswer } from "../../messages/sandboxScenario";
import { readablePath } from "../../common/readablePath";
import { fitsText } from "../faults/faultPlan";
import { parseKeepingNumbers, stringifyJson } from "../data/losslessJson";
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
  private counted: readonly Counted[];

  /** Numbers of bodies are kept as they are written. */
  constructor(answers: readonly GivenAnswer[]) {
    this.counted = answers.map((answer) => ({ answer, left: answer.times ?? Infinity }));
  }

  /** From now on this one comes before all others; one that answered just the same calls is gone. */
  addFirst(answer: GivenAnswer): void {
    const others = this.counted.filter((one) => !answersSame(one.answer, answer));
    this.counted = [{ answer, left: answer.times ?? Infinity }, ...others];
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
    const found = this.takeCounted({ method, path, query, environment });
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

  private takeCounted(call: AskedCall): GivenAnswer | undefined {
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

function answersSame(one: GivenAnswer, other: GivenAnswer): boolean {
  const about = ({ method = "GET", path, query, environment }: GivenAnswer): string =>
    JSON.stringify([method.toUpperCase(), path, query, environment]);
  return about(one) === about(other);
}

function fits({ method = "GET", path, query, environment }: GivenAnswer, call: AskedCall): boolean {
  return (
    method.toUpperCase() === call.method &&
    // Recorded paths are readable, and who writes one by hand may write it as it is sent.
    (fitsText(path, call.path) || fitsText(path, readablePath(call.path))) &&
    (query === undefined || fitsText(query, call.query)) &&
    (environment === undefined || environment === call.environment)
  );
}

/**
 * A recorded answer as one of a scenario. The path of a call of the definition is that of the
 * sandbox, whatever prefixes the service has that answered it.
 */
export function givenAnswerOf(
  { method, path, query, operationId, status, headers, body }: RecordedAnswer,
  definition: ServiceDefinition,
  prefixes: Readonly<Record<Operation["domain"], string>>,
): GivenAnswer {
  const operation =
    operationId === undefined
      ? undefined
      : definition.operations.find(({ id }) => id === operationId);
  const sent = headers.filter(([name, value]) => !NOT_SENT.test(name) && PRINTABLE.test(value));
  return {
    method,
    path:
      operation === undefined
        ? path
        : `${prefixes[operation.domain]}${lastSegments(path, operation.path)}`,
    query,
    status,
    ...(sent.length > 0 && { headers: Object.fromEntries(sent) }),
    ...bodyOf(body),
  };
}

const PRINTABLE = /^[\t\x20-\x7e]*$/;

/** As much of a path as the template has segments; both begin with a slash. */
function lastSegments(path: string, template: string): string {
  return `/${path
    .split("/")
    .slice(-(template.split("/").length - 1))
    .join("/")}`;
}

/** JSON as JSON, since it is read and changed in a scenario; anything else as the text it is. */
function bodyOf(text: string): Pick<GivenAnswer, "body" | "text"> {
  if (text === "") {
    return {};
  }
  try {
    return { body: parseKeepingNumbers(text) };
  } catch {
    return { text };
  }
}
