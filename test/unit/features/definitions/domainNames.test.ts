import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import type {
  ActiveVersions,
  StoredDefinition,
} from "../../../../src/features/definitions/common/imports/stored";
import { createDomainNames } from "../../../../src/features/definitions/host/domainNames";

const PLANS: StoredDefinition = {
  ...{ id: "1", domain: "finances", title: "Plans", version: "1", openapi: "3.1.0" },
  ...{ source: { kind: "clipboard", name: "" }, importedAt: 0, hash: "1", bytes: 1 },
  ...{ operations: 1, notes: [] },
};

describe("what the tree says of the definition that a domain follows", () => {
  it("is told once it was read, and where it changed alone: the tree is drawn anew for it", async () => {
    let active: ActiveVersions = {};
    const listeners: (() => void)[] = [];
    const names = createDomainNames(
      {
        active: () => Promise.resolve(active),
        onDidChange: (listener) => {
          listeners.push(listener);
          return { dispose: () => undefined };
        },
      },
      "en",
    );
    let told = 0;
    names.onDidChange(() => told++);
    const change = async (): Promise<void> => {
      listeners.forEach((listener) => listener());
      await turn();
    };
    assert.equal(names.domainDescription("acme", "finances"), undefined);
    await turn();
    assert.equal(told, 0, "nothing but the built-in description");
    active = { finances: PLANS };
    await change();
    assert.equal(told, 1);
    assert.match(names.domainDescription("acme", "finances")?.tooltip ?? "", /^Uses Plans 1, /);
    await change();
    assert.equal(told, 1);
    names.dispose();
  });
});
