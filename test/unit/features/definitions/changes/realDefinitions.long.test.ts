import assert from "node:assert/strict";
import { compareDefinitions } from "../../../../../src/features/definitions/common/changes/compareDefinitions";
import {
  changesAsMarkdown,
  changeSentence,
  summaryOf,
} from "../../../../../src/features/definitions/texts/changeTexts";
import { fillText } from "../../../../../src/platform/base/texts";
import { IS_LONG } from "../../../../fakes/runs";
import { DEFINITION } from "../../../platform/http/support/bench";
import {
  LARGE_DOCUMENT,
  line,
  providerDocument,
  realDocument,
  TRIED_DOCUMENTS,
} from "../support/definitions";

const WORDS = { t: fillText, language: "en" };

interface Document {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, { required?: string[]; properties?: object }> };
}

describe("changes of real definitions", () => {
  for (const path of TRIED_DOCUMENTS) {
    it(`finds none between ${path} and itself, members in another order`, () => {
      const text = realDocument(path);
      const turned = JSON.stringify(JSON.parse(text), turnedMembers);
      assert.deepEqual(compareDefinitions(text, turned, "/none/v1"), []);
    });
  }

  it("finds the changes of a large one, each where it is met, in bounded work", () => {
    const before = realDocument(LARGE_DOCUMENT);
    const document = JSON.parse(before) as Document;
    const [firstPath = ""] = Object.keys(document.paths);
    document.paths = Object.fromEntries(
      Object.entries(document.paths).filter(([path]) => path !== firstPath),
    );
    for (const schema of Object.values(document.components.schemas)) {
      if (schema.properties !== undefined) {
        schema.properties = { addedToAll: { type: "string" }, ...schema.properties };
        schema.required = [...(schema.required ?? []), "addedToAll"];
      }
    }
    const changes = compareDefinitions(before, JSON.stringify(document), "");
    const removed = changes.filter(({ kind }) => kind === "operationRemoved");
    assert.ok(removed.length > 0);
    assert.ok(removed.every(({ operation }) => operation.endsWith(` ${firstPath}`)));
    const others = changes.filter(({ kind }) => kind !== "operationRemoved");
    assert.ok(others.length > (IS_LONG ? 1_000 : 500), String(others.length));
    assert.ok(others.every((change) => change.place?.path.endsWith("addedToAll") === true));
    assert.ok(others.every(({ place, breaking }) => breaking === (place?.part === "request")));
  });

  it("finds what two versions of the sandbox's provider differ in, in words", () => {
    const changes = compareDefinitions(
      providerDocument("finances.yaml"),
      providerDocument("finances-2026-2.json"),
      "/finances/v1",
    );
    const told = changes.map((change) => changeSentence(change, fillText));
    const put = changes.filter(({ operation }) => operation.startsWith("PUT "));
    assert.deepEqual(put.slice(0, 3).map(line), [
      "!requiredAdded planNumber",
      "!valuesRemoved pensionType stakeholder→",
      "!limitChanged notes →maxLength 500",
    ]);
    assert.ok(told.includes("`planNumber` is now required in the request."));
    assert.ok(told.includes("`pensionType` may no longer be `stakeholder` in the request."));
    assert.equal(new Set(told.filter((sentence) => sentence.includes("{"))).size, 0);
    const isBreaking = changes.map(({ breaking }) => breaking);
    assert.deepEqual(
      isBreaking,
      [...isBreaking].sort((one, other) => +other - +one),
    );
    const markdown = changesAsMarkdown(changes, "Finances", WORDS);
    assert.ok(markdown.startsWith(`# Finances\n\n${summaryOf(changes, WORDS)}.\n\n## \`GET `));
    assert.equal(markdown.match(/^- /gm)?.length, changes.length);
    assert.equal(
      markdown.match(/^- \*\*Breaking:\*\* /gm)?.length,
      changes.filter(({ breaking }) => breaking).length,
    );
  });

  it("finds what a provider's document says of the endpoints of our description", () => {
    const domains = [
      ["/crm/v1", "crm", "crm.json", ["GET /clients", "GET /clients/{clientId}"], 0],
      ["/finances/v1", "finances", "finances.yaml", ["GET /clients/{clientId}/holdings"], 0],
      ["/profiling/v1", "profiling", "profiling.yaml", ["GET /clients/{clientId}/results"], 0],
    ] as const;
    for (const [prefix, domain, name, operations, gone] of domains) {
      const changes = compareDefinitions(describedBy(domain), providerDocument(name), prefix);
      const whole = operations.filter((operation) =>
        changes.some(
          (change) => change.operation === operation && change.kind === "operationAdded",
        ),
      );
      assert.deepEqual(whole, []);
      assert.equal(changes.filter(({ kind }) => kind === "operationRemoved").length, gone, name);
      assert.ok(changes.some(({ kind }) => kind === "operationAdded") || domain === "crm");
    }
  });

  it("counts in words", () => {
    const change = { kind: "operationRemoved", breaking: true, operation: "GET /a" } as const;
    const other = { kind: "operationAdded", breaking: false, operation: "GET /b" } as const;
    const said = [[], [change], [change, change], [other], [other, other], [change, other, other]];
    assert.deepEqual(
      said.map((changes) => summaryOf(changes, WORDS)),
      [
        "No changes for those who call it",
        "Breaking changes: 1, other changes: 0, endpoints: 1",
        "Breaking changes: 2, other changes: 0, endpoints: 1",
        "Breaking changes: 0, other changes: 1, endpoints: 1",
        "Breaking changes: 0, other changes: 2, endpoints: 1",
        "Breaking changes: 1, other changes: 2, endpoints: 2",
      ],
    );
  });

  it("lets no name write lines of its own", () => {
    const path = "a`\n\n# Approved\u202e";
    const sentence = changeSentence(
      {
        ...{ kind: "fieldRemoved", breaking: true, operation: "GET /" },
        place: { part: "response", path, status: "200" },
      },
      fillText,
    );
    assert.equal(sentence, "`a # Approved` is gone in the answer 200.");
  });
});

/** Our own description, as far as it is about a domain. */
function describedBy(domain: string): string {
  const document = JSON.parse(DEFINITION) as { paths: Record<string, Record<string, object>> };
  const paths = Object.entries(document.paths).filter(([, item]) =>
    JSON.stringify(item).includes(`"x-domain":"${domain}"`),
  );
  return JSON.stringify({ ...document, paths: Object.fromEntries(paths) });
}

/** The same object, members from the last to the first. */
function turnedMembers(_name: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).reverse())
    : value;
}
