import type { RefusalTable } from "../../../platform/texts/refusals";

/** Ids of calls, and fields of Send Request. */
export const REQUEST_REFUSALS = {
  shortId: (t) => t("Enter at least 8 characters of the id."),
  traceId: (t) => t("Use 1 to 96 letters, digits and . _ - for a trace id."),
  required: (t) => t("A value is missing. Enter one."),
  integer: (t) => t("Enter a whole number."),
  type: (t, value) => t("Enter a value of this kind: {0}.", value("expected")),
  uuid: (t) => t("Enter a UUID, such as 8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11."),
  format: (t, value) => t("Enter a value of this form: {0}.", value("expected")),
  enum: (t, value) => t("Choose one of: {0}.", value("expected")),
  pattern: (t, value) => t("Enter a value that fits the pattern {0}.", value("expected")),
  minimum: (t, value) => t("Enter {0} or more.", value("expected")),
  maximum: (t, value) => t("Enter {0} or less.", value("expected")),
  json: (t) => t("This is not JSON. Correct it before it is sent."),
  jsonAt: (t, value) =>
    t("This is not JSON: look at line {0}, column {1}.", value("line"), value("column")),
  header: (t) => t("A header may hold only ASCII letters, digits and punctuation, on one line."),
  gone: (t) => t("The active interface definition does not have this endpoint. Choose another."),
  bodyNotJson: (t) =>
    t(
      "This endpoint takes a body that is not JSON, which the explorer cannot send. Use another tool, such as cURL.",
    ),
  cookieParameter: (t) =>
    t(
      "This endpoint needs a cookie, which the explorer never sends. Use another tool, such as cURL.",
    ),
  address: (t) => t("This value cannot be part of an address. Enter it as the service knows it."),
  typedPath: (t) => t("Begin the path with a slash, and leave out . and .. as its parts."),
  queryString: (t) => t("Write names and values as in name=value&other=value."),
  noAddress: (t) =>
    t(
      "No request address can be made with these values. Check the connection's addresses and prefixes.",
    ),
} satisfies RefusalTable;
