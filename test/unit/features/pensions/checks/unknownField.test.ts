import assert from "node:assert/strict";
import { payloadDefinition } from "../../../../../src/features/pensions/common/checks/bodySchema";
import { checkPayload } from "../../../../../src/features/pensions/common/checks/checkPayload";
import type { CheckContext } from "../../../../../src/features/pensions/common/checks/findings";
import { payloadTemplate } from "../../../../../src/features/pensions/common/template";
import { DEFINITION, definitionWith } from "./definitions";
import { fixed, keyOf, only, said } from "./support";

const unknown = (text: string, definition?: string): readonly string[] =>
  said("unknownField", text, definition);

describe("the check of unknown fields", () => {
  it("knows every field of the template", () => {
    assert.deepEqual(unknown(payloadTemplate(DEFINITION)), []);
  });

  it("tells those that the definition does not know, at every depth", () => {
    assert.deepEqual(unknown('{"colour":1,"funds":[{"fund":"A","shade":2}],"notes":""}'), [
      'unknownField colour "colour"',
      'unknownField shade "shade"',
    ]);
  });

  it("knows what is meant by a name that is misspelled", () => {
    for (const [name, meant] of [
      ["schemename", "schemeName"],
      ["scheme_name", "schemeName"],
      ["shcemeName", "schemeName"],
      ["curency", "currency"],
      ["valeu", "value"],
      ["retirementAges", "retirementAge"],
    ]) {
      assert.deepEqual(unknown(`{"${name}":1}`), [`misspelledField ${name} ${meant} "${name}"`]);
    }
    for (const name of ["", "v", "total", "x".repeat(1000), "clientid", "état"]) {
      const [finding = ""] = unknown(JSON.stringify({ [name]: 1 }));
      assert.ok(finding.startsWith("unknownField "), finding);
    }
  });

  it("means no field that is there already", () => {
    assert.deepEqual(unknown('{"curency":"GBP","currency":"GBP"}'), [
      'unknownField curency "curency"',
    ]);
  });

  it("says of what the service sets itself that it is ignored", () => {
    assert.deepEqual(unknown('{"clientId":"x","lastUpdated":"y"}'), [
      'ownField clientId "clientId"',
      'ownField lastUpdated "lastUpdated"',
    ]);
  });

  it("renames and removes", () => {
    const text = '{\n  "curency" : "GBP",\n  "notes": ""\n}';
    assert.deepEqual(fixed("unknownField", text), [
      '{\n  "currency" : "GBP",\n  "notes": ""\n}',
      '{\n  "notes": ""\n}',
    ]);
    assert.deepEqual(fixed("unknownField", '{"notes": "" , "colour": {"a": [1]} }'), [
      '{"notes": "" }',
    ]);
    assert.deepEqual(fixed("unknownField", '{ "colour": 1 }'), ["{  }"]);
    assert.deepEqual(fixed("unknownField", '{"clientId": 1, "notes": ""}'), ['{"notes": ""}']);
  });

  it("shortens names, between characters", () => {
    const [finding = ""] = unknown(`{"${"x".repeat(59)}😀y":1}`);
    assert.ok(finding.startsWith(`unknownField ${"x".repeat(59)}… `), finding);
    const shown = (name: string): string | undefined =>
      checkPayload(JSON.stringify({ [name]: 1 }), only(["unknownField"]))[0]?.values.join();
    assert.equal(shown("x".repeat(60)), "x".repeat(60));
    assert.equal(shown("x".repeat(61)), `${"x".repeat(60)}…`);
    assert.equal(shown(`😀${"x".repeat(60)}`), `😀${"x".repeat(58)}…`);
  });

  it("is silent where the definition does not tell all names", () => {
    const others: readonly unknown[] = [
      {},
      true,
      { type: "object" },
      { properties: { a: {} }, additionalProperties: { type: "string" } },
      { properties: { a: {} }, additionalProperties: {} },
      { properties: { a: {} }, patternProperties: { "^x-": {} } },
      { properties: { a: {} }, allOf: [{ $ref: "#/components/schemas/Nobody" }] },
      { $ref: "https://example.com/schema.json", properties: { a: {} } },
    ];
    for (const schema of others) {
      assert.deepEqual(unknown('{"b":1}', definitionWith(schema)), [], JSON.stringify(schema));
    }
    for (const definition of ["", "{", "[]", "{}", '{"paths":{"/p":{"put":7}}}']) {
      assert.deepEqual(unknown('{"b":1}', definition), [], definition);
    }
  });

  it("takes the names of all parts of a schema together", () => {
    const definition = definitionWith(
      {
        allOf: [{ $ref: "#/components/schemas/Base" }],
        oneOf: [{ properties: { first: {} } }, { properties: { second: true } }],
        if: { properties: { third: {} } },
        properties: { toString: {}, child: { $ref: "#/components/schemas/Base" } },
        additionalProperties: false,
      },
      {
        Base: {
          properties: { id: { type: "string" }, next: { $ref: "#/components/schemas/Base" } },
        },
      },
    );
    const text =
      '{"id":1,"first":1,"second":1,"third":1,"toString":1,"valueOf":1,' +
      '"child":{"next":{"next":{"id":1,"first":1}}},"next":{"other":1}}';
    assert.deepEqual(unknown(text, definition), [
      'refusedField valueOf "valueOf"',
      'unknownField first "first"',
      'unknownField other "other"',
    ]);
  });

  it("tells no names where one of the ways takes others", () => {
    const ways = [{ properties: { a: {} } }, { properties: { b: {} }, patternProperties: {} }];
    assert.deepEqual(unknown('{"c":1}', definitionWith({ oneOf: ways })), []);
  });

  it("refuses what one of the parts refuses, and ignores what one of them sets itself", () => {
    const child = { properties: { a: {} }, additionalProperties: false };
    const parts = [{ properties: { child } }, { properties: { child: {} } }];
    assert.deepEqual(unknown('{"child":{"b":1}}', definitionWith({ allOf: parts })), [
      'refusedField b "b"',
    ]);
    const ways = [{ properties: { id: { readOnly: true } } }, { properties: { id: {} } }];
    assert.deepEqual(unknown('{"id":1}', definitionWith({ oneOf: ways })), ['ownField id "id"']);
  });

  it("ends where a schema is one of its own ways", () => {
    const Loop = { properties: { a: {} }, anyOf: [{ $ref: "#/components/schemas/Loop" }] };
    const Id = { format: "uuid", anyOf: [{ $ref: "#/components/schemas/Id" }] };
    const owner = { $ref: "#/components/schemas/Id" };
    const definition = definitionWith(
      { allOf: [{ $ref: "#/components/schemas/Loop" }], properties: { owner } },
      { Loop, Id },
    );
    assert.deepEqual(unknown('{"a":1,"b":1}', definition), ['unknownField b "b"']);
    assert.deepEqual(said("uuid", '{"owner":"x"}', definition), ['uuid "x"']);
  });

  it("ends where one of several ways leads back to a schema", () => {
    const Loop = {
      properties: { a: {} },
      anyOf: [
        { $ref: "#/components/schemas/Loop" },
        { properties: { b: {} }, additionalProperties: false },
      ],
    };
    const Id = {
      format: "uuid",
      anyOf: [{ $ref: "#/components/schemas/Id" }, { format: "date" }],
    };
    const definition = definitionWith(
      { $ref: "#/components/schemas/Loop", properties: { owner: Id } },
      { Loop, Id },
    );
    assert.deepEqual(unknown('{"a":1,"b":1,"xyz":1}', definition), ['unknownField xyz "xyz"']);
    assert.deepEqual(said("uuid", '{"owner":"x"}', definition), ['uuid "x"']);
  });

  it("looks into choices inside one another, thirty-two of them", () => {
    const inside = (count: number, inner: unknown, other: unknown): unknown =>
      count === 0 ? inner : { anyOf: [inside(count - 1, inner, other), other] };
    const closed = { properties: { a: {} }, additionalProperties: false };
    const wording = (count: number): readonly string[] =>
      unknown('{"xyz":1}', definitionWith(inside(count, closed, closed)));
    assert.deepEqual(wording(31), ['refusedField xyz "xyz"']);
    assert.deepEqual(wording(32), ['unknownField xyz "xyz"']);
    const formats = (count: number): readonly string[] => {
      const owner = inside(count, { format: "uuid" }, { format: "date" });
      const definition = definitionWith({ properties: { owner } });
      return (["uuid", "date"] as const).flatMap((rule) => said(rule, '{"owner":"x"}', definition));
    };
    assert.deepEqual(formats(31), ['uuid "x"', 'date "x"']);
    assert.deepEqual(formats(32), []);
  });

  it("follows places in a list that only one of several ways has", () => {
    const ways = [{ prefixItems: [{}] }, { prefixItems: [{}, { format: "uuid" }] }];
    assert.deepEqual(said("uuid", '["x","y"]', definitionWith({ anyOf: ways })), ['uuid "y"']);
  });

  it("follows places in a list by the longest of its parts", () => {
    const item = (name: string): unknown => ({ properties: { [name]: {} } });
    const definition = definitionWith({
      allOf: [{ prefixItems: [item("a")] }, { prefixItems: [item("b"), item("c")] }],
    });
    assert.deepEqual(unknown('[{"a":1,"b":1},{"c":1,"x":1},{"x":1}]', definition), [
      'unknownField x "x"',
    ]);
  });

  it("follows places in a list one by one", () => {
    const item = (name: string): unknown => ({ properties: { [name]: {} } });
    const definition = definitionWith({ prefixItems: [item("a"), item("b")], items: item("c") });
    assert.deepEqual(unknown('[{"a":1},{"a":1},{"a":1},{"c":1}]', definition), [
      'unknownField a "a"',
      'unknownField a "a"',
    ]);
  });

  describe("what is none of the definition's", () => {
    const properties = { colour: {} };
    const closed = { properties, additionalProperties: false };

    const refusing: readonly unknown[] = [
      closed,
      { properties, unevaluatedProperties: false },
      { $ref: "#/components/schemas/Closed" },
      { properties: { name: {} }, allOf: [closed] },
      { oneOf: [closed, { properties: { shade: {} }, additionalProperties: false }] },
    ];
    for (const schema of refusing) {
      it(`is refused, and not ignored, by ${JSON.stringify(schema)}`, () => {
        const definition = definitionWith(schema, { Closed: closed });
        assert.deepEqual(unknown('{"color":1,"weight":1}', definition), [
          'refusedMisspelledField color colour "color"',
          'refusedField weight "weight"',
        ]);
      });
    }

    it("is ignored where one of the ways takes it", () => {
      const open = { properties: { shade: {} } };
      assert.deepEqual(unknown('{"weight":1}', definitionWith({ anyOf: [closed, open] })), [
        'unknownField weight "weight"',
      ]);
    });

    const answering = (status: string, answer: unknown): string => {
      const document = JSON.parse(definitionWith({ properties })) as {
        paths: { "/p": { put: object } };
      };
      const content = { "application/json": { schema: answer } };
      Object.assign(document.paths["/p"].put, { responses: { [status]: { content } } });
      return JSON.stringify(document);
    };

    it("is known to the service all the same where its answers define it", () => {
      const answer = { properties: { weight: {}, parts: { items: { properties: { size: {} } } } } };
      const definition = answering("201", answer);
      const found = ['answeredField weight "weight"', 'unknownField height "height"'];
      assert.deepEqual(unknown('{"weight":1,"height":1}', definition), found);
      const reduced = payloadDefinition(definition);
      assert.deepEqual(unknown('{"weight":1,"height":1}', reduced), found, "in the thread, too");
      assert.deepEqual(unknown('{"weight":1}', answering("400", answer)), [
        'unknownField weight "weight"',
      ]);
    });

    it("is known to the service all the same where it showed it, at every depth", () => {
      const definition = definitionWith({
        properties: { funds: { items: { properties: { fund: {} } } } },
      });
      const context = (seen: string | undefined): CheckContext => ({
        ...only(["unknownField"], definition),
        seen,
      });
      const text = '{"weight":1,"funds":[{"share":1,"height":1}]}';
      const seen = '{"weight":2,"funds":[{"fund":"A"},{"share":3}]}';
      assert.deepEqual(checkPayload(text, context(seen)).map(keyOf), [
        ...["answeredField", "answeredField", "unknownField"],
      ]);
      const parts = definitionWith({
        properties: { a: { properties: { y: {} } }, funds: { items: { properties: { p: {} } } } },
      });
      const found = (one: string, shown: string): readonly string[] =>
        checkPayload(one, { ...only(["unknownField"], parts), seen: shown }).map(keyOf);
      assert.deepEqual(found('{"a":{"x":1},"b":1}', '{"a":null,"b":[null,7]}'), [
        ...["unknownField", "answeredField"],
      ]);
      assert.deepEqual(
        found('{"funds":[{"q":1,"r":1}]}', '{"funds":[{"p":1,"q":1},{"p":1,"r":1}]}'),
        ["answeredField", "answeredField"],
      );
      const deep = definitionWith({
        properties: { funds: { items: { properties: { p: { properties: { z: {} } } } } } },
      });
      const shown = '{"funds":[{"p":{"a":1}},{"p":{"b":1}}]}';
      assert.deepEqual(
        checkPayload('{"funds":[{"p":{"a":1,"b":1,"c":1}}]}', {
          ...only(["unknownField"], deep),
          seen: shown,
        }).map(keyOf),
        ["answeredField", "answeredField", "unknownField"],
      );
      for (const none of [undefined, "", "[1", "7"]) {
        assert.deepEqual(checkPayload(text, context(none)).map(keyOf), [
          ...["unknownField", "unknownField", "unknownField"],
        ]);
      }
    });
  });
});
