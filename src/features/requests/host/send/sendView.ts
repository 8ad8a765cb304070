import type { Connection } from "../../../../platform/base/connection";
import type { ServiceDefinition } from "../../../../platform/service/definition/definition";
import { isAppError } from "../../../../platform/base/errors";
import { hashBody } from "../../../../platform/http/bodyHash";
import { statusOf } from "../../../../platform/http/status";
import { dryRunLines, headerLines } from "../../common/planLines";
import { operationOf, readRequestDraft, type RequestDraftProblem } from "../../common/requestDraft";
import type { Action } from "../../../../platform/base/action";
import type { PlannedCall, ServiceClient } from "../../../../platform/service/client";
import type { AnyCall } from "../../../../platform/base/call";
import type { PanelNotice } from "../../../../platform/base/panelNotice";
import type { SendDraft, SendField, SendProblem, SendView } from "../../messages/sendPanel";
import {
  bodyField,
  endpointGroups,
  type FieldSources,
  parameterFields,
  whereFields,
} from "./sendFields";
import type { Localizer } from "../../../../platform/texts/words";
import { problemText } from "../../texts/sendTexts";
import type { SendFormServices } from "./services";

export const OPEN_PAYLOAD = "send.openPayload";

/** A connection that calls can be planned for. */
export interface OpenedClient {
  readonly connection: Connection;
  readonly client: ServiceClient;
}

/** All that the form knows. */
export interface SendFacts {
  readonly services: SendFormServices;
  readonly definition: ServiceDefinition;
  readonly draft: SendDraft;
  readonly opened: OpenedClient | undefined;
  readonly editorName: string | undefined;
  readonly action: Action | undefined;
  readonly hasBody: boolean;
  readonly isSending: boolean;
  readonly error: PanelNotice | undefined;
  readonly status: string;
  readonly showsDryRun: boolean;
  /** Whether the panel needs to be told what the endpoint is chosen from. */
  readonly sendsEndpoints: boolean;
}

/** The call as it stands, and what keeps it from being sent. */
export interface WholeRequest {
  readonly call: AnyCall;
  readonly title: string;
  readonly plan: PlannedCall | undefined;
  readonly problems: readonly RequestDraftProblem[];
}

/** Reads the draft, and plans its call where the connection is open. */
export function readWhole(facts: SendFacts): WholeRequest {
  const { definition, draft, opened } = facts;
  const { call, method, problems } = readRequestDraft(definition, draft);
  const operation = operationOf(definition, draft.operationId);
  const named = (plan?: PlannedCall): string =>
    operation?.summary || `${method} ${plan?.pathTemplate ?? operation?.path ?? ""}`.trim();
  if (problems.length > 0 || opened === undefined) {
    return { call, title: named(), plan: undefined, problems };
  }
  try {
    const plan = opened.client.plan(call);
    return { call, title: named(plan), plan, problems };
  } catch (error) {
    return { ...{ call, title: named(), plan: undefined }, problems: [refused(error, facts)] };
  }
}

/** What the panel shows. */
export function sendView(facts: SendFacts): SendView {
  const { services, draft, error, status, action } = facts;
  const { t } = services;
  const sources = { t, definition: facts.definition, connections: services.connections() };
  const whole = readWhole(facts);
  const answer = action && statusOf(action);
  return {
    environment: services.environment(draft.connectionId),
    ...(facts.sendsEndpoints ? { endpoints: endpointGroups(sources) } : {}),
    ...fieldsOf(facts, sources, whole),
    ...requestOf(facts, whole),
    ...(draft.operationId === "putPension" ? { notice: payloadNotice(facts) } : {}),
    ...(error === undefined ? {} : { error }),
    ...(answer === undefined ? {} : { answer }),
    ...{ hasBody: facts.hasBody, isSending: facts.isSending, status },
  };
}

function fieldsOf(
  { services, draft, editorName }: SendFacts,
  sources: FieldSources,
  whole: WholeRequest,
): Pick<SendView, "where" | "parameters" | "body" | "problems"> {
  const where = whereFields(sources, draft);
  const parameters = parameterFields(sources, draft);
  const body = bodyField(sources, draft);
  const all = [...where, ...parameters, ...(body === undefined ? [] : [body.field])];
  return {
    ...{ where, parameters },
    problems: problemsOf(all, whole, services),
    ...(body === undefined
      ? {}
      : { body: { ...body, ...(editorName === undefined ? {} : { editor: editorName }) } }),
  };
}

function problemsOf(
  fields: readonly SendField[],
  { problems }: WholeRequest,
  words: Localizer,
): readonly SendProblem[] {
  return problems.map((problem) => ({
    field: fields.find(({ key }) => key === problem.key)?.name ?? "",
    text: problemText(problem, words),
  }));
}

function requestOf(
  facts: SendFacts,
  { plan, call }: WholeRequest,
): Pick<SendView, "request" | "headers" | "dryRun"> {
  const { services, showsDryRun } = facts;
  if (plan === undefined) {
    return { request: unfinishedAddress(facts), headers: [] };
  }
  const { t, language } = services;
  const hash = call.body === undefined ? undefined : hashBody(call.body);
  return {
    request: `${plan.method} ${plan.url}`,
    headers: headerLines(plan, t),
    ...(showsDryRun ? { dryRun: dryRunLines(plan, call.body, hash, { t, language }) } : {}),
  };
}

/** The address as far as it is known while something is wrong or missing. */
function unfinishedAddress({ definition, draft, opened }: SendFacts): string {
  if (opened === undefined) {
    return "";
  }
  const { baseUrl, prefixes } = opened.connection;
  const operation = operationOf(definition, draft.operationId);
  if (operation === undefined && draft.operationId !== "") {
    return "";
  }
  const { method, domain, path } = operation ?? { ...draft, path: "/…" };
  return `${method} ${baseUrl}${prefixes[domain]}${path}`;
}

/** A payload file is compared before it is sent and checked after. */
function payloadNotice({ services: { t } }: SendFacts): PanelNotice {
  return {
    what: t("A pension is written from its payload file."),
    advice: t(
      "It shows what would change and checks what landed. Send opens it with what is written here.",
    ),
    actions: [{ id: OPEN_PAYLOAD, label: t("Open payload file") }],
  };
}

/** Where a refused address is to be mended; no field where the connection is to blame. */
function refused(error: unknown, { definition, draft }: SendFacts): RequestDraftProblem {
  const code = isAppError(error) ? error.code : "";
  const name = isAppError(error) ? String(error.values["name"] ?? "") : "";
  const parameters = operationOf(definition, draft.operationId)?.parameters ?? [];
  const place = parameters.find((parameter) => parameter.name === name)?.in;
  const keys: Readonly<Record<string, string>> = {
    "input/path": "typedPath",
    "input/queryString": "queryString",
    "input/ownParameter": "queryString",
    "input/clientId": "values.path.clientId",
    "input/pensionId": "values.path.pensionId",
    "input/parameter": place === undefined ? "" : `values.${place}.${name}`,
  };
  const key = Object.hasOwn(keys, code) ? (keys[code] ?? "") : "";
  return { key, keyword: "address", expected: "" };
}
