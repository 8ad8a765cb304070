import type { ListQuery, ParameterValues } from "./listQuery";
import { TEXT_LIMIT } from "./listQuestions";
import {
  isAmount,
  isCount,
  isPageSize,
  isListOf,
  isRecord,
  isText,
  oneOf,
} from "../../../platform/base/shapes";

const ID_LIMIT = 200;
/** An id of an imported operation is its method and path. */
const OPERATION_LIMIT = 2_000;
/** Parameters of one endpoint, and values of one of them. */
const PARAMETERS_LIMIT = 100;
const VALUES_LIMIT = 500;
const COPIES_LIMIT = 1000;

/** Values of parameters, by names that could be those of a definition. */
export function isParameterValues(value: unknown): value is ParameterValues {
  return (
    isRecord(value) &&
    Object.keys(value).length <= PARAMETERS_LIMIT &&
    Object.entries(value).every(([name, one]) => isShortText(name) && isParameterValue(one))
  );
}

/** Number of a page: from 0, where a service counts so. */
export function isPageNumber(value: unknown): value is number {
  return isAmount(value);
}

/** Reads a query that was kept, and nothing beside it; undefined where it is none. */
export function decodeQuery(value: unknown): ListQuery | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { connectionId, operationId, path, subject, parameters, ...rest } = value as {
    readonly [K in keyof ListQuery]: unknown;
  };
  const { pageNumber, pageSize, mode, copy } = rest;
  const isWhole =
    isShortText(connectionId) &&
    isShortText(operationId, OPERATION_LIMIT) &&
    isPath(path) &&
    isParameterValues(parameters) &&
    isPageNumber(pageNumber) &&
    isPageSize(pageSize) &&
    oneOf(mode, ["page", "all"]) &&
    (copy === 0 || isCount(copy, COPIES_LIMIT));
  if (!isWhole) {
    return undefined;
  }
  return {
    ...{ connectionId, operationId, path, parameters, pageNumber, pageSize, mode, copy },
    ...(isShortText(subject) ? { subject } : {}),
  };
}

/** Values of the parameters of a path. */
export function isPath(value: unknown): value is Readonly<Record<string, string>> {
  return (
    isRecord(value) &&
    Object.keys(value).length <= PARAMETERS_LIMIT &&
    Object.entries(value).every((entry) => entry.every((text) => isShortText(text)))
  );
}

function isParameterValue(value: unknown): boolean {
  const isValue = (one: unknown): boolean => isText(one) && one.length <= TEXT_LIMIT;
  return isValue(value) || (isListOf(value, isValue) && value.length <= VALUES_LIMIT);
}

function isShortText(value: unknown, limit = ID_LIMIT): value is string {
  return isText(value) && value.length > 0 && value.length <= limit;
}
