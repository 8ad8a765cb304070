import type { ParameterField } from "./listQuery";

/** Of the ones that take several values (specification, section 4.3). */
const SEVERAL: ReadonlySet<string> = new Set(["fields", "unions"]);

/** Sent by the explorer itself wherever a list has pages. */
export const PAGING_PARAMETERS: ReadonlySet<string> = new Set(["pageNumber", "pageSize"]);

/** Names that services give to credentials in a query; those travel in headers, from the store. */
const CREDENTIALS =
  /^(?:(?:access|refresh|id)_?token|authorization|client_?(?:secret|assertion)|password|code_?verifier|(?:ocp-apim-)?subscription[-_]?key|api[-_]?key)$/i;

export type RefusedParameter = "paging" | "credentials";

/** Why the user may not give a parameter of this name; undefined where nothing is against it. */
export function refusedParameter(name: string): RefusedParameter | undefined {
  return PAGING_PARAMETERS.has(name)
    ? "paging"
    : CREDENTIALS.test(name)
      ? "credentials"
      : undefined;
}

/** A parameter that the definition does not have, as a panel offers it. */
export function freeField(name: string, value: string | readonly string[] = ""): ParameterField {
  const isList = SEVERAL.has(name) || typeof value !== "string";
  const values = typeof value === "string" ? (value === "" ? [] : value.split(",")) : [...value];
  return {
    ...{ name, kind: isList ? "list" : "text", options: [], description: "", isFree: true },
    value: isList ? values : typeof value === "string" ? value : values.join(","),
  };
}

/** As one pair of a query: commas between values stay, what is typed is sent as it is. */
export function freePair(name: string, value: string | readonly string[]): string {
  const values = typeof value === "string" ? value.split(",") : value;
  const encoded = values.map((one) => encodeURIComponent(one.toWellFormed()));
  return `${encodeURIComponent(name.toWellFormed())}=${encoded.join(",")}`;
}
