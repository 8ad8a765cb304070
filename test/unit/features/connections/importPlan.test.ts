import assert from "node:assert/strict";
import fc from "fast-check";
import type { Connection } from "../../../../src/platform/base/connection";
import { confirmImport } from "../../../../src/features/connections/common/confirmImport";
import {
  describeAdditions,
  describeUpdates,
} from "../../../../src/features/connections/texts/importTexts";
import { planImport } from "../../../../src/features/connections/common/importPlan";
import {
  readConnectionFile,
  writeConnectionFile,
} from "../../../../src/features/connections/common/connectionFile";
import { aConnection } from "../../../fakes/connection";
import { connections } from "./drafts";
import { t, WORDS } from "./words";

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
      changes.map(({ kind, edits }) => [kind, edits.map(({ field }) => field)]),
      [
        ["unchanged", []],
        ["updated", ["crmPrefix", "scopes"]],
        ["added", []],
      ],
    );
    assert.deepEqual(describeUpdates(changes, t), [
      "Changed: Beta.",
      "    path prefix of client records: /crm/v1 → empty",
      "    scopes: crm.read finances.read → other",
    ]);
    assert.deepEqual(describeAdditions(changes, t), [
      "New: Gamma, Development, https://service.example.",
    ]);
  });

  it("gives a number to a label that another connection has", () => {
    const stored = [A, aConnection({ id: "b", label: "acme (2)" })];
    const [change] = planImport([aConnection({ id: "c", label: "Acme" })], {
      stored,
      reserved: [],
    });
    assert.deepEqual([change?.connection.label, change?.renamedFrom], ["Acme (3)", "Acme"]);
    assert.deepEqual(describeAdditions([change!], t), [
      "New: Acme (3), Development, https://service.example. The label 'Acme' is already used.",
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
    assert.match(describeUpdates(changes, t)[0] ?? "", /its secrets are asked for again/);
  });

  it("shows where long values differ", () => {
    const long = `https://service.example/${"a".repeat(400)}`;
    const stored = { ...A, baseUrl: `${long}/one/${"b".repeat(400)}` };
    const changed = { ...A, baseUrl: `${long}/two/${"b".repeat(400)}` };
    const words = describeUpdates(planImport([changed], { stored: [stored], reserved: [] }), t);
    const [from = "", to = ""] = words[1]?.split(" → ") ?? [];
    assert.match(from, /^ {4}base URL: https:\/\/service\.example\/a+…a+\/one\/b+…$/);
    assert.match(to, /^https:\/\/service\.example\/a+…a+\/two\/b+…$/);
    assert.ok(from.length + to.length < 700);
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

describe("the consent to an import", () => {
  const live = aConnection({ id: "a", label: "Acme live", environment: "production" });

  /** Asks by a script of answers; gives what was asked and what came of it. */
  async function confirm(
    connections: readonly Connection[],
    stored: readonly Connection[],
    answer: (question: string) => boolean = () => true,
  ) {
    const asked: { message: string; detail: string }[] = [];
    const confirmed = await confirmImport({
      ...{ connections, warnings: [], ...WORDS },
      ground: () => ({ stored, reserved: [] }),
      ask: (question) => {
        asked.push(question);
        return Promise.resolve(answer(question.message));
      },
    });
    return { asked, confirmed, messages: asked.map(({ message }) => message) };
  }

  const cases: readonly (readonly [string, Partial<Connection>, RegExp, RegExp])[] = [
    ["Development", { environment: "development" }, /from Production/, /PRODUCTION → Development/],
    [
      "a base URL",
      { baseUrl: "https://other.example" },
      /^Change the base URL of/,
      /→ https:\/\/other/,
    ],
    ["a path", { baseUrl: `${live.baseUrl}/x` }, /^Change the base URL of/, /token are sent there/],
    [
      "a provider",
      { authUrl: "https://o.example" },
      /^Change the identity provider of/,
      /enter them again/,
    ],
    [
      "a tenant",
      { authUrl: `${live.authUrl}/t` },
      /^Change the identity provider of/,
      /sent there/,
    ],
    ["no PKCE", { proofKey: "off" }, /^Lower the PKCE protection of/, /PKCE: Automatic → Off/],
  ];
  for (const [name, change, question, detail] of cases) {
    it(`asks for ${name} by itself, and a no leaves the connection alone`, async () => {
      const list = [{ ...live, ...change, label: "Other" }, B];
      const yes = await confirm(list, [live]);
      assert.match(yes.messages[1] ?? "", question);
      assert.match(yes.messages[1] ?? "", /'Acme live'/);
      assert.match(yes.asked[1]?.detail ?? "", detail);
      assert.equal(yes.messages.length, 2);
      assert.equal(yes.confirmed?.changes.length, 2);
      const no = await confirm(list, [live], (asked) => !question.test(asked));
      assert.deepEqual(
        [no.confirmed?.changes.map(({ connection }) => connection), no.confirmed?.declined],
        [[B], 1],
      );
    });
  }

  it("asks nothing more for what takes no care away", async () => {
    const careful = { ...live, environment: "production", proofKey: "required" } as const;
    const dev = aConnection({ ...live, environment: "development" });
    const { messages } = await confirm([careful], [dev]);
    assert.deepEqual(messages, ["Import 1 connection?"]);
  });

  it("asks for another callback by itself, where sign-ins come back to one", async () => {
    const callbackUrl = "https://app.example/callback";
    const user = aConnection({ ...live, accessModel: "userPresent", callbackUrl });
    const elsewhere = { ...user, callbackUrl: "https://elsewhere.example/callback" };
    const { messages, asked } = await confirm([elsewhere], [user]);
    assert.match(messages[1] ?? "", /^Change the callback URL of 'Acme live'\?$/);
    assert.match(asked[1]?.detail ?? "", /app\.example\/callback → https:\/\/elsewhere\.example/);
    const account = { ...user, accessModel: "serviceAccount", callbackUrl: "" } as const;
    assert.equal((await confirm([account], [user])).messages.length, 1);
    assert.equal((await confirm([user], [account])).messages.length, 1);
  });

  it("shows every change of what is stored, before what is new", async () => {
    const stored = Array.from({ length: 20 }, (_, at) =>
      aConnection({ id: `s${at}`, label: `S${at}` }),
    );
    const changed = stored.map((one) => ({ ...one, clientId: "other" }));
    const added = stored.map((one) => ({ ...one, id: `n${one.id}`, label: `N${one.label}` }));
    const { asked } = await confirm([...added, ...changed], stored);
    const lines = asked[0]?.detail.split("\n") ?? [];
    assert.equal(lines.filter((line) => line === "    client ID: acme-service → other").length, 20);
    assert.ok(lines.findIndex((line) => line.startsWith("New:")) >= 40);
    assert.ok(lines.includes("and 5 more."));
  });

  it("keeps the label of a connection that stays", async () => {
    const list = [
      { ...live, label: "Beta", baseUrl: "https://other.example" },
      { ...B, label: "Acme live" },
    ];
    const { confirmed } = await confirm(list, [live, B], (asked) => !/base URL/.test(asked));
    assert.deepEqual(
      confirmed?.changes.map(({ connection }) => connection.label),
      ["Acme live (2)"],
    );
  });

  it("asks anew when what is stored changes while it is asked", async () => {
    const dev = aConnection({ ...live, environment: "development" });
    let stored = dev;
    const asked: string[] = [];
    await confirmImport({
      ...{ connections: [{ ...dev, clientId: "other" }], warnings: [], ...WORDS },
      ground: () => ({ stored: [stored], reserved: [] }),
      ask: ({ message }) => {
        asked.push(message);
        stored = live;
        return Promise.resolve(true);
      },
    });
    assert.deepEqual(asked, [
      "Import 1 connection?",
      "Import 1 connection?",
      "Change the environment of 'Acme live' from Production?",
    ]);
  });
});
