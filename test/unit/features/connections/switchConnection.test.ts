import assert from "node:assert/strict";
// First: it stands in for the editor.
import { workspace } from "../../../fakes/editorSurfaces";
import { switchConnection } from "../../../../src/features/connections/host/switchConnection";

type SwitchServices = Parameters<typeof switchConnection>[0];

describe("the question which connection to switch to", () => {
  afterEach(() => {
    delete workspace["name"];
  });

  async function about(name: string | undefined, isTrusted = true): Promise<unknown> {
    workspace["name"] = name;
    const asked: unknown[] = [];
    const pick = (_title: string, _items: readonly unknown[], text: string): unknown => {
      asked.push(text);
      return Promise.resolve(undefined);
    };
    const summaries = [{ id: "acme", label: "Acme", environment: "development" }];
    const connections = { summaries, isTrusted: () => isTrusted, current: "acme" };
    const services = { dialogs: { pick }, connections, writing: { lock: { remaining: () => 0 } } };
    assert.equal(await switchConnection(services as unknown as SwitchServices, undefined), false);
    return asked[0];
  }

  it("says how long the answer counts: in an empty window there is no workspace for it", async () => {
    assert.equal(await about("folder"), "It is remembered for this workspace");
    assert.equal(await about(undefined), "No folder is open: it is used in this window alone");
  });

  it("says what is offered in Restricted Mode, with a folder or without", async () => {
    const restricted = "Restricted Mode: only the sandbox can be chosen";
    assert.equal(await about("folder", false), restricted);
    assert.equal(await about(undefined, false), restricted);
  });
});
