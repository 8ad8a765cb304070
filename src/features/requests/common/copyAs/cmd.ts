import { headerLine, methodOptions } from "./bash";
import { base64, VARIABLES } from "./quoting";
import { type CopyHeader, type CopyRequest, textOf } from "./request";

/** A command line holds 8,191 characters, escapes included. */
const LONGEST_INLINE = 2_000;
const BASE64_LINE = 120;

const FILE = "%TEMP%\\fp-body";

/**
 * cURL for the Windows command prompt. A body of more than one line, or with letters beyond
 * ASCII, goes through a file: a command line cannot carry it.
 */
export function cmdText({ method, url, headers, body }: CopyRequest): string {
  const inline = body === undefined ? undefined : inlineText(body);
  const isFile = body !== undefined && inline === undefined;
  const options = [
    ...methodOptions(method, body !== undefined),
    ...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
    argument(url),
    ...headers.map((header) => `--header ${headerArgument(header)}`),
    ...(inline === undefined ? [] : [`--data-raw ${argument(inline)}`]),
    ...(isFile ? [`--data-binary "@${FILE}"`] : []),
  ];
  const lines = [
    ...(isFile ? writeBody(body) : []),
    ["curl.exe", ...options].join(" ^\r\n  "),
    ...(isFile ? [`del "${FILE}" "${FILE}.b64"`] : []),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

function inlineText(body: Uint8Array): string | undefined {
  const text = textOf(body);
  return text !== undefined && text.length <= LONGEST_INLINE && /^[\x20-\x7e]*$/.test(text)
    ? text
    : undefined;
}

function writeBody(body: Uint8Array): readonly string[] {
  const chunks = base64(body).match(new RegExp(`.{1,${BASE64_LINE}}`, "g")) ?? [];
  return [
    // In front, so that no digit before it is taken for a channel.
    ...chunks.map((chunk, index) => `${index === 0 ? ">" : ">>"}"${FILE}.b64" echo ${chunk}`),
    `certutil -f -decode "${FILE}.b64" "${FILE}" >nul`,
  ];
}

function headerArgument({ name, text, secret }: CopyHeader): string {
  return secret === undefined
    ? argument(headerLine({ name, text }))
    : `"${name}: ${text}%${VARIABLES[secret]}%"`;
}

/**
 * Quoted for the program (backslashes count only before a quote), then every sign of the prompt
 * escaped, quotes among them: so it never goes into quotes of its own, where `^` would stay and
 * an odd quote would let `&` out. Variables are looked for first: a caret on both sides of `%`
 * makes a name of it that none has.
 */
function argument(text: string): string {
  const quoted = `"${text.replace(/(\\*)("|$)/g, (_all, slashes: string, quote: string) =>
    quote === "" ? slashes + slashes : `${slashes}${slashes}\\"`,
  )}"`;
  return quoted.replace(/[\^"&|<>()%!]/g, (sign, at: number) =>
    sign === "%" && !SIGNS.has(quoted[at + 1] ?? "") ? "^%^" : `^${sign}`,
  );
}

const SIGNS: ReadonlySet<string> = new Set('^"&|<>()%!');
