import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { ServiceAnswer } from "../../../../src/platform/service/client";
import { isAppError } from "../../../../src/platform/base/errors";
import { exactText, readPayload } from "../../../../src/features/pensions/common/payload";
import {
  isPensionId,
  payloadPath,
  stayingTarget,
  targetOfPath,
} from "../../../../src/features/pensions/common/target";
import { activeDefinition } from "../../../../src/features/definitions/common/activeDefinition";
import {
  payloadOfService,
  payloadTemplate,
} from "../../../../src/features/pensions/common/template";

const CLIENT = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

function refusal(text: string): string {
  try {
    readPayload(text);
  } catch (error) {
    assert.ok(isAppError(error));
    return `${error.code} ${String(error.values["line"])}:${String(error.values["column"])}`;
  }
  return "taken";
}

describe("readPayload", () => {
  for (const [text, expected] of [
    ['{ "a": 1 }', "taken"],
    ["{}", "taken"],
    ["", "payload/empty 1:1"],
    [" \n\t", "payload/empty 1:1"],
    ["[1]", "payload/notObject 1:1"],
    ["\n  null", "payload/notObject 2:3"],
    ['{ "a": }', "payload/syntax 1:8"],
    ['{ "a": 1, }', "payload/syntax 1:11"],
    ['{\n  // no\n  "a": 1 }', "payload/syntax 2:3"],
    ['{ "a": "\ud800" }', "payload/notUnicode 1:9"],
  ] as const) {
    it(`${JSON.stringify(text)}: ${expected}`, () => assert.equal(refusal(text), expected));
  }

  it("gives the bytes of the text, unchanged", () => {
    const text = '{ "a" : 1.10, "a": "é😀" }\r\n';
    assert.deepEqual(Buffer.from(readPayload(text).bytes), Buffer.from(text));
  });
});

describe("the text of an answer", () => {
  const answer = (exact: boolean, ...requestIds: readonly string[]): ServiceAnswer => {
    const action = { attempts: requestIds.map((requestId) => ({ requestId })) };
    return { encoding: { exact }, text: "{}", status: 200, action, body: "b" } as never;
  };

  it("is taken as it came", () => {
    assert.equal(exactText(answer(true, "one")), "{}");
  });

  it("is none in which bytes were replaced", () => {
    const refused = answer(false, "one", "two");
    const { action, body } = refused;
    assert.throws(() => exactText(refused), {
      ...{ code: "answer/notUtf8", kind: "answer", status: 200, action, body, requestId: "two" },
    });
    assert.throws(() => exactText(answer(false)), { code: "answer/notUtf8" });
  });
});

describe("targets", () => {
  it("are read from the path that payloadPath writes", () => {
    const target = { clientId: CLIENT, pensionId: "PEN-0042" };
    assert.deepEqual(targetOfPath(`/anywhere/at/all/${payloadPath(target)}`), target);
  });

  for (const path of [
    `/pensions/${CLIENT}/PEN-1.json`,
    `/pensions/not-a-uuid/PEN-1.pension.json`,
    `/pensions/${CLIENT}/.pension.json`,
    `/other/${CLIENT}/PEN-1.pension.json`,
    `/pensions/${CLIENT}/deeper/PEN-1.pension.json`,
    "PEN-1.pension.json",
    `pensions/${CLIENT}`,
    "pensions",
    "",
  ]) {
    it(`are not guessed from ${path}`, () => assert.equal(targetOfPath(path), undefined));
  }

  const [one, other, third] = ["PEN-1", "PEN-2", "PEN-3"].map((pensionId) => ({
    clientId: CLIENT,
    pensionId,
  }));
  const bound = { ...one!, connectionId: "acme" };
  for (const [what, renaming, expected] of [
    ["nothing known", { chosen: undefined, before: undefined, after: undefined }, undefined],
    ["a path that names nothing now", { chosen: undefined, before: one, after: undefined }, one],
    ["a path that names another", { chosen: undefined, before: one, after: other }, undefined],
    ["a choice", { chosen: one, before: undefined, after: other }, one],
    ["a choice against the path", { chosen: third, before: one, after: other }, third],
    [
      "a connection of the path's pension",
      { chosen: bound, before: one, after: other },
      { ...other, connectionId: "acme" },
    ],
    ["the same, away", { chosen: bound, before: one, after: undefined }, bound],
  ] as const) {
    it(`stay with a new name: ${what}`, () => assert.deepEqual(stayingTarget(renaming), expected));
  }

  it("make no path from what is no id", () => {
    for (const [clientId, pensionId] of [
      ["../../../../../etc", "PEN-9"],
      [`${CLIENT}/..`, "PEN-9"],
      ["", "PEN-9"],
      [CLIENT, ""],
      [CLIENT, "."],
      [CLIENT, ".."],
      [CLIENT, "a\ud800"],
      [CLIENT, "ü".repeat(40)],
    ] as const) {
      assert.throws(() => payloadPath({ clientId, pensionId }), { kind: "input" });
    }
  });

  const IDS = [
    ...["PEN-0042", "a.b_c~d", "_1", "-a", "~", "7", "x".repeat(200)],
    ...["a b", " ", "../PEN-9", "a/b", "a\\b", "a?b", "a#b", "100%", "%41", "%2e%2e", 'a:b*<>|"'],
    ...["é", "e\u0301", "ü", "年金", "😀", "a.", "...", ".hidden", "a\u0000\n", "a\u202eb", "'(!)"],
    ...["con", "NUL", "com1.x", "LPT9", "console"],
  ];

  for (const pensionId of IDS) {
    it(`keep any id, also ${JSON.stringify(pensionId)}, in a name that every disk takes`, () => {
      assert.ok(isPensionId(pensionId));
      for (const spelled of [false, pensionId.length < 60]) {
        const path = payloadPath({ clientId: CLIENT, pensionId }, spelled);
        assert.deepEqual(targetOfPath(`/x/${path}`), { clientId: CLIENT, pensionId });
        const name = path.slice(`pensions/${CLIENT}/`.length);
        assert.match(name, /^(?!\.)[A-Za-z0-9._~%-]+\.pension\.json$/);
        assert.doesNotMatch(name, /^(con|prn|aux|nul|com\d|lpt\d)\./i);
      }
    });
  }

  it("give ids that differ in capitals names that differ without them", () => {
    const names = ["PEN-a", "pen-a", "Pen-A", "ß", "SS"].map((pensionId) =>
      payloadPath({ clientId: CLIENT, pensionId }, true).toLowerCase(),
    );
    assert.equal(new Set(names).size, names.length);
  });

  it("stay those of files that were made before, and of names that are typed", () => {
    assert.ok(
      payloadPath({ clientId: CLIENT, pensionId: "PEN-0042" }).endsWith("/PEN-0042.pension.json"),
    );
    const device = payloadPath({ clientId: CLIENT, pensionId: "con.x" });
    assert.ok(device.endsWith("/%63on.x.pension.json"), "no more of it is encoded than it takes");
    const named = (name: string): string | undefined =>
      targetOfPath(`/pensions/${CLIENT}/${name}.pension.json`)?.pensionId;
    assert.equal(named("P 1"), "P 1");
    assert.equal(named("%C3%BC"), "ü");
    // A disk may write it otherwise than it was typed, and half an escape means nothing.
    for (const name of ["ü", "100%", "%ff", "..", "%2e", "%2E%2e"]) {
      assert.equal(named(name), undefined, name);
    }
  });
});

describe("templates", () => {
  const definition = readFileSync("media/service/financial-planning-open-api.json", "utf8");

  it("hold what a client may set, and nothing of the service's own", () => {
    const template = JSON.parse(payloadTemplate(definition)) as Record<string, unknown>;
    assert.equal(template["provider"], "Aviva");
    assert.ok(Array.isArray(template["contributions"]));
    for (const name of ["clientId", "pensionId", "lastUpdated"]) {
      assert.ok(!(name in template), name);
    }
  });

  it("of the service's version keep values to the digit, and unknown fields", () => {
    const text = `{"pensionId":"P","clientId":"${CLIENT}","value":1204.3300,"x":{"b":1e2,"1":"\\u00e9"},"lastUpdated":"now"}`;
    const payload = payloadOfService(text, definition);
    assert.equal(
      payload,
      '{\n  "value": 1204.3300,\n  "x": {\n    "b": 1e2,\n    "1": "\\u00e9"\n  }\n}\n',
    );
  });

  it("of the service's version are what came where that is no object", () => {
    for (const text of ["[1,2]", '"lastUpdated"', "", "<html>"]) {
      assert.equal(payloadOfService(text, definition), text);
    }
  });

  it("of the service's version hold nothing that a provider marks in the answer alone", () => {
    const file = "media/service/provider/finances-2026-2.json";
    const document = readFileSync(file, "utf8");
    const active = activeDefinition(definition, [{ domain: "finances", document }]);
    const text = `{"pensionId":"P","clientId":"${CLIENT}","provider":"Aviva","x":1,"lastUpdated":"now"}`;
    assert.deepEqual(JSON.parse(payloadOfService(text, active)), { provider: "Aviva", x: 1 });
  });
});
