/** A parameter of a path template. */
const PARAMETER = /\{([^{}]*)\}/g;

/** The template with its braces as such, where a document has them escaped. */
export function plainTemplate(path: string): string {
  const plain = path.replaceAll(/%7B/gi, "{").replaceAll(/%7D/gi, "}");
  return plain.startsWith("/") ? plain : `/${plain}`;
}

/** Names of the parameters of a path template, in their order. */
export function namesIn(path: string): readonly string[] {
  return [...path.matchAll(PARAMETER)].map(([, name = ""]) => name);
}

/** The same for templates that differ in the names of their parameters, or in a slash at the end. */
export function shapeOf(path: string): string {
  return path.replace(PARAMETER, "{}").replace(/(.)\/$/, "$1");
}
