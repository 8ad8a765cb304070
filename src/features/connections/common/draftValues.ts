/** Where the fields of a draft are text that stands for a value: how it is read, how it is written. */

/** As `/crm/v1`; without its slash a prefix would become part of the host name. */
const PREFIX = /^(?:\/[A-Za-z0-9._~-]+)*$/;

/** True for a path prefix that stays as it is when an address is built with it; "" is one. */
export function isPrefix(text: string): boolean {
  // Segments of dots alone climb the path when an address is parsed.
  return PREFIX.test(text) && !text.split("/").some((segment) => /^\.{1,2}$/.test(segment));
}

/** The words of a text, separated by any white space. */
export function readWords(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** One line of the token parameters; a name of "" where there is no `name=value`. */
interface ParameterLine {
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

/** The lines that are not empty; the value is what follows the first `=`, spaces around cut off. */
export function readParameterLines(text: string): readonly ParameterLine[] {
  return text.split(/\r\n|[\r\n]/).flatMap((source, index) => {
    const content = source.trim();
    const at = content.indexOf("=");
    const name = at < 0 ? "" : content.slice(0, at).trimEnd();
    const value = content.slice(at + 1).trimStart();
    return content === "" ? [] : [{ line: index + 1, name, value }];
  });
}

/** The items between commas or white space; each should be a number. */
export function readStatusWords(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== "");
}

/**
 * An address as records keep it: parsed, so that a host in other letters is in its ASCII form,
 * and without trailing slashes. Undefined when it cannot be read.
 */
export function normaliseRoot(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null) {
    return undefined;
  }
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, "")}`;
}
