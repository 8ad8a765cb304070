import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { itemOf, type ItemSources } from "../../../../src/features/explorer/host/items";
import type { TreeNode } from "../../../../src/features/explorer/host/nodes";
import { CONNECTIONS_VIEW, ROW_FACTS } from "../../../../src/manifest";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import { holds, readContributes } from "../../../fakes/palette";

const MENU = readContributes().menus["view/item/context"]!;
const PLACE = { nodeId: "n", connectionId: "c", domain: "crm" } as const;
const CLIENT = { ...PLACE, clientId: "C-1", clientLabel: "Ito, Ren" } as const;
const UNDO = "financialPlanning.pension.undo";

const SOURCES: ItemSources = {
  connection: () => undefined,
  domainDescription: () => undefined,
  clientTotal: () => undefined,
  clientsAtLeast: () => undefined,
  listTotal: () => undefined,
  faults: () => [],
  privacy: { masking: NO_MASKING },
  isUnlocked: () => false,
  sameKey: () => undefined,
};

/** What the menu of a row has. */
function offered(viewItem: string | undefined): readonly string[] {
  assert.ok(viewItem !== undefined);
  return MENU.filter(({ when }) => holds(when, [], { view: CONNECTIONS_VIEW, viewItem })).map(
    ({ command }) => command,
  );
}

function ofNode(node: TreeNode): readonly string[] {
  return offered(itemOf(node, SOURCES).contextValue);
}

describe("the menu of a row of the tree", () => {
  it("undoes a PUT only of a pension that has one to undo", () => {
    for (const hasFile of [true, false]) {
      const pension = { ...CLIENT, kind: "pension", pensionId: "P", hasFile, description: "" };
      const [without, having] = [false, true].map((canUndo) =>
        ofNode({ ...pension, canUndo } as TreeNode),
      );
      assert.ok(!without!.includes(UNDO));
      assert.deepEqual(
        having!.filter((command) => command !== UNDO),
        without,
      );
      assert.equal(having!.length, without!.length + 1);
    }
  });

  it("loses nothing by what a row says of itself behind its kind", () => {
    for (const [kind, facts] of Object.entries(ROW_FACTS)) {
      const all = offered(`${kind}:${facts.join(",")}`);
      const bare = offered(kind);
      assert.deepEqual(
        bare.filter((command) => !all.includes(command)),
        [],
        kind,
      );
      assert.ok(bare.length > 0 && all.length > bare.length, kind);
    }
  });
});
