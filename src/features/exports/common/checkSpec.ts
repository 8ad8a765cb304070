import * as v from "valibot";
import { parameterValues, pathValues } from "../../lists/messages/listQuery";
import {
  isPageSize,
  hasExactly,
  hasOnly,
  isFlag,
  isListOf,
  isText,
  oneOf,
} from "../../../platform/base/shapes";
import { isUuid } from "../../../platform/base/uuid";
import { EXPORT_FORMATS, type ExportSpec } from "./export";

/** Whether it is one of this version: a part may come from anywhere, and its id names files. */
export function isExportSpec(value: unknown): value is ExportSpec {
  return hasExactly(value, {
    id: (id) => isText(id) && isUuid(id),
    query: (query) => hasOnly(query, QUERY, { subject: isText }),
    // Rows that a panel had nobody could bring again.
    scope: (scope) => scope === "all",
    form: (form) => hasOnly(form, FORM, { columns: (columns) => isListOf(columns, isNames) }),
    target: isTarget,
    isMasked: isFlag,
    createdAt: isText,
  });
}

const QUERY = {
  ...{ connectionId: isText, connectionLabel: isText, operationId: isText, pathTemplate: isText },
  environment: (value: unknown) => oneOf(value, ["sandbox", "development", "production"]),
  path: (value: unknown) => v.is(pathValues, value),
  parameters: (value: unknown) => v.is(parameterValues, value),
  pageSize: isPageSize,
  rules: (value: unknown) =>
    hasOnly(
      value,
      {},
      {
        rows: isNames,
        total: (total: unknown) => total === null || isNames(total),
        firstPage: (page: unknown) => page === 0 || page === 1,
        isUnpaged: isFlag,
        pageSize: (size: unknown) => size === null || isPageSize(size),
      },
    ),
};

const FORM = {
  format: (value: unknown) => oneOf(value, EXPORT_FORMATS),
  ...{ byteOrderMark: isFlag, guardFormulas: isFlag },
};

function isNames(value: unknown): boolean {
  return isListOf(value, isText);
}

function isAddress(value: unknown): boolean {
  return isText(value) && /^[a-z][\w+.-]*:/i.test(value);
}

function isTarget(value: unknown): boolean {
  const isKind = (kind: unknown): boolean => oneOf(kind, ["clipboard", "editor"]);
  return (
    hasExactly(value, { kind: isKind }) ||
    hasExactly(value, { kind: (kind) => kind === "file", uri: isAddress })
  );
}
