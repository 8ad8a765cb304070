import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import {
  CONNECTION_FILE_SUFFIX,
  LONGEST_FILE,
  readConnectionFile,
  writeConnectionFile,
} from "../../../../src/features/connections/common/connectionFile";
import { CHOICES } from "../../../../src/features/connections/common/checkDraft";
import { connectionBase } from "../../../../src/features/connections/common/draft";
import {
  FIELD_NAMES,
  FILE_FIELDS,
  looksSecret,
} from "../../../../src/features/connections/common/fileFields";
import { describeFileFinding } from "../../../../src/features/connections/texts/fileTexts";
import { checkValue, type Schema } from "../../../../src/platform/service/definition/schema";
import { positionAt } from "../../../../src/platform/json/position";
import { aConnection } from "../../../fakes/connection";
import { runs } from "../../../fakes/runs";
import { connections } from "./drafts";
import { WORDS } from "./words";

type Member = Readonly<Record<string, unknown>>;

const WHOLE: Member = {
  ...{ id: "acme-1", label: "Acme", environment: "development", accessModel: "userPresent" },
  ...{ baseUrl: "https://service.example", authUrl: "https://identity.example" },
  ...{ clientId: "acme", scopes: ["openid", "crm.read"], callbackUrl: "http://127.0.0.1/cb" },
  tokenParameters: [{ name: "audience", value: "https://x.example/" }],
};

const PAIR = ["parameterPair", "{", "tokenParameters[0]"] as const;

const fileOf = (...members: readonly Member[]): string =>
  JSON.stringify({ version: 1, connections: members }, undefined, 2);

describe("a file of connections", () => {
  it("gives back what was written, and holds nothing else", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(connections, { selector: ({ label }) => label, maxLength: 4 }),
        (list) => {
          const text = writeConnectionFile(list);
          const read = readConnectionFile(text);
          const isOneLabel = read.problems.every(({ code }) => code === "labelTaken");
          assert.ok(isOneLabel, JSON.stringify(read.problems));
          if (read.problems.length === 0) {
            assert.deepEqual([read.connections, read.warnings], [list, []]);
          }
        },
      ),
    );
  });

  it("says nothing that a connection does not know of, in an order that stays", () => {
    assert.equal(
      writeConnectionFile([aConnection({ tokenParameters: [["a", "b"]], pageSize: 50 })]),
      `{
  "version": 1,
  "connections": [
    {
      "id": "connection-1",
      "label": "Acme development",
      "environment": "development",
      "baseUrl": "https://service.example",
      "prefixes": {
        "crm": "/crm/v1",
        "finances": "/finances/v1",
        "profiling": "/profiling/v1"
      },
      "authUrl": "https://identity.example",
      "accessModel": "serviceAccount",
      "clientId": "acme-service",
      "clientAuthentication": "post",
      "scopes": [
        "crm.read",
        "finances.read"
      ],
      "tokenParameters": [
        {
          "name": "a",
          "value": "b"
        }
      ],
      "callbackUrl": "",
      "responseType": "code",
      "proofKey": "auto",
      "consentEndClaim": "",
      "pageSize": 50,
      "networking": "own",
      "authenticationStatuses": []
    }
  ]
}
`,
    );
  });

  it("fills in what may be absent", () => {
    const { id, label, baseUrl, authUrl, clientId } = WHOLE as Record<string, string>;
    const text = fileOf({ id, label, baseUrl, authUrl, clientId, accessModel: "serviceAccount" });
    const { connections: read, problems } = readConnectionFile(`\n${text}`);
    assert.deepEqual(problems, []);
    assert.deepEqual(read, [{ ...connectionBase(), id, label, baseUrl, authUrl, clientId }]);
    assert.equal(read[0]?.environment, "production");
  });

  it("warns of members that are not known, and says where", () => {
    const text = fileOf({ ...WHOLE, note: { by: ["me"] }, prefixes: { crm: "/c", other: "/o" } });
    const { connections: read, problems, warnings } = readConnectionFile(text);
    assert.deepEqual([read.length, problems], [1, []]);
    assert.deepEqual(read[0]?.prefixes, { ...connectionBase().prefixes, crm: "/c" });
    assert.deepEqual(
      warnings.map(({ path, line, column }) => [path, line, column]),
      [
        ["connections[0].note", 23, 7],
        ["connections[0].prefixes.other", 30, 9],
      ],
    );
    assert.equal(
      describeFileFinding(warnings[0]!, WORDS),
      "'note' is not a known field and is left out. Check its spelling, or remove it.",
    );
  });

  type Case = readonly [name: string, text: string, path: string, code: string, at: string];
  /** One member of a connection that does not fit; its problem is there, or at `path`. */
  const wrong = (change: Member, code: string, at: string, path?: string): Case => {
    const [name = ""] = Object.keys(change);
    const text = fileOf({ ...WHOLE, ...change });
    return [JSON.stringify(change), text, `connections[0].${path ?? name}`, code, at];
  };
  const without = (name: string): Member =>
    Object.fromEntries(Object.entries(WHOLE).filter(([key]) => key !== name));

  const twice = '{"version": 1, "version": 1, "connections": []}';
  const cases: readonly Case[] = [
    ["nothing", "", "", "fileSyntax", ""],
    ["no JSON", '{"version": 1,}', "", "fileSyntax", "}"],
    ["a comment", '{"version": 1 /* one */}', "", "fileSyntax", "/* one */"],
    ["a deep one", "[".repeat(600), "", "fileSyntax", "["],
    ["a list", "[]", "", "fileType", "[]"],
    ["no version", '{"connections": []}', "", "fileMissing", "{"],
    ["another version", '{"version": 2, "connections": []}', "version", "fileVersion", "2"],
    ["no connections", '{"version": 1}', "", "fileMissing", "{"],
    ["one connection", '{"version": 1, "connections": {}}', "connections", "fileType", "{}"],
    ["a number", '{"version": 1, "connections": [3]}', "connections[0]", "fileType", "3"],
    ["a member twice", twice, "version", "fileTwice", '"version": 1, "c'],
    ["too many", fileOf(...Array<Member>(501).fill({})), "connections", "fileTooMany", "["],
    ["no id", fileOf(without("id")), "connections[0]", "fileMissing", "{"],
    ["no client id", fileOf(without("clientId")), "connections[0]", "fileMissing", "{"],
    [
      "an id twice",
      fileOf(WHOLE, { ...WHOLE, label: "B" }),
      "connections[1].id",
      "fileIdTwice",
      '"a',
    ],
    [
      "a label twice",
      fileOf(WHOLE, { ...WHOLE, id: "b" }),
      "connections[1].label",
      "labelTaken",
      '"A',
    ],
    wrong({ id: "a b" }, "fileId", '"a b"'),
    wrong({ id: "sandbox" }, "fileId", '"sandbox"'),
    wrong({ id: "constructor" }, "fileId", '"constructor"'),
    wrong({ id: "__proto__" }, "fileId", '"__proto__"'),
    wrong({ label: "" }, "labelMissing", '""'),
    wrong({ label: 3 }, "fileType", "3"),
    wrong({ label: null }, "fileType", "null"),
    wrong({ baseUrl: "http://service.example" }, "addressScheme", '"http://s'),
    wrong({ accessModel: "both" }, "fileChoice", '"both"'),
    wrong({ scopes: "a b" }, "fileType", '"a b"'),
    wrong({ scopes: ["a b"] }, "scopeFormat", '"a b"', "scopes[0]"),
    wrong({ scopes: ["a", "a"] }, "scopeTwice", "["),
    wrong({ prefixes: { crm: "crm" } }, "prefixFormat", '"crm"\n', "prefixes.crm"),
    wrong({ prefixes: [] }, "fileType", "[]"),
    wrong({ tokenParameters: [{ name: "a" }] }, "fileMissing", "{", "tokenParameters[0]"),
    wrong({ tokenParameters: [{ name: "a=b", value: "" }] }, ...PAIR),
    wrong({ tokenParameters: [{ name: "a", value: "b\nc=d" }] }, ...PAIR),
    wrong({ tokenParameters: [{ name: "scope", value: "d" }] }, "parameterStandard", "["),
    wrong({ callbackUrl: "https://x.example/?a" }, "callbackQuery", '"https://x'),
    wrong({ pageSize: 0 }, "pageSizeFormat", "0"),
    wrong({ pageSize: "50" }, "fileType", '"50"'),
    wrong({ authenticationStatuses: [200] }, "statusFormat", "["),
    wrong({ colour: "pink" }, "fileChoice", '"pink"'),
    wrong({ subscriptionKey: "k" }, "fileSecret", '"subscriptionKey"'),
    wrong({ x: [[{ "client-secret": "k" }]] }, "fileSecret", '"client-s', "x[0][0].client-secret"),
  ];
  for (const [name, text, path, code, at] of cases) {
    it(`${name}: ${code} at ${path === "" ? "the file" : path}`, () => {
      const { connections: read, problems } = readConnectionFile(text);
      assert.deepEqual(read, []);
      assert.deepEqual(
        problems.map((problem) => [problem.path, problem.code]),
        [[path, code]],
      );
      const [problem] = problems;
      assert.ok(text.slice(problem!.offset).startsWith(at), text.slice(problem!.offset));
      const { line, column } = problem!;
      assert.deepEqual({ line, column }, positionAt(text, problem!.offset));
      assert.match(describeFileFinding(problem!, WORDS), /^\S.*\.$/);
    });
  }

  it("tells of all that is wrong at once, of a hostile file not all", () => {
    const text = fileOf({ ...WHOLE, label: "", pageSize: 0, scopes: [1, "a b"], colour: "x" });
    const { problems } = readConnectionFile(text);
    assert.deepEqual(
      problems.map(({ path }) => path.slice("connections[0].".length)),
      ["scopes[0]", "scopes[1]", "colour"],
    );
    const hostile = fileOf(...Array.from({ length: 400 }, () => ({ password: 1 })));
    assert.equal(readConnectionFile(hostile).problems.length, 100);
    const long = readConnectionFile(" ".repeat(LONGEST_FILE + 1));
    assert.deepEqual(
      long.problems.map(({ code }) => code),
      ["fileTooLarge"],
    );
  });

  it("never repeats the value of what sounds like a secret", () => {
    const canary = "0f5c2a9e7b134d68a1c3e5f708192a3b";
    const text = fileOf({ ...WHOLE, apiKey: canary, deep: { token: canary, key: [canary] } });
    const { problems, warnings } = readConnectionFile(text);
    assert.equal(problems.length, 3);
    const words = problems.map((problem) => describeFileFinding(problem, WORDS));
    assert.equal(JSON.stringify([problems, warnings, words]).includes(canary), false);
  });

  it("knows a secret by its name, and its own members are none", () => {
    const names = ["subscription_key", "Ocp-Apim-Subscription-Key", "clientSecret", "access_token"];
    for (const name of [...names, "refreshToken", "PASSWORD", "key", "id_token", "credentials"]) {
      assert.equal(looksSecret(name), true, name);
    }
    for (const name of [...FIELD_NAMES, "version", "note", "keyboard", "tokenLifetime"]) {
      assert.equal(looksSecret(name), false, name);
    }
  });

  it("never throws, whatever the text", () => {
    const mutated = fc
      .tuple(fc.nat(600), fc.nat(20), fc.string({ unit: "binary", maxLength: 6 }))
      .map(([at, length, put]) => {
        const text = fileOf(WHOLE);
        return text.slice(0, at) + put + text.slice(at + length);
      });
    const values = fc.record({ version: fc.constant(1), connections: fc.array(fc.object()) });
    const texts = fc.oneof(
      mutated,
      fc.json(),
      values.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { connections: read, problems, warnings } = readConnectionFile(text);
        assert.ok(problems.length === 0 || read.length === 0);
        [...problems, ...warnings].forEach((finding) => describeFileFinding(finding, WORDS));
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe("the schema of the file", () => {
  const schema = JSON.parse(
    readFileSync("media/schemas/connections.schema.json", "utf8"),
  ) as Schema;
  const item = schema.properties!["connections"]!.items!;
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
    contributes: { jsonValidation: readonly { fileMatch: string; url: string }[] };
  };

  it("is contributed for files of this name", () => {
    const fileMatch = `*${CONNECTION_FILE_SUFFIX}`;
    assert.deepEqual(
      manifest.contributes.jsonValidation.filter((entry) => entry.fileMatch === fileMatch),
      [{ fileMatch, url: "./media/schemas/connections.schema.json" }],
    );
  });

  it("names the same members, choices and what is required", () => {
    assert.deepEqual(Object.keys(item.properties!), FIELD_NAMES);
    const required = FIELD_NAMES.filter((name) => FILE_FIELDS[name].isRequired);
    assert.deepEqual(item.required, required);
    for (const [name, { shape }] of Object.entries(FILE_FIELDS)) {
      const member = item.properties![name]!;
      const choices = shape.kind === "choice" ? shape.choices : undefined;
      assert.deepEqual(member.enum, choices, name);
      const base = Object.entries(connectionBase()).find(([key]) => key === name)?.[1];
      assert.ok(member.default === undefined || member.default === base, name);
    }
    assert.deepEqual(item.properties!["environment"]!.enum, CHOICES.environment);
  });

  it("takes what is exported", () => {
    fc.assert(
      fc.property(fc.array(connections, { maxLength: 3 }), (list) => {
        assert.deepEqual(checkValue(schema, JSON.parse(writeConnectionFile(list))), []);
      }),
    );
  });

  it("refuses what the code refuses by type, choice, form and absence", () => {
    const changes: readonly Member[] = [
      ...[{ id: "a b" }, { id: "sandbox" }, { label: "" }, { label: "x".repeat(61) }, { label: 1 }],
      ...[{ baseUrl: "ftp://x" }, { authUrl: "https://x/?a" }, { accessModel: "x" }],
      ...[{ prefixes: { crm: "x" } }, { prefixes: [] }, { clientId: "" }, { clientId: "a b" }],
      ...[{ scopes: "a" }, { scopes: ["a b"] }, { scopes: ['"'] }, { tokenParameters: [{}] }],
      ...[{ tokenParameters: [{ name: "a=b", value: "" }] }, { responseType: "x" }],
      ...[{ proofKey: "x" }, { environment: "x" }, { clientAuthentication: "x" }, { colour: "x" }],
      ...[{ networking: "x" }, { pageSize: 0 }, { pageSize: 1.5 }, { pageSize: 2 ** 53 }],
      ...[{ authenticationStatuses: [399] }, { authenticationStatuses: ["403"] }],
      ...[{ callbackUrl: 3 }, { consentEndClaim: 1 }],
    ];
    for (const change of changes) {
      const text = fileOf({ ...WHOLE, ...change });
      const name = Object.keys(change)[0]!;
      const [found] = checkValue(schema, JSON.parse(text));
      const [problem] = readConnectionFile(text).problems;
      assert.match(found?.path ?? "", new RegExp(`^connections\\[0\\]\\.${name}`), text);
      assert.match(problem?.path ?? "", new RegExp(`^connections\\[0\\]\\.${name}`), text);
    }
  });
});
