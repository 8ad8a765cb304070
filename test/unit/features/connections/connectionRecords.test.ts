import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Connection } from "../../../../src/platform/base/connection";
import {
  decodeConnection,
  encodeConnection,
  newConnectionId,
} from "../../../../src/features/connections/common/connectionRecord";
import {
  freeLabel,
  readRecords,
  recordsIn,
  type StoredRecords,
  withMoved,
  withRemoved,
  withSaved,
} from "../../../../src/features/connections/common/connectionRecords";
import { aConnection } from "../../../fakes/connection";

/** As the editor's state gives back what it was given. */
function stored(...connections: readonly Connection[]): unknown[] {
  return JSON.parse(JSON.stringify(connections.map(encodeConnection))) as unknown[];
}

const named = (...ids: readonly string[]): Connection[] => ids.map((id) => aConnection({ id }));
const idsIn = (records: StoredRecords): string[] =>
  readRecords(records).connections.map(({ id }) => id);

const LATER = { version: 2, connection: { id: "b" }, more: true };
const DAMAGED = "not a record";

describe("a stored connection", () => {
  it("comes back as it was", () => {
    for (const change of [
      {},
      { pageSize: 50, colour: "red", accessModel: "delegation", consentEndClaim: "ends" },
      { tokenParameters: [["audience", "x"]], authenticationStatuses: [403, 440] },
    ] as const satisfies readonly Partial<Connection>[]) {
      const connection = aConnection(change);
      assert.deepEqual(decodeConnection(stored(connection)[0]), connection);
    }
  });

  const broken: readonly (readonly [what: string, record: unknown])[] = [
    ...[undefined, null, 7, "x", [], {}, { version: 1 }].map(
      (record) => [inspect(record), record] as const,
    ),
    ["a later version", LATER],
    ...(
      [
        ["id", "sandbox"],
        ["id", "a/b"],
        ["id", ""],
        ["label", 3],
        ["environment", "staging"],
        ["baseUrl", "no address"],
        ["authUrl", undefined],
        ["prefixes", { crm: "/crm" }],
        ["prefixes", null],
        ["accessModel", "implicit"],
        ["clientId", null],
        ["clientAuthentication", "none"],
        ["scopes", "crm.read"],
        ["scopes", [1]],
        ["tokenParameters", [["one"]]],
        ["callbackUrl", {}],
        ["responseType", "token"],
        ["proofKey", true],
        ["consentEndClaim", 1],
        ["pageSize", 0],
        ["pageSize", 2.5],
        ["colour", "pink"],
        ["networking", "none"],
        ["authenticationStatuses", ["401"]],
      ] as const
    ).map(([field, value]) => {
      const record = { version: 1, connection: { ...aConnection(), [field]: value } };
      return [`${field} ${JSON.stringify(value)}`, record] as const;
    }),
  ];
  for (const [what, record] of broken) {
    it(`is left out with ${what}`, () => assert.equal(decodeConnection(record), undefined));
  }

  it("holds what it knows and nothing more", () => {
    const record = { version: 1, connection: { ...aConnection(), clientSecret: "x" } };
    assert.deepEqual(decodeConnection(record), aConnection());
  });

  it("gets an id that can be part of keys", () => {
    const id = newConnectionId();
    assert.ok(decodeConnection(encodeConnection(aConnection({ id }))));
    assert.notEqual(newConnectionId(), id);
  });
});

describe("the stored list", () => {
  it("leaves out what cannot be read, and keeps it in its place through every change", () => {
    const [a, c] = stored(...named("a", "c"));
    const records = [a, LATER, DAMAGED, c];
    assert.deepEqual(readRecords(records), {
      connections: named("a", "c"),
      unreadable: 2,
    });
    const changed = aConnection({ id: "a", label: "Other" });
    const results = [
      withSaved(records, changed),
      withSaved(records, aConnection({ id: "d" })),
      withRemoved(records, "a"),
      withMoved(records, "a", 1),
    ];
    for (const result of results) {
      assert.deepEqual(
        result.filter((record) => record === LATER || record === DAMAGED),
        [LATER, DAMAGED],
      );
    }
    assert.deepEqual(results.map(idsIn), [["a", "c"], ["a", "c", "d"], ["c"], ["c", "a"]]);
    assert.equal(readRecords(results[0]!).connections[0]!.label, "Other");
  });

  it("keeps something else than a list as a record that cannot be read", () => {
    assert.deepEqual(recordsIn(undefined), []);
    const odd = { from: "elsewhere" };
    assert.deepEqual(withSaved(recordsIn(odd), aConnection({ id: "a" }))[0], odd);
  });

  it("takes the first of two with one id, and removes only that", () => {
    const [first] = stored(aConnection({ id: "a", label: "First" }));
    const [second] = stored(aConnection({ id: "a", label: "Second" }));
    const { connections, unreadable } = readRecords([first, second]);
    assert.deepEqual([connections.map(({ label }) => label), unreadable], [["First"], 1]);
    assert.deepEqual(withRemoved([first, second], "a"), [second]);
  });

  it("puts a copy behind its original", () => {
    const records = withSaved(stored(...named("a", "b")), aConnection({ id: "c" }), "a");
    assert.deepEqual(idsIn(records), ["a", "c", "b"]);
  });

  it("moves within its ends", () => {
    const records = stored(...named("a", "b", "c"));
    const moved = (id: string, by: number): string => idsIn(withMoved(records, id, by)).join("");
    assert.deepEqual(
      [moved("a", 1), moved("c", -1), moved("a", -1), moved("c", 5), moved("c", -9)],
      ["bac", "acb", "abc", "abc", "cab"],
    );
    assert.equal(withMoved(records, "x", 1), records);
  });
});

describe("the label of a copy", () => {
  it("is one that is free", () => {
    assert.equal(freeLabel("Acme", []), "Acme");
    assert.equal(freeLabel("Acme", ["Acme"]), "Acme (2)");
    assert.equal(freeLabel("Acme (2)", ["Acme", "Acme (2)"]), "Acme (3)");
  });

  it("is free for people too, and no longer than a label may be", () => {
    assert.equal(freeLabel("Acme", ["ACME"]), "Acme (2)");
    const long = "x".repeat(60);
    assert.equal(freeLabel(long, [long]), `${"x".repeat(56)} (2)`);
  });
});
