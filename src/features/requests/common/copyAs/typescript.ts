import { base64, literal, literalLines, VARIABLES } from "./quoting";
import { cannotWrite, type CopyHeader, type CopyRequest, textOf } from "./request";

/**
 * TypeScript with fetch, as a module for Node. Redirects are not followed.
 * @throws AppError `input/copyForm` for a body that fetch does not send
 */
export function typescriptText({ method, url, headers, body }: CopyRequest): string {
  if (body !== undefined && (method === "GET" || method === "HEAD")) {
    throw cannotWrite();
  }
  const lines = [
    `const response = await fetch(${literal(url)}, {`,
    `  method: ${literal(method)},`,
    "  headers: {",
    ...headers.map((header) => `    ${literal(header.name)}: ${valueOf(header)},`),
    "  },",
    ...(body === undefined ? [] : [`  body: ${bodyOf(body)},`]),
    '  redirect: "manual",',
    "});",
    "console.log(response.status);",
    "console.log(await response.text());",
  ];
  return `${lines.join("\n")}\n`;
}

function valueOf({ text, secret }: CopyHeader): string {
  return secret === undefined
    ? literal(text)
    : `\`${text}\${process.env[${literal(VARIABLES[secret])}]}\``;
}

function bodyOf(body: Uint8Array): string {
  const text = textOf(body);
  return text === undefined
    ? `Buffer.from(${literal(base64(body))}, "base64")`
    : literalLines(text).join(" +\n    ");
}
