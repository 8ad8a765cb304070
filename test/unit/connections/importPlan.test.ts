import assert from "node:assert/strict";
import fc from "fast-check";
import type { Connection } from "../../../src/core/connection";
import { describeImport } from "../../../src/core/connections/fileTexts";
import { planImport } from "../../../src/core/connections/importPlan";
import {
  readConnectionFile,
  writeConnectionFile,
} from "../../../src/core/connections/connectionFile";
import { aConnection } from "../../fakes/connection";
import { connections } from "./drafts";
import { t } from "./words";

const A = aConnection({ id: "a", label: "Acme" });
const B = aConnection({ id: "b", label: "Beta" });

/** What is stored after an import. */
function carryOut(list: readonly Connection[], stored: readonly Connection[]): Connection[] {
  const changes = planImport(list, { stored, reserved: ["Sandbox"] });
  const left = stored.map(
    (one) => changes.find(({ connection }) => connection.id === one.id)?.connection ?? one,
  );
  const added = changes.filter(({ kind }) => kind === "added").map(({ connection }) => connection);
  return [...left, ...added];
}

const kinds = (list: readonly Connection[], stored: readonly Connection[]): readonly string[] =>
  planImport(list, { stored, reserved: ["Sandbox"] }).map(({ kind }) => kind);

describe("the plan of an import", () => {
  it("tells new, changed and unchanged connections by their ids", () => {
    const changed = { ...B, scopes: ["other"], prefixes: { ...B.prefixes, crm: "" } };
    const added = aConnection({ id: "c", label: "Gamma" });
    const changes = planImport([A, changed, added], { stored: [A, B], reserved: [] });
    assert.deepEqual(
      changes.map(({ kind, fields }) => [kind, fields]),
      [
        ["unchanged", []],
        ["updated", ["prefixes", "scopes"]],
        ["added", []],
      ],
    );
    assert.deepEqual(describeImport(changes, t), [
      "Changed: Beta (path prefixes, scopes).",
      "New: Gamma, https://service.example.",
    ]);
  });

  it("gives a number to a label that another connection has", () => {
    const stored = [A, aConnection({ id: "b", label: "acme (2)" })];
    const [change] = planImport([aConnection({ id: "c", label: "Acme" })], {
      stored,
      reserved: [],
    });
    assert.deepEqual([change?.connection.label, change?.renamedFrom], ["Acme (3)", "Acme"]);
    assert.deepEqual(describeImport([change!], t), [
      "New: Acme (3), https://service.example. There is another 'Acme'.",
    ]);
  });

  it("keeps labels within their length, and characters whole", () => {
    const label = `${"x".repeat(55)}😀${"y".repeat(3)}`;
    const stored = [aConnection({ id: "a", label })];
    const [change] = planImport([aConnection({ id: "b", label })], { stored, reserved: [] });
    assert.equal(change?.connection.label, `${"x".repeat(55)} (2)`);
  });

  it("takes no label of a connection that is not stored", () => {
    const [change] = planImport([{ ...A, label: "Sandbox" }], {
      stored: [],
      reserved: ["Sandbox"],
    });
    assert.equal(change?.connection.label, "Sandbox (2)");
  });

  it("lets two connections change labels with each other", () => {
    const swapped = [
      { ...A, label: "Beta" },
      { ...B, label: "Acme" },
    ];
    assert.deepEqual(kinds(swapped, [A, B]), ["updated", "updated"]);
    assert.deepEqual(carryOut(swapped, [A, B]), swapped);
  });

  it("says when an update leads elsewhere", () => {
    const list = [
      { ...A, authUrl: "https://other.example" },
      { ...B, baseUrl: `${B.baseUrl}/root` },
    ];
    const changes = planImport(list, { stored: [A, B], reserved: [] });
    assert.deepEqual(
      changes.map(({ isElsewhere }) => isElsewhere),
      [true, false],
    );
    assert.match(describeImport(changes, t)[0] ?? "", /its secrets are asked for again/);
  });

  it("carried out and planned again changes nothing", () => {
    const few = fc.constantFrom("Acme", "acme", "Sandbox", "Acme (2)", "x".repeat(60));
    const some = fc.uniqueArray(
      fc
        .tuple(connections, few, fc.constantFrom("a", "b", "c", "d", "e"))
        .map(([connection, label, id]) => ({ ...connection, label, id })),
      { selector: ({ id }) => id, maxLength: 4 },
    );
    fc.assert(
      fc.property(some, some, (list, before) => {
        const stored = carryOut(before, []);
        const after = carryOut(list, stored);
        assert.ok(kinds(list, after).every((kind) => kind === "unchanged"));
        assert.deepEqual(carryOut(list, after), after);
        const labels = after.map(({ label }) => label.toLowerCase());
        assert.equal(new Set(labels).size, labels.length);
        const exported = readConnectionFile(writeConnectionFile(after)).connections;
        assert.ok(kinds(exported, after).every((kind) => kind === "unchanged"));
        assert.equal(exported.length, after.length);
      }),
    );
  });
});
