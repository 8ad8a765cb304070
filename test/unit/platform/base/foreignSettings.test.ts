import assert from "node:assert/strict";
import {
  foldersNamedIn,
  settingsNamedIn,
  settingsOfSection,
} from "../../../../src/platform/base/foreignSettings";
import { nested, strayingSettings } from "../../../fakes/foreignSettings";

/** What a workspace may set. */
const USED = new Set(["financialPlanning.list.pageSize", "financialPlanning.pension.checks"]);
const NONE: ReadonlySet<string> = new Set();
const STRAYING = strayingSettings(1);
const OWN = Object.keys(STRAYING)
  .filter((id) => id.startsWith("financialPlanning."))
  .sort();

describe("the explorer's settings in a settings file", () => {
  const forms: readonly (readonly [form: string, file: unknown])[] = [
    ["flat", STRAYING],
    ["as objects in objects", nested(STRAYING)],
    ["half and half", { "financialPlanning.sandbox": nested(STRAYING)["financialPlanning"] }],
    ["for a language", { "[json]": STRAYING }],
    ["for two languages, as objects", { "[json][xml]": nested(STRAYING) }],
    ["in a workspace file", { folders: [{ path: "." }], settings: STRAYING }],
    ["in a workspace file, for a language", { settings: { "[json]": nested(STRAYING) } }],
  ];
  for (const [form, file] of forms) {
    it(`are found ${form}`, () => {
      const found = settingsNamedIn(
        `// comment\n${JSON.stringify(file).replace(/}$/, ",}")}`,
        USED,
      );
      if (form === "half and half") {
        assert.ok(found.includes("financialPlanning.sandbox.baseUrl"));
      } else {
        assert.deepEqual(found, OWN);
      }
    });
  }

  it("are those that a workspace may not set, and nobody else's", () => {
    const others = {
      "financialPlanning.list.pageSize": 50,
      financialPlanning: { list: { pageSize: 7 } },
      "financialPlanningX.y": 1,
      "financialPlanning.pension.checks": { uuid: "off" },
      "http.proxy": "x",
      "editor.tabSize": 2,
    };
    assert.deepEqual(settingsNamedIn(JSON.stringify(others), USED), []);
    assert.deepEqual(settingsNamedIn(JSON.stringify(others), NONE), [
      "financialPlanning.list.pageSize",
      "financialPlanning.pension.checks.uuid",
    ]);
    const empty = { "financialPlanning.trace": {}, "financialPlanning.trace.send": null };
    assert.deepEqual(settingsNamedIn(JSON.stringify(empty), USED), [
      "financialPlanning.trace",
      "financialPlanning.trace.send",
    ]);
  });

  it("are none in what is no settings file", () => {
    for (const text of ["", "nonsense", "[]", "3", "null", '"financialPlanning.x"', "{"]) {
      assert.deepEqual(settingsNamedIn(text, USED), []);
    }
  });

  it("are found in what the editor gives for the section", () => {
    assert.deepEqual(settingsOfSection(undefined, USED), []);
    assert.deepEqual(settingsOfSection({ list: { pageSize: 3 }, trace: { prefix: "x" } }, USED), [
      "financialPlanning.trace.prefix",
    ]);
  });
});

describe("the folders of a workspace file", () => {
  it("are named by a path or a URI", () => {
    const folders = [{ path: "a" }, { uri: "vscode-remote://x/b", name: "B" }, { path: "/c" }];
    const found = foldersNamedIn(`// comment\n${JSON.stringify({ folders }).replace(/}$/, ",}")}`);
    assert.deepEqual(found, [
      { form: "path", value: "a" },
      { form: "uri", value: "vscode-remote://x/b" },
      { form: "path", value: "/c" },
    ]);
  });

  it("are none where a file is none of a workspace", () => {
    for (const text of ["", "null", "[]", '{"folders":7}', '{"folders":[7,{"path":7},null]}']) {
      assert.deepEqual(foldersNamedIn(text), [], text);
    }
  });
});
