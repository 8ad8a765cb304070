import assert from "node:assert/strict";
import { compareDefinitions } from "../../../../src/features/definitions/common/changes/compareDefinitions";
import { changesAsMarkdown } from "../../../../src/features/definitions/texts/changeTexts";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { watchedOperations } from "../../../../src/features/definitions/common/drift/watchedOperations";
import { exampleOf } from "../../../../src/features/definitions/common/example";
import { fitsPattern, isPlainPattern } from "../../../../src/platform/service/definition/patterns";
import { checkValue } from "../../../../src/platform/service/definition/schema";
import {
  listWords,
  parameterFields as listFields,
} from "../../../../src/features/lists/common/listEndpoint";
import { listEndpoint } from "../../../fakes/listEndpoint";
import { checkSchema } from "../../../../src/features/pensions/common/checks/gate";
import { payloadSchema } from "../../../../src/features/pensions/common/checks/payloadSchema";
import { payloadPlace } from "../../../../src/features/pensions/common/checks/schemaPlaces";
import {
  endpointGroups,
  parameterFields as sendFields,
  whereFields,
} from "../../../../src/features/requests/host/send/sendFields";
import { IS_LONG } from "../../../fakes/runs";
import { foreign, type Json, merged, mergedText, PREFIXES } from "./support/foreign";

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** A pension whose body and answer are this schema, and an endpoint that takes it as parameter. */
function document(schema: Json, schemas: Json = {}): Json {
  const content = { "application/json": { schema } };
  const responses = { 200: { description: "", content } };
  const parameters = [{ name: "q", in: "query", schema }];
  return foreign(
    {
      "/clients/{c}/pensions/{p}": { put: { requestBody: { content }, responses } },
      "/x": { get: { parameters, responses } },
    },
    { components: { schemas } },
  );
}

const LINKS: Readonly<Record<string, (next: Json) => Json>> = {
  properties: (next) => ({ type: "object", properties: { a: next } }),
  references: (next) => next,
  "all of": (next) => ({ allOf: [next] }),
  "one of": (next) => ({ oneOf: [next, { type: "string" }] }),
  items: (next) => ({ type: "array", items: next }),
};
/** Whoever calls itself for each of them has no stack left long before. */
const LENGTH = IS_LONG ? 10_000 : 3_000;
/** Where each is compared with each other in the long form, the runner's limit ends it. */
const LISTED = IS_LONG ? 400_000 : 10_000;

describe("definitions that ask too much", () => {
  for (const [name, link] of Object.entries(LINKS)) {
    it(`are read where schemas lead to one another ${LENGTH} times: ${name}`, async () => {
      const schemas: Record<string, Json> = { [`S${LENGTH}`]: { type: "string" } };
      for (let index = 0; index < LENGTH; index++) {
        schemas[`S${index}`] = link(ref(`S${index + 1}`));
      }
      const source = document(ref("S0"), schemas);
      const text = mergedText(source);
      const definition = readDefinition(text);
      const schema = definition.operation("putPension").body?.schema;
      assert.ok(schema);
      assert.equal(typeof JSON.stringify(exampleOf(schema)), "string");
      assert.ok(Array.isArray(checkValue(schema, { a: { a: 1 } })));
      assert.equal(typeof JSON.parse(payloadSchema(text)), "object");
      assert.deepEqual((await checkSchema('{"a":{"a":"b"}}', text)).findings, []);
      assert.ok(payloadPlace(text));
      const answer = watchedOperations(text).get("putPension")?.schemaOf(200, "application/json");
      assert.ok(answer);
      const plain = JSON.stringify(source);
      const other = JSON.stringify(document({ type: "number" }));
      assert.ok(compareDefinitions(plain, other, PREFIXES.finances).length > 0);
    });
  }

  it("are given up by the gate where choices double with each level of a payload", async () => {
    const inside = (name: string): Json => ({
      ...{ type: "object", properties: { c: ref("A") }, required: [name] },
    });
    const A = { anyOf: [inside("x"), inside("y")] };
    const text = mergedText(document(ref("A"), { A }));
    const payload = (depth: number): string => `${'{"c":'.repeat(depth)}1${"}".repeat(depth)}`;
    assert.equal((await checkSchema(payload(40), text)).unusable, true);
    const { unusable, findings } = await checkSchema(payload(3), text);
    assert.deepEqual([unusable, findings.length > 0], [false, true]);
  });

  it("have what lies deep where it is looked for", () => {
    const schemas: Record<string, Json> = { S1000: { type: "string", format: "uuid" } };
    for (let index = 0; index < 1000; index++) {
      schemas[`S${index}`] = { type: "object", properties: { a: ref(`S${index + 1}`) } };
    }
    const definition = readDefinition(mergedText(document(ref("S0"), schemas)));
    let schema = definition.operation("putPension").body?.schema;
    for (let index = 0; index < 1000; index++) {
      schema = schema?.properties?.["a"];
    }
    assert.deepEqual(schema, { title: "S1000", type: "string", format: "uuid" });
  });

  it("are read where as many schemas hold together as no call has arguments", () => {
    const allOf = Array.from({ length: IS_LONG ? 200_000 : 130_000 }, (_, index) => ({
      description: `${index}`,
    }));
    const text = mergedText(document({ allOf: [...allOf, { type: "object" }] }));
    assert.equal(readDefinition(text).operation("putPension").body?.schema.type, "object");
    assert.ok(payloadPlace(text));
  });

  it(`are read where ${LISTED} values are listed`, () => {
    const listed = (word: string): Json => ({
      type: "string",
      enum: Array.from({ length: LISTED }, (_, index) => `${word} ${index}`),
    });
    const both = { allOf: [listed("one"), listed("one")] };
    const text = mergedText(document(both));
    const schema = readDefinition(text).operation("putPension").body?.schema;
    assert.ok(schema);
    assert.equal(schema.enum?.length, LISTED);
    const [problem] = checkValue(schema, "other");
    assert.equal(problem?.keyword, "enum");
    assert.ok(problem.expected.length < 1000, "a sentence that nobody reads");
    const [one, other] = [both, listed("two")].map((own) => JSON.stringify(document(own)));
    assert.ok(compareDefinitions(one ?? "", other ?? "", PREFIXES.finances).length > 0);
  });
});

describe("what a definition says to the editor", () => {
  const LINK =
    "[more](https://elsewhere.example/?from=editor) ![](https://elsewhere.example/x.png)";
  const SAID = {
    ...{ markdownDescription: LINK, markdownEnumDescriptions: [LINK], enumDescriptions: ["x"] },
    ...{ defaultSnippets: [{ label: LINK, body: {} }], doNotSuggest: true, errorMessage: LINK },
    ...{ patternErrorMessage: LINK, deprecationMessage: LINK, suggestSortText: "0" },
  };

  it("is text, and never Markdown or a snippet of its own", () => {
    const properties = { plain: { type: "string", ...SAID }, errorMessage: { type: "string" } };
    const text = mergedText(document({ type: "object", properties, ...SAID }));
    const shown = JSON.parse(payloadSchema(text)) as { readonly properties: Json };
    assert.ok(!JSON.stringify(shown).includes("elsewhere"));
    assert.deepEqual(shown.properties["plain"], { type: "string" });
    assert.ok("errorMessage" in shown.properties, "a member of that name");
  });

  it("holds names against no pattern that never ends", () => {
    const patternProperties = { "^(a+)+$": { type: "string" } };
    const quick = { "^x-": { type: "number" } };
    for (const [patterns, isKept] of [
      [patternProperties, false],
      [quick, true],
    ] as const) {
      const text = mergedText(document({ type: "object", patternProperties: patterns }));
      const shown = JSON.parse(payloadSchema(text)) as Json;
      assert.equal("patternProperties" in shown, isKept);
    }
  });
});

describe("what a definition has forms say", () => {
  const t = (message: string, ...values: readonly unknown[]): string =>
    message.replace(/\{(\d+)\}/g, (_, index) => String(values[Number(index)]));
  const many = Array.from({ length: 100_000 }, (_, index) => `value ${index}`);
  const long = "word ".repeat(200_000);
  const parameters = [
    { name: "one", in: "query", description: long, schema: { enum: many, default: long } },
    { name: "some", in: "query", schema: { type: "array", items: { enum: many } } },
    { name: "few", in: "query", schema: { enum: ["a", "b"] } },
  ];
  const get = { summary: long, parameters };
  const definition = readDefinition(mergedText(foreign({ "/things": { get } })));
  const operationId = "finances:GET /things";

  it("is short enough to be sent with each key, and lists what can be chosen from", () => {
    const typed = { domain: "crm", typedPath: "", queryString: "" } as const;
    const draft = { connectionId: "", operationId, values: {}, method: "GET", body: "", ...typed };
    const fields = sendFields({ t, definition, connections: [] }, draft);
    assert.deepEqual(
      fields.map(({ kind }) => kind),
      // Behind its own three parameters those that any read may take, and a box for others.
      ["text", "text", "select", "text", "text", "text", "text"],
    );
    assert.ok(JSON.stringify(fields).length < 10_000);
    assert.ok(JSON.stringify(endpointGroups({ t, definition })).length < 50_000);
    assert.ok(JSON.stringify(whereFields({ t, definition, connections: [] }, draft)).length < 5000);
  });

  it("names a list in one line that reads from left to right", () => {
    const named = (summary: string, path = "/things"): string => {
      const one = merged(foreign({ [path]: { get: { summary } } }));
      return listWords(listEndpoint(one, `finances:GET ${path}`), t);
    };
    assert.equal(named("Funds\r\n\u202etxt.\u0000exe\u2066"), "Funds txt. exe");
    assert.equal(named("", "/a/sd\u202enuf"), "Sd nuf");
    assert.equal(named("\u200b\u202e", "/{id}\u202e/"), "/{id} /");
  });

  it("makes no link of a version's name in a ticket", () => {
    const text = changesAsMarkdown([], "[x](https://elsewhere.example) → <b>2</b>", {
      t,
      language: "en",
    });
    assert.ok(text.startsWith("# \\[x\\](https://elsewhere.example) → \\<b\\>2"), text);
  });

  it("is as short in the panel of a list", () => {
    const fields = listFields(listEndpoint(definition, operationId), {});
    assert.deepEqual(
      fields.map(({ kind }) => kind),
      ["text", "list", "choice"],
    );
    assert.ok(fields.every(({ options }) => options.length <= 1000));
    assert.ok(JSON.stringify(fields).length < 50_000);
  });
});

describe("patterns that ask too much", () => {
  const SLOW = {
    "repetitions that end": `^${"a{0,900}".repeat(3)}b$`,
    "what may be there": `^${"a?".repeat(40)}${"a".repeat(40)}b$`,
    "one of several": `^${"(a|ab)".repeat(40)}c$`,
  };
  for (const [name, pattern] of Object.entries(SLOW)) {
    it(`are not given to who has no end to its patience: ${name}`, () => {
      assert.equal(isPlainPattern(pattern), false);
    });
  }

  it("do not take in what is in use", () => {
    for (const pattern of [
      ...["^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$", "^.{0,4000}$", "^\\d{4}-\\d{2}-\\d{2}$"],
      ...["^(19|20)\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$", "^[A-Z]{2}\\d{6}[A-D]?$"],
      ...[`^(${Array.from({ length: 300 }, (_, index) => `v${index}`).join("|")})$`, "^\\S+$"],
    ]) {
      assert.equal(isPlainPattern(pattern), true, pattern);
    }
  });

  it("are stopped a few times in a turn, and tried again in the next one", async () => {
    const pattern = "^(b+)+$";
    const texts = Array.from({ length: 1000 }, (_, index) => `${"b".repeat(60)}!${index}`);
    // At fifty milliseconds each they would take as many seconds.
    assert.ok(texts.every((text) => fitsPattern(pattern, text)));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(fitsPattern(pattern, "c"), false);
  });
});
