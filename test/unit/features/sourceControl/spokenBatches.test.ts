import assert from "node:assert/strict";
// First: it stands in for the editor.
import { uriOf, workspace } from "../../../fakes/editorSurfaces";
import { aBatch, CLIENT, type SamplePayload } from "../../../e2e/panels/planBed";
import { NO_PRIVACY } from "../../../fakes/privacy";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import type { Batch } from "../../../../src/features/sourceControl/common/batch";
import { BatchesView } from "../../../../src/features/sourceControl/host/batch/batchesView";
import type { Privacy } from "../../../../src/platform/vscode/privacy";

const PLANNED: readonly SamplePayload[] = [
  { effect: "replace" },
  { effect: "replace" },
  { effect: "conflict" },
];
const SENT: readonly SamplePayload[] = [
  { effect: "replace", outcome: "landed" },
  { effect: "create", outcome: "refused" },
  { effect: "replace" },
];

/** What is read aloud of a batch, and of each of its payloads. */
async function spoken(
  batch: Batch,
  { privacy = NO_PRIVACY, name = "Abernathy, Ruth" }: { privacy?: Privacy; name?: string } = {},
): Promise<readonly (string | undefined)[]> {
  const view = new BatchesView({
    batches: { all: [batch], get: () => batch } as never,
    privacy,
    clientLabel: () => name,
    clock: { schedule: () => () => undefined },
    connection: () => "Acme development",
    ready: () => Promise.resolve(),
    message: () => undefined,
    describe: () => Promise.resolve({ what: "It was refused.", advice: "Mend it." }) as never,
  });
  const [root = assert.fail("no batch")] = await view.getChildren();
  const nodes = [root, ...(await view.getChildren(root))];
  const items = await Promise.all(nodes.map((node) => view.getTreeItem(node)));
  return items.map(({ accessibilityInformation }) => accessibilityInformation?.label);
}

describe("what is read aloud of batches of PUTs", () => {
  it("is what a plan would do, and each of its payloads with its client", async () => {
    const { batch } = aBatch(PLANNED);
    assert.deepEqual(await spoken(batch), [
      "Plan of 3 payloads, 2 replace, 1 conflict · staged",
      "PEN-0001, Replace · Abernathy, Ruth",
      "PEN-0002, Replace · Abernathy, Ruth",
      "PEN-0003, Conflict · Abernathy, Ruth",
    ]);
  });

  it("is what came of it, without a look at icons and colours", async () => {
    const { batch } = aBatch(SENT, { state: "running" });
    const [head = "", ...rows] = await spoken(batch);
    assert.match(head, /^PUTs of \S.*, 1 landed, 1 refused, 1 waits? · sending$/);
    assert.deepEqual(rows, [
      "PEN-0001, Landed · Abernathy, Ruth",
      "PEN-0002, Refused · Abernathy, Ruth",
      "PEN-0003, Replace · Abernathy, Ruth",
    ]);
  });

  it("names the folder where there are several, and a file that has no pension", async () => {
    workspace["workspaceFolders"] = [
      { uri: uriOf("file:///folder"), name: "quarterly" },
      { uri: uriOf("file:///other"), name: "other" },
    ];
    try {
      const { batch } = aBatch([{ effect: "invalid", place: "pensions/x/odd.pension.json" }]);
      const rows = batch.rows.map((row) => ({ ...row, pension: undefined }));
      assert.deepEqual(await spoken({ ...batch, rows, isOfStaged: false }), [
        "Plan of 1 payload, quarterly · 1 invalid",
        "pensions/x/odd.pension.json, Invalid",
      ]);
    } finally {
      delete workspace["workspaceFolders"];
    }
  });

  it("is no name and no id of a client while privacy mode is on", async () => {
    const masking = createMasking(new Uint8Array(32).fill(7));
    const privacy = { ...NO_PRIVACY, isOn: true, masking };
    const { batch } = aBatch(PLANNED);
    const odd = batch.rows.map((row) => ({ ...row, file: `${row.file}2`, pension: undefined }));
    const all = await spoken({ ...batch, rows: [...batch.rows, ...odd] }, { privacy });
    assert.equal(all.length, 7);
    for (const said of all) {
      assert.ok(said && !/Abernathy|Ruth/.test(said) && !said.includes(CLIENT), said);
    }
  });
});
