import {
  CSharpTargetLanguage,
  InputData,
  JSONSchemaInput,
  JSONSchemaStore,
  jsonInputForTargetLanguage,
  quicktype,
  type RendererOptions,
  type TargetLanguage,
  TypeScriptTargetLanguage,
} from "quicktype-core";
import { parseJsonText } from "../../../../platform/json/jsonText";
import { sampleOf } from "./sample";
import { SCHEMA_POINTER, schemaDocumentOf } from "./typeSources";
import type { TypesQuestion, WrittenTypes } from "./types";

/**
 * Types of a body: from the schema that the definition has of it, else from the shape of the body
 * itself. Undefined where neither is there.
 */
export async function writeTypes(question: TypesQuestion): Promise<WrittenTypes | undefined> {
  const { definition, sample } = question;
  const schema =
    definition && schemaDocumentOf(definition.text, definition.operationId, definition.body);
  if (schema !== undefined) {
    try {
      const text = await render(question, schemaInput(question.name, schema), BY_FORMATS);
      return { text, from: "definition" };
    } catch (error) {
      // A document may be odd in ways that the library does not take; the answer is still there.
      if (sample === undefined) {
        throw error;
      }
    }
  }
  if (sample === undefined) {
    return undefined;
  }
  const { text, isCut, hasObject } = sampleOf(sample, parseJsonText(sample));
  if (!hasObject) {
    return undefined;
  }
  return {
    text: await render(question, sampleInput(question, text), BY_VALUES),
    from: "shape",
    isCut,
  };
}

type Inputs = (language: TargetLanguage) => Promise<InputData>;

function schemaInput(name: string, schema: string): Inputs {
  return async () => {
    const input = new JSONSchemaInput(new NoOtherDocuments());
    await input.addSource({ name, schema, uris: [SCHEMA_POINTER] });
    const data = new InputData();
    data.addInput(input);
    return data;
  };
}

function sampleInput({ name }: TypesQuestion, sample: string): Inputs {
  return async (language) => {
    const input = jsonInputForTargetLanguage(language);
    await input.addSource({ name, samples: [sample] });
    const data = new InputData();
    data.addInput(input);
    return data;
  };
}

/** Nothing is fetched: the document has all that its references lead to. */
class NoOtherDocuments extends JSONSchemaStore {
  override fetch(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

async function render(
  { language }: TypesQuestion,
  inputs: Inputs,
  reading: typeof BY_VALUES | typeof BY_FORMATS,
): Promise<string> {
  const { target, options, completed } = LANGUAGES[language];
  const linesWith = async (rendererOptions: RendererOptions): Promise<string> => {
    const lang = target();
    const inputData = await inputs(lang);
    const { lines } = await quicktype({ ...reading, lang, inputData, rendererOptions });
    return lines.join("\n").trim();
  };
  const text = await linesWith(options);
  return completed?.pattern.test(text) === true ? await linesWith(completed.options) : text;
}

/** What a few values look like says little of those that are still to come. */
const BY_VALUES = {
  inferEnums: false,
  inferMaps: false,
  inferDateTimes: false,
  inferUuids: false,
  inferIntegerStrings: false,
  inferBooleanStrings: false,
} as const;
/** `format` in a schema is a promise. */
const BY_FORMATS = { ...BY_VALUES, inferDateTimes: true, inferUuids: true } as const;

interface Language {
  readonly target: () => TargetLanguage;
  readonly options: RendererOptions;
  /** Other options where the text of the first try shows that they are needed. */
  readonly completed?: { readonly pattern: RegExp; readonly options: RendererOptions };
}

const CSHARP = {
  namespace: "FinancialPlanning",
  framework: "SystemTextJson",
  "number-type": "decimal",
};

const LANGUAGES: Readonly<Record<TypesQuestion["language"], Language>> = {
  typescript: {
    target: () => new TextDates(),
    options: { "just-types": true, "prefer-unions": true, "nice-property-names": false },
  },
  csharp: {
    target: () => new CSharpTargetLanguage(),
    options: { ...CSHARP, features: "attributes-only" },
    // A union is a struct, which System.Text.Json reads by a converter alone.
    completed: { pattern: /\bpartial struct\b/, options: { ...CSHARP, features: "complete" } },
  },
};

/** A date stays the text that `JSON.parse` gives. */
class TextDates extends TypeScriptTargetLanguage {
  override get stringTypeMapping(): TypeScriptTargetLanguage["stringTypeMapping"] {
    return new Map();
  }
}
