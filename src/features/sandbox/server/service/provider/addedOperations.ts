import type { Operation } from "../../../../../platform/service/definition/definition";
import type { Parameter } from "../../../../../platform/service/definition/parameter";
import { createContributions } from "../../data/contributions";
import { ASSET_CLASSES } from "../../data/fundList";
import {
  type GivenAnswer,
  listQuestionnaires,
  QUESTION_COUNT,
  type Questionnaire,
  QUESTIONS,
  scoreAnswers,
} from "../../data/questionnaires";
import { ANSWERS } from "../../data/results";
import { listOf } from "../../data/rows";
import {
  type Answer,
  type Call,
  findClient,
  notFound,
  ok,
  page,
  pensionBody,
  type Run,
} from "../operations";
import { stringifyJson } from "../../data/losslessJson";

/** Id of the list of a client's pensions. */
export const PENSION_LIST = "finances:GET /clients/{id}/pensions";

/** An operation that the service's description does not have, and what it does. */
interface AddedOperation {
  readonly operation: Operation;
  readonly run: Run;
}

/**
 * What the definitions in `media/service/provider` describe beyond the service's own description.
 * Written down here and not read from them: reading YAML and older OpenAPI takes libraries that
 * the sandbox does without. A test holds both against each other. Ids are those that the explorer
 * gives to operations of imported definitions.
 */
export const ADDED_OPERATIONS: readonly AddedOperation[] = [
  {
    operation: read("finances", "/clients/{id}/pensions", [uuid("id"), ...paging()]),
    run: listPensions,
  },
  {
    operation: read("finances", "/clients/{clientId}/contributions", [
      uuid("clientId"),
      ...paging(),
    ]),
    run: listContributions,
  },
  { operation: read("finances", "/funds", [assetClass(), ...paging()]), run: listFunds },
  { operation: read("finances", "/funds/{isin}", [text("isin")]), run: getFund },
  { operation: read("profiling", "/questionnaires", paging()), run: pageOfQuestionnaires },
  {
    operation: read("profiling", "/questionnaires/{questionnaireId}", [text("questionnaireId")]),
    run: getQuestionnaire,
  },
  { operation: scores(), run: scoreCall },
];

function listPensions(call: Call): Answer {
  const client = findClient(call);
  const bodies = call.dataSet.pensions(client).map((pension) => pensionBody(client, pension));
  return page(call, "pensions", listOf(bodies));
}

function listContributions(call: Call): Answer {
  const pensions = call.dataSet.pensions(findClient(call));
  return page(call, "contributions", listOf(createContributions(pensions)));
}

function listFunds(call: Call): Answer {
  const asked = call.parameters.text("assetClass");
  const funds = call.dataSet.funds();
  const kept = funds.filter((fund) => asked === undefined || fund.assetClass === asked);
  return page(call, "funds", listOf(kept));
}

function getFund({ dataSet, parameters }: Call): Answer {
  const isin = parameters.text("isin");
  const fund = dataSet.funds().find((candidate) => candidate.isin === isin);
  if (fund === undefined) {
    throw notFound("fund");
  }
  return ok(fund);
}

function pageOfQuestionnaires(call: Call): Answer {
  return page(call, "questionnaires", listOf(listQuestionnaires()));
}

function getQuestionnaire(call: Call): Answer {
  return ok({ ...findQuestionnaire(call), questions: QUESTIONS });
}

/** The body was checked; its numbers are as they were written. */
function scoreCall(call: Call): Answer {
  const { questionnaireId } = findQuestionnaire(call);
  const given = JSON.parse(stringifyJson(call.body["answers"])) as readonly GivenAnswer[];
  return ok(scoreAnswers(questionnaireId, given));
}

function findQuestionnaire({ parameters }: Call): Questionnaire {
  const id = parameters.text("questionnaireId");
  const found = listQuestionnaires().find(({ questionnaireId }) => questionnaireId === id);
  if (found === undefined) {
    throw notFound("questionnaire");
  }
  return found;
}

function read(
  domain: Operation["domain"],
  path: string,
  parameters: readonly Parameter[],
): Operation {
  return operation(domain, { method: "GET", path, parameters });
}

function operation(
  domain: Operation["domain"],
  facts: Pick<Operation, "method" | "path" | "parameters" | "body">,
): Operation {
  const id = `${domain}:${facts.method} ${facts.path}`;
  return {
    ...{ ...facts, id, domain, summary: "", scopes: [`${domain}.read`], illustrative: true },
    ...{ documentedPath: facts.path, imported: false, deprecated: false, limits: [] },
  };
}

/** Calculates and stores nothing, so that the right to read is enough. */
function scores(): Operation {
  const answer = {
    type: "object",
    required: ["question", "answer"],
    properties: {
      question: { type: "integer", minimum: 1, maximum: QUESTION_COUNT },
      answer: { type: "string", enum: ANSWERS },
    },
  };
  const schema = {
    type: "object",
    required: ["answers"],
    properties: { answers: { type: "array", items: answer } },
  };
  return operation("profiling", {
    method: "POST",
    path: "/questionnaires/{questionnaireId}/scores",
    parameters: [text("questionnaireId")],
    body: { required: true, contentType: "application/json", schema },
  });
}

function uuid(name: string): Parameter {
  return { ...text(name), schema: { type: "string", format: "uuid" } };
}

function text(name: string): Parameter {
  const schema = { type: "string" };
  return { name, in: "path", required: true, schema, style: "simple", explode: false };
}

function assetClass(): Parameter {
  return query("assetClass", { type: "string", enum: ASSET_CLASSES });
}

function paging(): readonly Parameter[] {
  return [
    query("pageSize", { type: "integer", minimum: 1, default: 25 }),
    query("pageNumber", { type: "integer", minimum: 1, default: 1 }),
  ];
}

function query(name: string, schema: Parameter["schema"]): Parameter {
  return { name, in: "query", required: false, schema, style: "form", explode: true };
}
