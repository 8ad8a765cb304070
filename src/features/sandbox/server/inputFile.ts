import { readFileSync } from "node:fs";
import { findNodeAtLocation, parse, type ParseError, parseTree } from "jsonc-parser";
import * as v from "valibot";
import { OptionError } from "./optionError";

/** Where an offset is, as editors count: lines and columns from 1. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
}

/** Where a text stops being JSON; undefined where it is JSON. Throws a `RangeError` for one too deep. */
export function syntaxErrorIn(text: string): string | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  return first === undefined ? undefined : placeOf(text, first.offset);
}

/** The text of a file that an option names. Throws `OptionError` where it cannot be read. */
export function readInput(option: string, file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw new OptionError(option, `${file} cannot be read (${code}).`);
  }
}

/**
 * JSON that fits a schema. Throws `OptionError` with the place of the first thing that does not;
 * `source` names the text: a file, or where else it came from.
 */
export function checkInput<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
  { option, source }: { readonly option: string; readonly source: string },
): v.InferOutput<Schema> {
  const broken = syntaxErrorIn(text);
  if (broken !== undefined) {
    throw new OptionError(option, `${source}, ${broken}: this is not JSON.`);
  }
  const result = v.safeParse(schema, JSON.parse(text));
  if (result.success) {
    return result.output;
  }
  const [issue] = result.issues;
  const path = v.getDotPath(issue) ?? "the whole file";
  const place = placeOf(text, offsetOf(text, issue));
  throw new OptionError(option, `${source}, ${place}: ${path}: ${expectation(issue)}`);
}

/** Where the value is; that of the object around it where the member is missing. */
function offsetOf(text: string, issue: v.BaseIssue<unknown>): number {
  const keys = (issue.path ?? []).map(({ key }) => key as string | number);
  const tree = parseTree(text);
  for (let length = keys.length; tree !== undefined && length >= 0; length--) {
    const node = findNodeAtLocation(tree, keys.slice(0, length));
    if (node !== undefined) {
      return node.offset;
    }
  }
  return 0;
}

function expectation({ expected, received, kind, message }: v.BaseIssue<unknown>): string {
  if (expected === "never") {
    return "no such member is known.";
  }
  return kind === "schema" && received === "undefined"
    ? `${expected ?? "a value"} is missing.`
    : expected === null
      ? `${message}.`
      : `${expected} was expected, not ${received}.`;
}
