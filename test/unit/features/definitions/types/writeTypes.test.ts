import assert from "node:assert/strict";
import ts from "typescript";
import { typeNameOf } from "../../../../../src/features/definitions/common/types/types";
import { writeTypes } from "../../../../../src/features/definitions/common/types/writeTypes";
import { aDocument } from "../support/definitions";

const PAGE = `{"items": [
  {"holdingId": "HLD-1", "units": 1204.3300, "valuedOn": "2026-10-31", "note": null},
  {"holdingId": "HLD-2", "units": 3, "owner": {"firstName": "Ngozi"}, "note": "x"}
], "totalItems": 2}`;

describe("types of an answer, by its shape", () => {
  it("tell members that are missing, null and of several types, as TypeScript", async () => {
    const written = await writeTypes({ language: "typescript", name: "Holdings", sample: PAGE });
    assert.equal(written?.from, "shape");
    assert.deepEqual(membersOf(written.text), {
      Holdings: ["items: Item[]", "totalItems: number"],
      Item: [
        "holdingId: string",
        "units: number",
        // As JSON.parse gives it: a text.
        "valuedOn?: string",
        "note: null | string",
        "owner?: Owner",
      ],
      Owner: ["firstName: string"],
    });
  });

  it("keep money exact and say the names on the wire, as C#", async () => {
    const written = await writeTypes({ language: "csharp", name: "Holdings", sample: PAGE });
    assert.match(written?.text ?? "", /namespace FinancialPlanning/);
    assert.match(written?.text ?? "", /JsonPropertyName\("units"\)\]\s+public decimal Units /);
    assert.match(written?.text ?? "", /JsonPropertyName\("note"\)\]\s+public string\? Note /);
    // No converter is needed, so there is none.
    assert.ok(!written?.text.includes("Converter"));
  });

  it("bring the converter that a union needs in C#", async () => {
    const sample = `{"values": [1, "a"]}`;
    const written = await writeTypes({ language: "csharp", name: "Odd", sample });
    assert.match(written?.text ?? "", /partial struct Value\b/);
    assert.match(written?.text ?? "", /class ValueConverter : JsonConverter<Value>/);
  });

  it("hold no value of the answer", async () => {
    const secret = "Okafor";
    const sample = JSON.stringify({ items: [{ name: secret }, { name: secret, status: secret }] });
    for (const language of ["typescript", "csharp"] as const) {
      const written = await writeTypes({ language, name: "Clients", sample });
      assert.ok(!written?.text.includes(secret));
    }
  });

  it("compile whatever members are called", async () => {
    const sample = JSON.stringify({
      items: [
        { '*/ " \n \u2028 `': 1, "": 2, constructor: { a: 1 }, class: [true, { b: null }] },
        { "${x}": [], "a-b": [[1, "2"]], default: "x", Items: [], ITEMS: {} },
      ],
    }).replace('"class"', '"__proto__": 4, "class"');
    const written = await writeTypes({ language: "typescript", name: "Odd", sample });
    assert.deepEqual(problemsIn(written?.text ?? ""), []);
  });

  it("look at the first items of long lists, and say so", async () => {
    const items = Array.from({ length: 501 }, (_, index) => ({ id: index, nested: [1, 2] }));
    const late = { ...items[0], late: true };
    const whole = JSON.stringify({ items: items.slice(0, 500) });
    const cut = JSON.stringify({ items: [...items.slice(0, 500), late] });
    const of = (sample: string) => writeTypes({ language: "typescript", name: "Page", sample });
    const [one, other] = [await of(whole), await of(cut)];
    assert.equal(one?.isCut, false);
    assert.equal(other?.isCut, true);
    assert.equal(other.text, one.text);
  });

  it("need an object", async () => {
    for (const sample of ["[]", "5", `["a"]`]) {
      assert.equal(await writeTypes({ language: "typescript", name: "Odd", sample }), undefined);
    }
  });
});

describe("types of a body, by the definition", () => {
  const components = {
    schemas: {
      Thing: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "string", format: "uuid" },
          kind: { enum: ["fund", "share"] },
          madeOn: { type: ["string", "null"], format: "date" },
          parts: { type: "array", items: { $ref: "#/components/schemas/Thing" } },
          elsewhere: { $ref: "https://other.example/schema.json" },
        },
      },
    },
  };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } };
  const operation = {
    operationId: "getThing",
    requestBody: { content },
    responses: { "2XX": { description: "", content } },
  };
  const answer = { part: "answer", status: 200 } as const;
  const textOf = async (
    language: "typescript" | "csharp",
    body: typeof answer,
  ): Promise<string> => {
    const text = aDocument(operation, { components });
    const definition = { text, operationId: "getThing", body };
    const sample = `{"other": 1}`;
    const written = await writeTypes({ language, name: "Thing", definition, sample });
    assert.equal(written?.from, "definition");
    return written.text;
  };

  it("say what is required, and follow references that lead back", async () => {
    const text = await textOf("typescript", answer);
    const { Thing = [] } = membersOf(text);
    assert.ok(Thing.includes("id: string"), text);
    assert.ok(Thing.includes("parts?: Thing[]"), text);
    assert.ok(Thing.includes("madeOn?: null | string"), text);
    assert.match(text, /"fund" \| "share"/);
    assert.deepEqual(problemsIn(text), []);
  });

  it("take dates and UUIDs by their formats in C#", async () => {
    const text = await textOf("csharp", answer);
    assert.match(text, /public Guid Id /);
    assert.match(text, /public DateTimeOffset\? MadeOn /);
  });

  it("leave open what the document refers to and does not have", async () => {
    const text = await textOf("typescript", answer);
    assert.ok(membersOf(text)["Thing"]?.includes("elsewhere?: unknown"), text);
  });

  it("leave what is open to the shape of the answer", async () => {
    const open = { ...operation, responses: { 200: { content: openContent() } } };
    const text = aDocument(open, { components });
    const definition = { text, operationId: "getThing", body: answer };
    const sample = `{"other": 1}`;
    const question = { language: "typescript", name: "Thing", definition } as const;
    assert.equal((await writeTypes({ ...question, sample }))?.from, "shape");
    assert.equal(await writeTypes(question), undefined);
    const unknown = { ...definition, operationId: "other" };
    assert.equal(await writeTypes({ ...question, definition: unknown }), undefined);
  });

  function openContent(): object {
    return { "application/json": { schema: { type: "object", description: "Not shown." } } };
  }
});

describe("the name of the outermost type", () => {
  for (const [path, name] of [
    ["/crm/v1/clients", "Clients"],
    ["/crm/v1/clients/{clientId}", "Client"],
    ["/finances/v1/clients/{clientId}/pensions/{pensionId}", "Pension"],
    ["/clients/{clientId}/risk-results", "RiskResults"],
    ["/{id}", "Answer"],
    ["/v1/2nd", "Answer2nd"],
  ] as const) {
    it(`${path}: ${name}`, () => assert.equal(typeNameOf(path), name));
  }
});

/** Members of each interface as "name: type", without the spaces that line them up. */
function membersOf(text: string): Record<string, readonly string[]> {
  const interfaces = [...text.matchAll(/export interface (\w+) \{\n([^}]*)\}/g)];
  return Object.fromEntries(
    interfaces.map(([, name = "", body = ""]) => [
      name,
      body
        .split(";")
        .map((member) => member.trim().replace(/:\s+/, ": "))
        .filter((member) => member !== ""),
    ]),
  );
}

/** What the compiler says of a file, in its strictest setting; the library is not read for it. */
function problemsIn(text: string): readonly string[] {
  const globals = ["Array<T> { item: T }", "Boolean {}", "CallableFunction {}", "Function {}"];
  globals.push(
    "IArguments {}",
    "NewableFunction {}",
    "Number {}",
    "Object {}",
    "RegExp {}",
    "String {}",
  );
  const files = new Map([
    ["types.ts", text],
    ["globals.d.ts", globals.map((one) => `interface ${one}`).join("\n")],
  ]);
  const options = { strict: true, noEmit: true, noLib: true, types: [] };
  const program = ts.createProgram({
    rootNames: [...files.keys()],
    options,
    host: {
      ...ts.createCompilerHost(options),
      getSourceFile: (name) =>
        ts.createSourceFile(name, files.get(name) ?? "", ts.ScriptTarget.ES2023, true),
      fileExists: (name) => files.has(name),
    },
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
