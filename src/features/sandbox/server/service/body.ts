import type { IncomingMessage } from "node:http";
import { parse, type ParseError } from "jsonc-parser";
import type { RequestBody } from "../../../../platform/service/definition/definition";
import { checkValue, type Schema } from "../../../../platform/service/definition/schema";
import { parseKeepingNumbers } from "../data/losslessJson";
import { issueOf } from "./issue";
import { Problem } from "./problem";

const BODY_LIMIT = 1_048_576;

/** A body's known members, and the text that it came as. */
export interface ReadBody {
  readonly members: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/**
 * Reads, checks and thins out a JSON body: members that the definition does not know are
 * ignored (specification, section 1, rule 4), numbers stay as they are written.
 */
export async function readBody(
  request: IncomingMessage,
  { contentType, schema }: RequestBody,
): Promise<ReadBody> {
  const [announced = ""] = (request.headers["content-type"] ?? "").split(";");
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (announced.trim().toLowerCase() !== contentType || encoding !== "identity") {
    const message = `The body must be sent with Content-Type ${contentType}, not compressed.`;
    throw new Problem(415, "unsupported_media_type", message);
  }
  const text = decode(await readBytes(request));
  const details = checkValue(schema, parseJson(text, JSON.parse)).map((problem) => ({
    field: problem.path,
    issue: issueOf(problem),
  }));
  if (details.length > 0) {
    throw new Problem(400, "invalid_body", "The body does not fit the definition.", { details });
  }
  const members = keepKnown(schema, parseJson(text, parseKeepingNumbers));
  return { members: members as Record<string, unknown>, text };
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not destroy the socket: the answer still has to go out on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) {
      break;
    }
    chunks.push(chunk);
  }
  if (size > BODY_LIMIT) {
    // The rest is read and dropped, else the next request on this connection would wait for it.
    request.resume();
    throw new Problem(413, "body_too_large", `The body is larger than ${BODY_LIMIT} bytes.`);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(400, "invalid_body", "The body is not UTF-8.");
  }
}

function parseJson(text: string, parser: (text: string) => unknown): unknown {
  try {
    return parser(text);
  } catch (error) {
    throw error instanceof SyntaxError ? syntaxProblem(text) : tooDeep();
  }
}

/** The engine's stack ended before the nesting did. */
function tooDeep(): Problem {
  return new Problem(400, "invalid_body", "The body is nested too deeply.");
}

/** The engine's own message gives the position only sometimes, so it is looked for again. */
function syntaxProblem(text: string): Problem {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return tooDeep();
  }
  const before = text.slice(0, errors[0]?.offset ?? 0).split("\n");
  const position = `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
  return new Problem(400, "invalid_body", `The body is not JSON: ${position}.`);
}

function keepKnown(schema: Schema, value: unknown): unknown {
  const { items, properties } = schema;
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item) => keepKnown(items, item));
  }
  if (typeof value !== "object" || value === null || properties === undefined) {
    return value;
  }
  const members = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known === undefined || known.readOnly === true
      ? []
      : [[name, keepKnown(known, member)] as const];
  });
  return Object.fromEntries(members);
}
