import assert from "node:assert/strict";
import {
  expandPrompt,
  legacyLine,
  powershellTokens,
  promptArguments,
  splitLine,
  type Variables,
} from "./shells";

/** What a text makes a shell do: arguments of curl, `@FILE` for the file that it fills. */
export interface Read {
  readonly values: readonly string[];
  readonly file?: Buffer;
}

export interface ReadRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** PowerShell 5.1, and 7 in the mode that the first line asks for. */
export function readPowershell(text: string, variables: Variables): Read {
  const lines = text.split("\n");
  assert.equal(lines[0], "$PSNativeCommandArgumentPassing = 'Legacy'");
  const start = text.indexOf("curl.exe ");
  const end = text.indexOf("\nRemove-Item $file\n");
  const known = {
    $file: "FILE",
    "env:FP_TOKEN": variables["FP_TOKEN"]!,
    "env:FP_SUBSCRIPTION_KEY": variables["FP_SUBSCRIPTION_KEY"]!,
  };
  const command = text.slice(start, end < 0 ? undefined : end);
  const tokens = powershellTokens(command.trimEnd(), known);
  const [program, ...values] = splitLine(legacyLine(tokens.map((token) => token.text)));
  assert.equal(program, "curl.exe");
  assert.ok(!values.includes("\n"));
  return end < 0 ? { values } : { values, file: powershellFile(text.slice(0, start), known) };
}

function powershellFile(text: string, known: Variables): Buffer {
  const base64 = /FromBase64String\('([A-Za-z0-9+/=]*)'\)/.exec(text)?.[1];
  if (base64 !== undefined) {
    return Buffer.from(base64, "base64");
  }
  const call = text.slice(text.indexOf("(@(") + 3, text.lastIndexOf(")\n"));
  // In a script without a byte order mark 5.1 takes everything else for ANSI.
  assert.match(call, /^[\x20-\x7e\t\n]*$/);
  const tokens = powershellTokens(call, known);
  const joint = tokens.at(-2);
  assert.equal(joint?.text, "\n");
  const strings = tokens.slice(0, -3).filter(({ isString }) => isString);
  return Buffer.from(strings.map((token) => token.text).join("\n"));
}

/** The Windows command prompt. */
export function readPrompt(text: string, variables: Variables): Read {
  const known = { ...variables, PATH: "C:\\Windows", TEMP: "T" };
  const start = text.indexOf("curl.exe ");
  const end = text.search(/\r\ndel |\r\n$/);
  const [program, ...values] = promptArguments(text.slice(start, end), known);
  assert.equal(program, "curl.exe");
  const found = values.map((value) => (value === "@T\\fp-body" ? "@FILE" : value));
  if (start === 0) {
    return { values: found };
  }
  const lines = expandPrompt(text.slice(0, start), known).split("\r\n");
  const chunks = lines.flatMap(
    (line) => /^>{1,2}"T\\fp-body\.b64" echo ([A-Za-z0-9+/=]+)$/.exec(line)?.[1] ?? [],
  );
  assert.equal(lines[chunks.length], 'certutil -f -decode "T\\fp-body.b64" "T\\fp-body" >nul');
  return { values: found, file: Buffer.from(chunks.join(""), "base64") };
}

/**
 * The escapes of the literals that are written are those of JSON in C# too; no line break of C#
 * stands in them.
 */
export function readCsharp(text: string, variables: Variables): ReadRequest {
  const string = '"(?:[^"\\\\\\n\\r\\u0085\\u2028\\u2029]|\\\\["\\\\bfnrtu])*"';
  const address = new RegExp(`HttpMethod\\((${string})\\), (${string})\\);`).exec(text)!;
  const added = new RegExp(
    `TryAddWithoutValidation\\((${string}), (?:(${string})(?: \\+ )?)?(?:Environment\\.GetEnvironmentVariable\\((${string})\\))?\\);`,
    "g",
  );
  const headers = [...text.matchAll(added)].map(
    ([, name, lead = '""', variable]) =>
      [
        parse(name!),
        parse(lead) + (variable === undefined ? "" : variables[parse(variable)]!),
      ] as const,
  );
  const content = text.slice(
    text.indexOf("new ByteArrayContent("),
    text.indexOf("request.Content.Headers"),
  );
  const literals = (content.match(new RegExp(string, "g")) ?? []).map(parse).join("");
  const body = Buffer.from(literals, content.includes("FromBase64String") ? "base64" : "utf8");
  return { method: parse(address[1]!), url: parse(address[2]!), headers, body };
}

/**
 * REST Client: lines of comments go, wherever they stand, blank lines at both ends go, then request
 * line, headers, a blank line, body; variables are put in at last. Lines that httpYac takes for
 * something of its own must not be in a body.
 */
export function readHttpFile(text: string, variables: Variables): ReadRequest {
  const lines = text.split(/\r?\n/).filter((line) => !/^\s*(?:#|\/\/)/.test(line));
  while (lines.at(-1)?.trim() === "") {
    lines.pop();
  }
  const values: Variables = {
    token: variables["FP_TOKEN"]!,
    subscriptionKey: variables["FP_SUBSCRIPTION_KEY"]!,
  };
  const filled = lines.map((line) =>
    line.replace(/\{\{(.+?)\}\}/g, (_all, name: string) => values[name] ?? "unknown variable"),
  );
  const blank = filled.findIndex((line) => line.trim() === "");
  const head = blank < 0 ? filled : filled.slice(0, blank);
  const body = blank < 0 ? [] : filled.slice(blank + 1);
  assert.ok(!body.some((line) => /^\s*(?:<|>|\?\?|```|HTTP\/|@|%)/.test(line)));
  const [method = "", url = "", version] = head[0]!.split(" ");
  assert.equal(version, "HTTP/1.1");
  const headers = head.slice(1).map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  return { method, url, headers, body: Buffer.from(body.join("\n")) };
}

function parse(text: string): string {
  return JSON.parse(text) as string;
}
