import { headerLine, methodOptions } from "./bash";
import { base64, VARIABLES } from "./quoting";
import { cannotWrite, type CopyHeader, type CopyRequest, textOf } from "./request";

/**
 * cURL for PowerShell 5.1 and 7. `curl` alone is another command in 5.1. Both hand arguments over
 * by the rules of 5.1, as the first line asks; bodies go through a file, because no rule carries
 * line breaks and letters beyond ASCII.
 */
export function powershellText({ method, url, headers, body }: CopyRequest): string {
  const options = [
    ...methodOptions(method, body !== undefined),
    ...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
    argument(url),
    ...headers.map((header) => `--header ${headerArgument(header)}`),
    ...(body === undefined ? [] : ['--data-binary "@$file"']),
  ];
  const lines = [
    "$PSNativeCommandArgumentPassing = 'Legacy'",
    ...(body === undefined ? [] : ["$file = [IO.Path]::GetTempFileName()", writeBody(body)]),
    ["curl.exe", ...options].join(" `\n  "),
    ...(body === undefined ? [] : ["Remove-Item $file"]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Line by line where it can be read by 5.1 from any file, which takes it for ANSI. */
function writeBody(body: Uint8Array): string {
  const text = textOf(body);
  if (text === undefined || !/^[\x20-\x7e\n\t]*$/.test(text)) {
    return `[IO.File]::WriteAllBytes($file, [Convert]::FromBase64String('${base64(body)}'))`;
  }
  const lines = text.split("\n").map((line) => `  ${quote(line)}`);
  return `[IO.File]::WriteAllText($file, (@(\n${lines.join("\n")}\n) -join "\`n"))`;
}

function headerArgument({ name, text, secret }: CopyHeader): string {
  return secret === undefined
    ? argument(headerLine({ name, text }))
    : `"${name}: ${text}$env:${VARIABLES[secret]}"`;
}

/** One argument of a program by the rules of 5.1, which leaves inner quotes to the writer. */
function argument(text: string): string {
  // It would escape the quote that PowerShell adds: 7 takes care of that, 5.1 does not.
  if (text.endsWith("\\")) {
    throw cannotWrite();
  }
  return quote(text.replace(/(\\*)"/g, '$1$1\\"'));
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
