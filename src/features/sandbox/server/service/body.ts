import type { IncomingMessage } from "node:http";
import type { RequestBody } from "../../../../platform/service/definition/definition";
import { checkValue, type Schema } from "../../../../platform/service/definition/schema";
import { parseKeepingNumbers } from "../data/losslessJson";
import { placeOf, syntaxErrorIn } from "../inputFile";
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
  collected: CollectedBody,
  { contentType, schema }: RequestBody,
): Promise<ReadBody> {
  const [announced = ""] = (request.headers["content-type"] ?? "").split(";");
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (announced.trim().toLowerCase() !== contentType || encoding !== "identity") {
    const message = `The body must be sent with Content-Type ${contentType}, not compressed.`;
    throw new Problem(415, "unsupported_media_type", message);
  }
  const text = decode(await collected.whole());
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

/** What has come of a body so far. */
export interface CollectedBody {
  readonly bytes: number;
  /** Larger than what is read. */
  readonly isTooLarge: boolean;
  /** Undefined where it is too large or not UTF-8. */
  readonly text: string | undefined;
  /** Resolves when it has come as a whole; rejects where the connection ended before. */
  whole(): Promise<Buffer>;
}

const NOTHING: CollectedBody = {
  bytes: 0,
  isTooLarge: false,
  text: "",
  whole: () => Promise.resolve(Buffer.alloc(0)),
};

/** Reads the body of a request from now on, whether somebody waits for it or not. */
export function collectBody(request: IncomingMessage, limit = BODY_LIMIT): CollectedBody {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (coding === undefined && Number(length ?? 0) === 0) {
    return NOTHING;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  const whole = new Promise<Buffer>((resolve, reject) => {
    // What is too large is read and dropped, else the next request on this connection would wait.
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= limit) {
        chunks.push(chunk);
      } else {
        reject(new Problem(413, "body_too_large", `The body is larger than ${limit} bytes.`));
      }
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("close", () => reject(new Error("The body did not come as a whole.")));
  });
  // Where the call is refused before, nobody waits for it.
  whole.catch(() => undefined);
  return {
    get bytes() {
      return bytes;
    },
    get isTooLarge() {
      return bytes > limit;
    },
    get text() {
      return bytes > limit ? undefined : utf8(Buffer.concat(chunks));
    },
    whole: () => whole,
  };
}

function decode(bytes: Buffer): string {
  const text = utf8(bytes);
  if (text === undefined) {
    throw new Problem(400, "invalid_body", "The body is not UTF-8.");
  }
  return text;
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
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
  try {
    const place = syntaxErrorIn(text) ?? placeOf(text, 0);
    return new Problem(400, "invalid_body", `The body is not JSON: ${place}.`);
  } catch {
    return tooDeep();
  }
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
