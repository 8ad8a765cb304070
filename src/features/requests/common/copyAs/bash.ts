import { base64, isSeen, VARIABLES } from "./quoting";
import { type CopyHeader, type CopyRequest, textOf } from "./request";

/** Linux lets no argument of a program be longer than 128 KB. */
const LONGEST_ARGUMENT = 100_000;

/** cURL for bash and zsh. Bodies that are no text, or long, go through a pipe. */
export function bashText({ method, url, headers, body }: CopyRequest): string {
  const pipe = body === undefined ? undefined : pipeOf(body);
  const options = [
    ...methodOptions(method, body !== undefined),
    // Brackets and braces would be read as patterns.
    ...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
    quote(url),
    ...headers.map((header) => `--header ${headerArgument(header)}`),
    ...bodyOptions(body, pipe),
  ];
  const command = ["curl", ...options].join(" \\\n  ");
  return `${pipe === undefined ? "" : `${pipe} | `}${command}\n`;
}

/** `--request HEAD` would wait for a body. */
export function methodOptions(method: string, hasBody: boolean): readonly string[] {
  if (method === "HEAD") {
    return ["--head"];
  }
  return method === "GET" && !hasBody ? [] : [`--request ${method}`];
}

/** An empty value is written with a semicolon: with a colon the header would be left out. */
export function headerLine({ name, text }: Pick<CopyHeader, "name" | "text">): string {
  return text === "" ? `${name};` : `${name}: ${text}`;
}

function bodyOptions(body: Uint8Array | undefined, pipe: string | undefined): readonly string[] {
  if (body === undefined) {
    return [];
  }
  // Unlike the other data options, raw data may begin with @.
  return [pipe === undefined ? `--data-raw ${quote(textOf(body) ?? "")}` : "--data-binary @-"];
}

function headerArgument({ name, text, secret }: CopyHeader): string {
  return secret === undefined
    ? quote(headerLine({ name, text }))
    : `"${name}: ${text}$${VARIABLES[secret]}"`;
}

function pipeOf(body: Uint8Array): string | undefined {
  const text = textOf(body);
  if (text === undefined) {
    return `printf '%s' '${base64(body)}' | base64 -d`;
  }
  return body.byteLength > LONGEST_ARGUMENT ? `printf '%s' ${quote(text)}` : undefined;
}

/** In single quotes nothing is special; what a terminal would take for a key is escaped. */
function quote(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  return /[\x01-\x09\x0b-\x1f]/.test(text) || !isSeen(text)
    ? `$'${escapeBytes(text)}'`
    : `'${text.replaceAll("'", "'\\''")}'`;
}

/** ANSI-C quoting, byte for byte: `\u` would ask the locale. */
function escapeBytes(text: string): string {
  return Array.from(text, (letter) => {
    if (letter === "'" || letter === "\\") {
      return `\\${letter}`;
    }
    const isPlain = letter === "\n" || (letter >= " " && isSeen(letter));
    return isPlain ? letter : Buffer.from(letter).toString("hex").replace(/../g, "\\x$&");
  }).join("");
}
