import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Settings } from "../../src/manifest";

/** By a constant or function of the file where the setting itself is not named in the test. */
type Effect = readonly [file: string, title: string, by?: string];

const SETTINGS_TEST = "test/integration/settings.long.test.ts";
const VARIANTS: Effect = [
  SETTINGS_TEST,
  "ports, prefix, tags, lifetimes, claim, proof key, rotation and callback ports",
];
const SWITCHED_OFF: Effect = [SETTINGS_TEST, "reading of pensions and discovery switched off"];

/** The test that sets each setting in a real editor, and sees what it changes. */
const EFFECTS: Readonly<Record<keyof Settings, Effect>> = {
  "financialPlanning.list.pageSize": [
    SETTINGS_TEST,
    "pageSize is how many rows a list panel asks for",
  ],
  "financialPlanning.privacy.mask": [
    "test/integration/clients.long.test.ts",
    "are shown masked in privacy mode, and found by their real names",
  ],
  "financialPlanning.pension.files": [
    "test/integration/payloadPatterns.long.test.ts",
    "are none before, are some while it says so, and none after",
    "FILES",
  ],
  "financialPlanning.pension.checks": [
    "test/integration/payloadEditing.long.test.ts",
    "turns a check off for the user, and in the workspace where that has a say",
    "CHECKS",
  ],
  "financialPlanning.assistants.data": [
    "test/integration/assistants.test.ts",
    "tell data as it is where the user chose so, and nothing where it is off",
    "tell",
  ],
  "financialPlanning.network.attemptTimeout": [
    SETTINGS_TEST,
    "attemptTimeout ends an attempt that the service does not answer",
  ],
  "financialPlanning.network.actionTimeout": [
    SETTINGS_TEST,
    "actionTimeout ends an action, however long its attempt may take",
  ],
  "financialPlanning.network.bodyLimit": [
    "test/integration/network.long.test.ts",
    "saves an answer that is too large to a file, whole",
  ],
  "financialPlanning.network.concurrentRequests": [
    SETTINGS_TEST,
    "concurrentRequests is how many calls of a connection are on the wire at once",
  ],
  "financialPlanning.requests.keepBodies": [
    SETTINGS_TEST,
    "keepBodies keeps bodies on disk, encrypted, and forgets them when it is switched off",
  ],
  "financialPlanning.trace.send": [
    "test/integration/network.long.test.ts",
    "sends no trace id when told so, and speaks of none",
  ],
  "financialPlanning.trace.prefix": [
    "test/integration/network.long.test.ts",
    "begins trace ids with the prefix that is set",
  ],
  "financialPlanning.sandbox.servicePort": VARIANTS,
  "financialPlanning.sandbox.identityPort": VARIANTS,
  "financialPlanning.sandbox.resultsPrefix": VARIANTS,
  "financialPlanning.sandbox.pensionTags": VARIANTS,
  "financialPlanning.sandbox.tokenLifetime": VARIANTS,
  "financialPlanning.sandbox.consentSeconds": VARIANTS,
  "financialPlanning.sandbox.consentClaim": VARIANTS,
  "financialPlanning.sandbox.proofKey": VARIANTS,
  "financialPlanning.sandbox.refreshRotation": VARIANTS,
  "financialPlanning.sandbox.anyLoopbackPort": VARIANTS,
  "financialPlanning.sandbox.pensionReading": SWITCHED_OFF,
  "financialPlanning.sandbox.discovery": SWITCHED_OFF,
};

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
};

describe("effects of settings", () => {
  it("are tested of each setting of the manifest, and of no other", () => {
    const ids = manifest.contributes.configuration.flatMap(({ properties }) =>
      Object.keys(properties),
    );
    assert.deepEqual(Object.keys(EFFECTS).sort(), ids.sort());
  });

  for (const [id, [file, title, by]] of Object.entries(EFFECTS)) {
    it(`${id} is set in the test that is named`, () => {
      const text = readFileSync(file, "utf8");
      const test = blockAt(text, `it\\("${title}"`);
      const name = id.replace("financialPlanning.", "");
      const named =
        by === undefined ? test : blockAt(text, `(const|function|async function) ${by}\\b`);
      assert.ok(named.includes(name), `${file}: ${title} sets no ${id}`);
      assert.ok(test.includes(by ?? name), `${file}: ${title} uses no ${by ?? name}`);
    });
  }
});

/** The statement that begins like this, as it is laid out: to the line that ends it at its indent. */
function blockAt(text: string, beginning: string): string {
  const [block] = new RegExp(`^( *)${beginning}(.*;$|[^]*?^\\1[})].*$)`, "m").exec(text) ?? [];
  assert.ok(block, beginning);
  return block;
}
