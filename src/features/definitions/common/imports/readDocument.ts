import { parsePointer } from "../../../../platform/json/jsonPointer";
import type { DocumentPosition, ReadDocument } from "./document";
import { type KnownDocument, knownDocument } from "./documentKind";
import { readJsonSource } from "./jsonSource";
import { NoteList } from "./noteList";
import { asObject, operationsOf } from "./objects";
import { noteOperationIds, noteReferences } from "./referenceNotes";
import { makeSound } from "./soundStructure";
import { LONGEST_TEXT, refusal, type SourceDocument } from "./source";
import { upgradeDocument } from "./upgradeDocument";
import { readYamlSource } from "./yamlSource";

/**
 * Reads an OpenAPI document of any version that is in use, JSON or YAML, told by its content.
 * Throws `AppError` kind `input`, codes `definition/…`, with `line` and `column` where they help.
 */
export function readDocument(text: string): ReadDocument {
  const notes = new NoteList();
  const source = readSource(text, notes);
  const known = knownDocument(source);
  const title = source.textAt("info", "title") ?? "";
  const version = source.textAt("info", "version") ?? "";
  Object.assign(asObject(known.value["info"]) ?? {}, { title, version });
  const document = soundDocument(known, source, notes);
  return {
    document,
    openapi: known.openapi,
    syntax: source.syntax,
    title,
    version,
    operations: operationsOf(document).length,
    notes: notes.list(),
  };
}

/** Where a JSON Pointer leads to in a text, or as near as it leads. Throws as `readDocument`. */
export function positionOf(text: string, pointer: string): DocumentPosition {
  return readSource(text, new NoteList()).positionOf(parsePointer(pointer));
}

function readSource(text: string, notes: NoteList): SourceDocument {
  if (text.length > LONGEST_TEXT) {
    throw refusal("definition/tooLarge", { limit: LONGEST_TEXT });
  }
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const begin = /\S/.exec(content);
  if (begin === null) {
    throw refusal("definition/empty");
  }
  const start = content.slice(begin.index, begin.index + 200);
  if (start.startsWith("<")) {
    throw refusal("definition/notOpenApi", { what: "markup" });
  }
  // YAML may begin with a brace too, but then not with a name in quotes after it.
  return /^(\{\s*["}]|\[)/.test(start)
    ? readJsonSource(content, notes)
    : readYamlSource(content, notes);
}

function soundDocument(
  known: KnownDocument,
  source: SourceDocument,
  notes: NoteList,
): Record<string, unknown> {
  makeSound(known.value, notes);
  const { value } = known;
  if (operationsOf(value).length === 0) {
    throw refusal("definition/noEndpoints", { ...source.positionOf(["paths"]) });
  }
  noteReferences(value, notes);
  noteOperationIds(value, notes);
  return upgradeDocument(known);
}
