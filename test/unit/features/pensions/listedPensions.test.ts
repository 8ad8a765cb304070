import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import type { PensionRecord } from "../../../../src/features/pensions/common/writing/records";
import { ListedPensions } from "../../../../src/features/pensions/host/entries";
import { NO_PRIVACY } from "../../../fakes/privacy";

const MINUTE = 60_000;
const CLIENTS = [
  "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b",
] as const;

function seenAt(at: number): PensionRecord {
  const seen = { by: "read", at };
  return { pensionId: "PEN-1", isAbsent: false, seen } as unknown as PensionRecord;
}

describe("pensions that are listed", () => {
  it("tell of every client that an age has grown", async () => {
    const listed = new ListedPensions({
      records: {
        refresh: () => Promise.resolve(),
        of: () => [seenAt(Date.now() - MINUTE + 200)],
        text: () => Promise.resolve(undefined),
      },
      privacy: NO_PRIVACY,
      definition: () => Promise.resolve(""),
    });
    const grown = Promise.withResolvers<undefined>();
    let times = 0;
    listed.onDidGrowOld(() => {
      if (++times === CLIENTS.length) {
        grown.resolve(undefined);
      }
    });
    await Promise.all(CLIENTS.map((clientId) => listed.list("sandbox", clientId)));
    await grown.promise;
    listed.dispose();
  });

  it("tell whether their last PUT can be undone", async () => {
    const record = (before: string, seen: string): PensionRecord =>
      ({ ...seenAt(0), before: { hash: before }, seen: { hash: seen, at: 0 } }) as never;
    for (const [known, canUndo] of [
      [seenAt(0), false],
      [record("old", "new"), true],
      [record("old", "old"), false],
    ] as const) {
      const listed = new ListedPensions({
        records: {
          refresh: () => Promise.resolve(),
          of: () => [known],
          text: () => Promise.resolve(undefined),
        },
        privacy: NO_PRIVACY,
        definition: () => Promise.resolve(""),
      });
      const rows = await listed.list("sandbox", CLIENTS[0]);
      listed.dispose();
      assert.deepEqual(
        rows.map((row) => row.canUndo),
        [canUndo],
      );
    }
  });
});
