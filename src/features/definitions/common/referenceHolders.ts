/** Members whose own members have names of the document's, none of them a keyword. */
const MAPS: ReadonlySet<string> = new Set([
  ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"],
  ...["schemas", "responses", "parameters", "examples", "requestBodies", "headers", "links"],
  ...["securitySchemes", "callbacks", "pathItems", "paths", "webhooks", "content", "encoding"],
]);

/** Whether a member holds data, in which nothing is a reference. */
type IsData = (name: string, value: object) => boolean;

type Visit = (holder: Record<string, unknown>, place: readonly string[]) => void;

/**
 * Visits the objects of a document that may hold a reference, and may be changed. The place is the
 * walk's own: it is another one afterwards. Documents that were read are no deeper than recursion
 * can go.
 */
export function eachHolder(document: object, isData: IsData, visit: Visit): void {
  const place: string[] = [];
  const walk = (node: object, isMap: boolean): void => {
    const hasKeywords = !isMap && !Array.isArray(node);
    if (hasKeywords) {
      visit(node as Record<string, unknown>, place);
    }
    for (const [name, value] of Object.entries(node) as [string, unknown][]) {
      if (typeof value === "object" && value !== null && !(hasKeywords && isData(name, value))) {
        place.push(name);
        walk(value, hasKeywords && MAPS.has(name) && !Array.isArray(value));
        place.pop();
      }
    }
  };
  walk(document, false);
}
