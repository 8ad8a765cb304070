import * as vscode from "vscode";
import { type Environment, isProduction } from "../../../../platform/base/connection";
import { AppError, isCanceled } from "../../../../platform/base/errors";
import { type ListEndpoint, parameterFields } from "../../common/listEndpoint";
import type { ListRulesStore } from "../../common/listRules";
import type { ServiceClient } from "../../../../platform/service/client";
import { environmentWord } from "../../../../platform/vscode/words";
import { type FieldsView, type MeasurePlan, planMeasurement } from "../../messages/listFields";
import type { ListToHost } from "../../messages/listMessages";
import type { ListQuery } from "../../messages/listQuery";
import type { Handlers } from "../../../../platform/base/rpc";
import type { EndpointServices } from "../pickEndpoint";
import type { Measured } from "./measuring";
import { countText } from "../../../../platform/vscode/formats";

/** What measuring needs of what the lists have. */
interface FieldCostServices extends EndpointServices {
  readonly rules: Pick<ListRulesStore, "rules">;
  client(connectionId: string): Promise<ServiceClient>;
  connection(connectionId: string): KnownConnection | undefined;
  copy(text: string): Promise<void>;
}

interface KnownConnection {
  readonly label: string;
  readonly environment: Environment;
}

interface FieldCostMeasurementOptions {
  readonly endpoint: ListEndpoint;
  readonly services: FieldCostServices;
  /** The page on screen. */
  readonly query: () => ListQuery;
  /** Why the service gave no answer, in a sentence. */
  readonly describeError: (error: unknown) => string;
  /** Does something whose outcome nobody awaits; it fails in words. */
  readonly run: (start: () => Promise<void>) => undefined;
  readonly onChange: () => void;
}

type FieldsCall = "measureFields" | "copyMeasurement";

/** So many calls are made without a question, unless they go to Production. */
const ASKED_FROM_CALLS = 31;

interface Running {
  readonly controller: AbortController;
  readonly parameter: string;
  readonly calls: number;
  done: number;
}

/** What the values of a parameter cost on the page of one panel, while that page is shown. */
export class FieldCostMeasurement implements vscode.Disposable {
  private running: Running | undefined;
  private found: { readonly parameter: string; readonly measured: Measured } | undefined;
  /** Of the page that is measured, or was. */
  private page = "";

  constructor(private readonly options: FieldCostMeasurementOptions) {}

  get view(): FieldsView | undefined {
    const { running, found } = this;
    if (running !== undefined) {
      const { parameter, done, calls } = running;
      return { parameter, running: { done, calls } };
    }
    return found && { parameter: found.parameter, result: found.measured.view(this.words) };
  }

  handlers(): Pick<Handlers<ListToHost>, FieldsCall> {
    return {
      measureFields: ({ parameter, step }) =>
        this.options.run(() => (step === "stop" ? this.stop() : this.measure(parameter))),
      copyMeasurement: async ({ format }) => {
        if (this.found === undefined) {
          throw new AppError("input", "lists/rowsGone");
        }
        await this.options.services.copy(this.found.measured.text(format, this.words));
        return undefined;
      },
    };
  }

  /** Whether a parameter has values whose cost can be measured. */
  get isPossible(): boolean {
    return this.measurable().length > 0;
  }

  /** Asks which parameter is meant where there are several. */
  async measureChosen(): Promise<void> {
    const { services } = this.options;
    const fields = this.measurable();
    const [first, second] = fields;
    if (first === undefined) {
      throw new AppError("input", "lists/nothingToMeasure");
    }
    const title = vscode.l10n.t("Measure the values of which parameter?");
    const chosen = second === undefined ? first : await services.dialogs.pick(title, fields);
    if (chosen !== undefined) {
      await this.measure(chosen.label);
    }
  }

  private measurable(): readonly { readonly label: string; readonly description: string }[] {
    const { endpoint, query } = this.options;
    return parameterFields(endpoint, query().parameters).flatMap((field) => {
      const plan = planMeasurement(field);
      return plan === undefined ? [] : [{ label: field.name, description: callWords(plan) }];
    });
  }

  /** Drops what was measured when another page or other parameters are on screen. */
  update(): void {
    if (this.page !== pageKey(this.options.query())) {
      this.dispose();
    }
  }

  dispose(): void {
    this.running?.controller.abort();
    this.running = undefined;
    this.found = undefined;
  }

  private async measure(parameter: string): Promise<void> {
    const query = this.options.query();
    const fields = parameterFields(this.options.endpoint, query.parameters);
    const field = fields.find(({ name }) => name === parameter);
    const plan = field && planMeasurement(field);
    if (this.running !== undefined || plan === undefined) {
      return;
    }
    const isWanted = await this.confirm(query, parameter, plan);
    // Meanwhile there may be another page, or another one was begun.
    if (!isWanted || this.isBusy || pageKey(this.options.query()) !== pageKey(query)) {
      return;
    }
    this.page = pageKey(query);
    const controller = new AbortController();
    const running = { controller, parameter, calls: plan.calls, done: 0 };
    this.running = running;
    this.options.onChange();
    try {
      const measured = await this.ask(query, plan, running);
      if (this.running === running) {
        this.found = { parameter, measured };
      }
    } catch (error) {
      if (!isCanceled(error)) {
        throw error;
      }
    } finally {
      if (this.running === running) {
        this.running = undefined;
        this.options.onChange();
      }
    }
  }

  private get isBusy(): boolean {
    return this.running !== undefined;
  }

  private async ask(query: ListQuery, plan: MeasurePlan, running: Running): Promise<Measured> {
    const { services, endpoint, onChange } = this.options;
    const { connectionId, operationId } = query;
    const { parameter, controller } = running;
    const [{ measure }, client] = await Promise.all([
      import("./measuring"),
      services.client(connectionId),
    ]);
    return measure({
      ...{ client, endpoint, query, parameter, plan, signal: controller.signal },
      rules: services.rules.rules(connectionId, operationId),
      onProgress: (done) => {
        running.done = done;
        if (this.running === running) {
          onChange();
        }
      },
    });
  }

  private stop(): Promise<void> {
    this.running?.controller.abort();
    return Promise.resolve();
  }

  private async confirm(query: ListQuery, parameter: string, plan: MeasurePlan): Promise<boolean> {
    const { services } = this.options;
    const connection = services.connection(query.connectionId);
    // An unknown environment counts as production.
    const environment = connection?.environment ?? "production";
    if (!isProduction(environment) && plan.calls < ASKED_FROM_CALLS) {
      return true;
    }
    const word = environmentWord(environment);
    const where = connection === undefined ? word : `${connection.label} (${word})`;
    return services.dialogs.confirm({
      message: vscode.l10n.t("Measure what the values of {0} cost on {1}?", parameter, where),
      detail: vscode.l10n.t(
        "The page is asked for {0} times, one call after the other, without and with each value. Nothing is written. The calls count towards the limits of the service.",
        countText(plan.calls),
      ),
      button: vscode.l10n.t("Measure"),
    });
  }

  private get words(): Parameters<Measured["view"]>[0] {
    const { services, describeError } = this.options;
    return { describeError, maskText: (text) => services.privacy.masking.maskText(text) };
  }
}

function callWords({ calls }: MeasurePlan): string {
  return vscode.l10n.t("{0} calls", countText(calls));
}

function pageKey({ path, parameters, pageNumber, pageSize, mode }: ListQuery): string {
  return JSON.stringify([path, parameters, pageNumber, pageSize, mode]);
}
