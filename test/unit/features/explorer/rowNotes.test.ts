import assert from "node:assert/strict";
import type * as vscode from "vscode";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import { GrowingList } from "../../../../src/features/lists/common/growingList";
import { ListPlace } from "../../../../src/features/lists/common/listPlace";
import { NO_TREE_LISTS } from "../../../../src/features/lists/common/treeLists";
import { type ChildrenSources, childrenOf } from "../../../../src/features/explorer/host/children";
import { itemOf, type ItemSources } from "../../../../src/features/explorer/host/items";
import type { TreeNode } from "../../../../src/features/explorer/host/nodes";
import { inexactNotice, otherEncodingNote } from "../../../../src/platform/vscode/encodingWords";
import { type Bench, openBench } from "../../platform/http/support/bench";

const ID = "5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b";
const PARENT: TreeNode = { kind: "clients", list: "clients", nodeId: "n", connectionId: "c" };

describe("what the tree says of clients that are not as they should be", () => {
  let bench: Bench;
  afterEach(() => bench.close());

  /** The nodes under "Clients" of an answer, as the editor draws them. */
  async function shown(
    body: string | Buffer,
    {
      type = "application/json",
      masking = NO_MASKING,
      pinned = [] as string[],
      known = [] as string[],
      parent = PARENT,
    } = {},
  ): Promise<vscode.TreeItem[]> {
    bench = await openBench({
      answer: (_request, response) => response.writeHead(200, { "content-type": type }).end(body),
    });
    const list = new GrowingList({
      kind: parent.kind === "pensions" ? "pension" : "client",
      ...{ pageSize: () => 10, takesPages: () => false },
      call: { operationId: "listClients" },
      client: () => Promise.resolve(bench.client),
      title: () => "Clients",
    });
    const place = new ListPlace(list);
    const sources: Partial<ChildrenSources> = {
      clients: () => Promise.resolve(place),
      pensionList: () => Promise.resolve(place),
      pensions: () =>
        Promise.resolve(
          known.map((pensionId) => ({
            ...{ pensionId, hasFile: true, description: "a payload", canUndo: false },
          })),
        ),
      atHand: () =>
        Promise.resolve(pinned.map((clientId) => ({ clientId, label: "Pinned", isPinned: true }))),
      lists: () => Promise.resolve(NO_TREE_LISTS),
    };
    const nodes = await childrenOf(parent, sources as ChildrenSources);
    return nodes.map((node) => itemOf(node, { privacy: { masking } } as ItemSources));
  }

  /** What is seen and read aloud of a row. */
  const textOf = ({ label, description, accessibilityInformation }: vscode.TreeItem) => [
    (label as string).replace(/[\u2068\u2069]/g, ""),
    ...[description, accessibilityInformation?.label],
  ];
  // The stand-in of an icon wraps its name.
  const iconOf = ({ iconPath }: vscode.TreeItem): unknown => iconPath?.valueOf();
  const tooltipOf = ({ tooltip }: vscode.TreeItem): string =>
    (tooltip as vscode.MarkdownString).value.replaceAll("\\", "");

  const ROWS: readonly (readonly [
    row: string,
    label: string,
    description: string,
    note: string,
  ])[] = [
    ["null", "null", "no id found", "An object was expected here, but this came: null."],
    ['"abc"', "abc", "no id found", "An object was expected here, but this came: abc."],
    ["[1,2]", "2 items", "no id found", "An object was expected here, but this came: 2 items."],
    ["{}", "0 members", "no id found", "An object was expected here, but this came: 0 members."],
    [
      '{"clientId":"C-1","name":{"lastName":"Ito"}}',
      "Ito",
      "id is not a UUID",
      "clientId should be a UUID, but is: C-1.",
    ],
    [
      `{"clientId":"${ID}","name":null,"dateOfBirth":"1980-01-02"}`,
      ID,
      "1980-01-02 · name is null",
      "name is null instead of an object.",
    ],
    [
      `{"clientId":"${ID}","name":{"lastName":"Ito","lastName":"Sato"}}`,
      "Sato",
      "name.lastName is there 2 times",
      "name.lastName is there 2 times: Ito | Sato.",
    ],
    [
      `{"clientId":"${ID}","name":{"lastName":"Ito"},"name":null}`,
      "Ito",
      "name is there 2 times",
      "name is there 2 times: 1 member | null.",
    ],
  ];
  for (const [row, label, description, note] of ROWS) {
    it(`${row}: ${description}`, async () => {
      const [item] = await shown(`[${row}]`);
      assert.ok(item !== undefined);
      const spoken = `${label}, ${description}`;
      assert.deepEqual(textOf(item), [label, description, spoken]);
      assert.ok(tooltipOf(item).includes(note), tooltipOf(item));
      assert.equal(iconOf(item), description === "id is not a UUID" ? "account" : "warning");
    });
  }

  it("nothing of one that is as it should be", async () => {
    const [item] = await shown(`[{"clientId":"${ID}","name":{"lastName":"Ito"}}]`);
    assert.deepEqual(item && textOf(item), ["Ito", undefined, "Ito"]);
    assert.equal(item && iconOf(item), "account");
  });

  it("of pensions whose ids differ in capitals alone, which are two", async () => {
    const client = { domain: "finances", clientId: ID, clientLabel: "Ito" } as const;
    const parent: TreeNode = { ...PARENT, ...client, kind: "pensions" };
    const body = '[{"pensionId":"P-a"},{"pensionId":"P-A"}]';
    const labels = (await shown(body, { parent, known: ["P-a"] })).map((item) => textOf(item)[0]);
    assert.deepEqual(labels.slice(0, 2), ["P-a", "P-A"]);
  });

  it("also of pensions that a list has, above which stands what is said of its encoding", async () => {
    const client = { domain: "finances", clientId: ID, clientLabel: "Ito" } as const;
    const parent: TreeNode = { ...PARENT, ...client, kind: "pensions" };
    const body = Buffer.from('[{"pensionId":"P-1","value":1,"value":null,"x":"\u00e9"}]', "latin1");
    const [above, pension] = await shown(body, { parent });
    assert.match(
      String(above && textOf(above)[0]),
      /^From byte 49 on, the answer holds bytes that are not valid UTF-8/,
    );
    const spoken = "value is there 2 times · not valid UTF-8";
    assert.deepEqual(pension && textOf(pension), [
      "P-1",
      spoken,
      `P-1, no payload file, ${spoken}`,
    ]);
    assert.ok(pension && tooltipOf(pension).includes("value is there 2 times: 1 | null."));
  });

  it("also of pensions, where an answer has more than a tree shows", async () => {
    const client = { domain: "finances", clientId: ID, clientLabel: "Ito" } as const;
    const parent: TreeNode = { ...PARENT, ...client, kind: "pensions" };
    const rows = Array.from({ length: 5001 }, (_, row) => ({ pensionId: `P-${row}` }));
    const texts = (await shown(JSON.stringify(rows), { parent })).map((item) => textOf(item)[0]);
    const [some, all] = [(5000).toLocaleString(), (5001).toLocaleString()];
    assert.ok(texts.includes(`${some} of ${all} shown. Open the list to see all rows.`));
  });

  it("also of one that is pinned", async () => {
    const [item] = await shown(`[{"clientId":"${ID}","name":null}]`, { pinned: [ID] });
    assert.equal(item?.description, "name is null");
    assert.equal(item.accessibilityInformation?.label, "Pinned, pinned, name is null");
  });

  it("in the panel's own words where bytes had no meaning, at the row and above all of them", async () => {
    const body = Buffer.from(`[{"clientId":"${ID}","name":{"lastName":"Caf\u00e9"}}]`, "latin1");
    const [above, item] = await shown(body);
    const badByteOffset = body.indexOf(0xe9);
    const words = inexactNotice({ name: "utf-8", exact: false, badByteOffset })?.what ?? "";
    assert.match(words, /^From byte \d+ on, the answer holds bytes that are not valid UTF-8/);
    assert.equal(above && textOf(above)[0], words);
    assert.deepEqual(item && textOf(item), [
      "Caf\ufffd",
      "not valid UTF-8",
      "Caf\ufffd, not valid UTF-8",
    ]);
    assert.ok(item && tooltipOf(item).includes(words));
  });

  it("in the panel's own words where the answer says another charset", async () => {
    const body = Buffer.from(`[{"clientId":"${ID}","name":{"lastName":"Caf\u00e9"}}]`, "latin1");
    const items = await shown(body, { type: "application/json; charset=windows-1252" });
    const words = otherEncodingNote({ name: "windows-1252", exact: true });
    assert.deepEqual(
      items.map((item) => textOf(item)[0]),
      [words, "Caf\u00e9"],
    );
    assert.match(words ?? "", /WINDOWS-1252, not as UTF-8/);
  });

  it("nothing of clients in privacy mode", async () => {
    const masking = createMasking(Buffer.alloc(32, 1));
    const row = '{"clientId":"C-1","name":{"lastName":"Ito","lastName":"Sato"}}';
    const items = await shown(`[${row},"Mori"]`, { masking });
    assert.equal(items.length, 2);
    const said = items.flatMap((item) => [...textOf(item), tooltipOf(item)]).join();
    assert.match(said, /is there 2 times/);
    assert.doesNotMatch(said, /Ito|Sato|Mori|C-1/);
  });
});
