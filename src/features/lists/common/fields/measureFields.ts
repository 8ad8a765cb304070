import type { ListQuery } from "../../messages/listQuery";
import type { MeasurePlan } from "../../messages/listFields";
import { isAppError } from "../../../../platform/base/errors";
import { findHeader } from "../../../../platform/http/headers";
import type { Action, Attempt } from "../../../../platform/base/action";
import type { ServiceAnswer, ServiceClient } from "../../../../platform/service/client";
import type { RetryWait } from "../../../../platform/http/retry";
import { listCall, listWords, type ListEndpoint } from "../listEndpoint";
import type { ListRules } from "../listRules";
import { readPage } from "../page";
import type { PageRows } from "./rowEffect";
import { type Cost, type Measurement, type Sample, summarize } from "./measurement";

export interface MeasureOptions {
  readonly client: Pick<ServiceClient, "startAction" | "send">;
  readonly endpoint: ListEndpoint;
  /** The page on screen, with all its parameters. */
  readonly query: ListQuery;
  /** Name of the parameter whose values are measured. */
  readonly parameter: string;
  readonly plan: MeasurePlan;
  readonly rules: ListRules;
  readonly signal: AbortSignal;
  /** Calls that were made so far. */
  readonly onProgress: (done: number) => void;
  readonly onWait?: (wait: RetryWait) => void;
}

/**
 * Asks for one page without and with each combination of values, in turns and one call after the
 * other, under one action. A combination that is refused is left out of the later rounds.
 * @throws AppError where the page without them does not come, and kind `canceled`
 */
export async function measureFields(options: MeasureOptions): Promise<Measurement> {
  const { client, endpoint, plan, query } = options;
  const name = listWords(endpoint, (message) => message);
  const title = `${name} page ${query.pageNumber}, ${options.parameter} measured`;
  const run = new Run(options, client.startAction(title));
  const base: Sample = { values: plan.base, costs: [], page: await run.first(plan.base) };
  const samples: Sample[] = plan.combinations.map((values) => ({ values, costs: [] }));
  for (let round = 0; round < plan.rounds; round++) {
    if (round > 0) {
      await run.again(plan.base);
    }
    base.costs.push(run.lastCost);
    for (const sample of samples.filter(({ failure }) => failure === undefined)) {
      await run.sample(sample);
    }
  }
  const last = await run.first(plan.base);
  base.costs.push(run.lastCost);
  const { action } = run;
  return summarize({ query, plan, base, samples, last, action, parameter: options.parameter });
}

/** The calls of one measurement. */
class Run {
  private done = 0;
  private cost: Cost = { bytes: 0, milliseconds: 0 };

  constructor(
    private readonly options: MeasureOptions,
    private current: Action,
  ) {}

  /** With its attempts so far. */
  get action(): Action {
    return this.current;
  }

  /** Of the call that came last. */
  get lastCost(): Cost {
    return this.cost;
  }

  /** Its rows too. */
  async first(values: readonly string[]): Promise<PageRows> {
    const answer = await this.again(values);
    const { rules } = this.options;
    return readPage(answer.text, await answer.index(), { rules, action: answer.action });
  }

  async again(values: readonly string[]): Promise<ServiceAnswer> {
    const { client, endpoint, query, rules, parameter, signal } = this.options;
    const { onProgress, onWait } = this.options;
    const parameters = { ...query.parameters, [parameter]: values };
    const answer = await client.send(listCall(endpoint, { ...query, parameters }, rules), {
      ...{ action: this.current, signal, isStepOfWalk: true, onWait },
    });
    this.current = answer.action;
    this.cost = costOf(answer.action.attempts.at(-1));
    onProgress(++this.done);
    return answer;
  }

  /** One more of a combination; the first one brings its rows. */
  async sample(sample: Sample): Promise<void> {
    try {
      if (sample.page === undefined) {
        sample.page = await this.first(sample.values);
      } else {
        await this.again(sample.values);
      }
      sample.costs.push(this.cost);
    } catch (error) {
      if (!saysSomethingOfValues(error)) {
        throw error;
      }
      sample.failure = error;
      this.options.onProgress(++this.done);
    }
  }
}

/** Statuses that the service answers with for a while (specification, section 7); not so 500. */
const BUSY = [429, 503];

/** A refusal or an odd answer tells of the values; a lost network or session does not. */
function saysSomethingOfValues(error: unknown): boolean {
  if (!isAppError(error)) {
    return false;
  }
  const isService = error.kind === "service" && !BUSY.includes(error.status ?? 0);
  return isService || error.kind === "answer" || error.kind === "input";
}

/** The way to the service is opened once, whoever asks first: it is no cost of the values. */
function costOf(attempt: Attempt | undefined): Cost {
  if (attempt === undefined) {
    return { bytes: 0, milliseconds: 0 };
  }
  const { times, responseBytes, responseHeaders } = attempt;
  const wireBytes = wireBytesOf(responseBytes, responseHeaders);
  return {
    bytes: responseBytes,
    ...(wireBytes === undefined ? {} : { wireBytes }),
    milliseconds: Math.max(0, times.total - (times.connect ?? 0)),
  };
}

/** Of the content as it was coded (RFC 9110, section 8.6); unknown where no length was sent. */
function wireBytesOf(decoded: number, headers: Attempt["responseHeaders"]): number | undefined {
  const coding = findHeader(headers, "content-encoding")?.trim().toLowerCase() ?? "";
  if (coding === "" || coding === "identity") {
    return decoded;
  }
  const length = findHeader(headers, "content-length")?.trim() ?? "";
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}
