import { base64, literal, literalLines, VARIABLES } from "./quoting";
import { type CopyHeader, type CopyRequest, textOf } from "./request";

/**
 * Python 3 with urllib: nothing has to be installed, and the address goes out as it is written,
 * where requests would encode it anew. Redirects are not followed: urllib would take the token
 * along to any host.
 */
export function pythonText({ method, url, headers, body }: CopyRequest): string {
  const hasSecret = headers.some(({ secret }) => secret !== undefined);
  const text = body === undefined ? undefined : textOf(body);
  const lines = [
    ...(body !== undefined && text === undefined ? ["import base64"] : []),
    ...(hasSecret ? ["import os"] : []),
    "import urllib.error",
    "import urllib.request",
    "",
    "",
    "class NoRedirect(urllib.request.HTTPRedirectHandler):",
    "    def redirect_request(self, *details):",
    "        return None",
    "",
    "",
    "request = urllib.request.Request(",
    `    ${literal(url)},`,
    `    method=${literal(method)},`,
    "    headers={",
    ...headers.map((header) => `        ${literal(header.name)}: ${valueOf(header)},`),
    "    },",
    ...(body === undefined ? [] : [`    data=${dataOf(body, text)},`]),
    ")",
    "try:",
    "    with urllib.request.build_opener(NoRedirect).open(request) as response:",
    '        print(response.status, response.read().decode("utf-8"), sep="\\n")',
    "except urllib.error.HTTPError as error:",
    '    print(error.code, error.read().decode("utf-8"), sep="\\n")',
  ];
  return `${lines.join("\n")}\n`;
}

function valueOf({ text, secret }: CopyHeader): string {
  if (secret === undefined) {
    return literal(text);
  }
  const variable = `os.environ[${literal(VARIABLES[secret])}]`;
  return text === "" ? variable : `${literal(text)} + ${variable}`;
}

function dataOf(body: Uint8Array, text: string | undefined): string {
  return text === undefined
    ? `base64.b64decode(${literal(base64(body))})`
    : `(\n        ${literalLines(text).join("\n        ")}\n    ).encode("utf-8")`;
}
