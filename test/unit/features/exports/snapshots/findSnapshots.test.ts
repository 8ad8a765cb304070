import assert from "node:assert/strict";
import { rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { isAppError } from "../../../../../src/platform/base/errors";
import {
  findSnapshots,
  snapshotOf,
} from "../../../../../src/features/exports/common/snapshots/findSnapshots";
import { isOfList } from "../../../../../src/features/exports/common/snapshots/snapshot";
import { CLIENT, HOLDINGS, inFolder, writeSnapshot } from "./support";

const FIRST = { name: "a.jsonl", at: "2026-01-31T10:00:00Z", lines: ['{"id":1}'] };
const SECOND = { name: "b.jsonl", at: "2026-02-28T10:00:00Z", lines: ['{"id":1}', '{"id":2}'] };

describe("finding snapshots", () => {
  it("reads the manifests of a folder, the newest first, whatever order they were written in", () =>
    inFolder(async (folder) => {
      await writeSnapshot(folder, SECOND);
      await writeSnapshot(folder, FIRST);
      const { snapshots, damaged, omitted } = await findSnapshots(folder);
      assert.deepEqual(
        snapshots.map(({ name, at, rows, isMasked, isPart }) => [name, at, rows, isMasked, isPart]),
        [
          ["b.jsonl", "2026-02-28T10:00:00.000Z", 2, false, false],
          ["a.jsonl", "2026-01-31T10:00:00.000Z", 1, false, false],
        ],
      );
      assert.deepEqual([damaged, omitted], [[], 0]);
    }));

  it("tells of damaged manifests, and leaves alone what is no snapshot", () =>
    inFolder(async (folder) => {
      await writeSnapshot(folder, FIRST);
      const form = { format: "csv", byteOrderMark: true, guardFormulas: true } as const;
      await writeSnapshot(folder, { ...FIRST, name: "c.csv", change: { form } });
      await writeFile(path.join(folder, "torn.jsonl.manifest.json"), '{"manifestVersion":1,');
      await writeFile(path.join(folder, "notes.json"), "{}");
      await writeSnapshot(folder, { ...SECOND, name: "later.jsonl" });
      await writeFile(path.join(folder, "later.jsonl.manifest.json"), '{"manifestVersion":2}');
      await rm(await writeSnapshot(folder, { ...FIRST, name: "lonely.jsonl" }));
      const { snapshots, damaged } = await findSnapshots(folder);
      assert.deepEqual(
        snapshots.map(({ name }) => name),
        ["a.jsonl"],
      );
      assert.deepEqual(
        damaged,
        ["later", "lonely", "torn"].map((name) => `${name}.jsonl.manifest.json`),
      );
    }));

  it("never follows the name that a manifest gives its file", () =>
    inFolder(async (folder) => {
      const file = await writeSnapshot(folder, {
        ...FIRST,
        change: { file: { name: "../../secret", bytes: 1, sha256: "0".repeat(64), rows: 1 } },
      });
      assert.equal((await findSnapshots(folder)).snapshots[0]?.path, file);
    }));

  it("reads five hundred manifests at most, those written last, and says how many are left", () =>
    inFolder(async (folder) => {
      for (let at = 0; at < 503; at++) {
        await writeSnapshot(folder, { ...FIRST, name: `${at}.jsonl` });
        const written = 1_700_000_000 + at;
        await utimes(path.join(folder, `${at}.jsonl.manifest.json`), written, written);
      }
      const { snapshots, omitted } = await findSnapshots(folder);
      const names = snapshots.map(({ name }) => name);
      assert.deepEqual([snapshots.length, omitted], [500, 3]);
      assert.deepEqual([names.includes("502.jsonl"), names.includes("2.jsonl")], [true, false]);
    }));

  it("fails in words for a folder that is gone", async () => {
    await assert.rejects(
      findSnapshots("/nowhere/at/all"),
      (error) => isAppError(error) && error.code === "snapshots/folderGone",
    );
  });

  it("takes a masked snapshot for one of the list by the pseudonym of its client", () =>
    inFolder(async (folder) => {
      const masked = { ...HOLDINGS, path: { clientId: "••••4f2a" } };
      const other = { ...HOLDINGS, path: { clientId: CLIENT.replace("0", "1") } };
      await writeSnapshot(folder, { ...FIRST, list: masked, change: { isMasked: true } });
      await writeSnapshot(folder, { ...SECOND, list: { ...HOLDINGS, parameters: { q: "" } } });
      await writeSnapshot(folder, { ...SECOND, name: "other.jsonl", list: other });
      await writeSnapshot(folder, { ...SECOND, name: "plain.jsonl", list: masked });
      const { snapshots } = await findSnapshots(folder);
      const own = snapshots.filter((one) =>
        isOfList(one, HOLDINGS, (text) => text === masked.path.clientId),
      );
      assert.deepEqual(own.map(({ name }) => name).sort(), ["a.jsonl", "b.jsonl"]);
    }));

  it("finds the manifest beside a file that was picked", () =>
    inFolder(async (folder) => {
      const file = await writeSnapshot(folder, { ...FIRST, change: { scope: "view" } });
      assert.equal((await snapshotOf(file))?.isPart, true);
      assert.equal(await snapshotOf(path.join(folder, "none.json")), undefined);
    }));
});
