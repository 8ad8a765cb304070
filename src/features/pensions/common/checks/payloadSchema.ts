import { isPlainPattern } from "../../../../platform/service/definition/patterns";
import type { JsonRecord } from "../../../../platform/service/definition/reading";
import { isObject } from "../../../../platform/service/definition/references";
import { SchemaGraph } from "../../../../platform/service/definition/schemaGraph";
import type { Translate } from "../../../../platform/texts/words";
import { markdownText } from "../../../../platform/base/markdownText";
import { fillText } from "../../../../platform/base/texts";
import { isLost, mapSchemas, readBodySchema, withOwnMembers } from "./bodySchema";
import { objectSnippet } from "./schemaSnippets";

/** Keywords of OpenAPI and of our own that no reader of JSON Schema needs. */
const NOT_NEEDED = /^(x-.*|xml|discriminator|externalDocs|example|id|\$id|\$schema|nullable)$/;
/**
 * Keywords that the editor's JSON service knows beyond the standard: text with links and pictures,
 * which come from elsewhere, and snippets. Those here are ours alone.
 */
const OF_EDITOR =
  /^(markdown.*|defaultSnippets|doNotSuggest|suggestSortText|allow(Comments|TrailingCommas)|enum(Descriptions|Details|SortTexts)|(pattern)?[eE]rrorMessage|deprecationMessage|completionDetail)$/;
/** Keywords that may refuse members that are not named. */
const OF_OTHERS = ["additionalProperties", "unevaluatedProperties"];
/** Keywords that stay at members that the service sets itself: whatever they hold is ignored. */
const SAID = ["title", "description", "deprecated"];
const LONGEST_EXAMPLE = 80;

/**
 * The JSON Schema document (2020-12) for the editor's JSON service: the body of `putPension`, with
 * what helps while typing. Fields that it does not know are legal: a check of our own tells them.
 */
export function payloadSchema(definition: string, t: Translate = fillText): string {
  const document = readBodySchema(definition) ?? {};
  const graph = new SchemaGraph(document);
  const schema = mapSchemas(document, (one) => forEditor(one, { document, graph, t }));
  return JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: t("Pension payload"),
    ...(isObject(schema) ? schema : {}),
  });
}

interface Sources {
  readonly document: JsonRecord;
  readonly graph: SchemaGraph;
  readonly t: Translate;
}

function forEditor(schema: JsonRecord, { document, graph, t }: Sources): JsonRecord {
  const { examples, ...rest } = withoutNeedless(schema, document);
  const shown = Array.isArray(examples) ? examples : exampleOf(schema);
  const markdown = markdownOf(schema, shown, t);
  const kept: JsonRecord = {
    ...rest,
    ...(shown.length === 0 ? {} : { examples: shown }),
    ...(markdown === "" ? {} : { markdownDescription: markdown }),
  };
  // Members that the service sets itself are told about, not asked for and not suggested.
  const ours = withOwnMembers(kept, graph, (member) =>
    isObject(member) ? ofService(member, t) : member,
  );
  // One entry of a list of objects, to be filled in.
  const snippet = isObject(ours["items"])
    ? objectSnippet(graph.schemaOf(ours["items"]))
    : undefined;
  return snippet === undefined
    ? ours
    : { ...ours, defaultSnippets: [{ label: t("New entry"), body: [snippet] }] };
}

/** Without what would refuse unknown fields, and without references that lead out of here. */
function withoutNeedless(schema: JsonRecord, document: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, value]) =>
        !NOT_NEEDED.test(keyword) &&
        !OF_EDITOR.test(keyword) &&
        !(OF_OTHERS.includes(keyword) && value === false) &&
        !(keyword === "$ref" && isLost(schema, document)) &&
        !(keyword === "pattern" && isSlow(value)) &&
        // Without one of its patterns it would mean something else.
        !(keyword === "patternProperties" && isObject(value) && Object.keys(value).some(isSlow)),
    ),
  );
}

/** The editor's service has no end to its patience; the gate has, and checks these, too. */
function isSlow(pattern: unknown): boolean {
  return typeof pattern === "string" && !isPlainPattern(pattern);
}

/** OpenAPI's keyword before there were several. */
function exampleOf(schema: JsonRecord): readonly unknown[] {
  return schema["example"] === undefined ? [] : [schema["example"]];
}

function markdownOf(schema: JsonRecord, examples: readonly unknown[], t: Translate): string {
  const { description } = schema;
  const shown = examples.map((one) => JSON.stringify(one)).filter(isShowable);
  return [
    typeof description === "string" ? markdownText(description) : "",
    shown.length === 0 ? "" : t("For example {0}.", shown.map((one) => `\`${one}\``).join(", ")),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** What Markdown shows as code in one line. */
function isShowable(text: string): boolean {
  return text.length <= LONGEST_EXAMPLE && text !== '""' && !text.includes("`");
}

function ofService(member: JsonRecord, t: Translate): JsonRecord {
  const said = Object.entries(member).filter(([keyword]) => SAID.includes(keyword));
  const { description } = member;
  const sentence = t("Set by the service, which ignores what a payload says here.");
  return {
    ...Object.fromEntries(said),
    markdownDescription:
      typeof description === "string" ? `${markdownText(description)}\n\n${sentence}` : sentence,
    readOnly: true,
    doNotSuggest: true,
  };
}
