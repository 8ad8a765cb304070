import assert from "node:assert/strict";
import {
  describePension,
  isGone,
  staleIn,
  unsettledLine,
} from "../../../../../src/features/pensions/texts/recordWords";
import type {
  LastWrite,
  PensionRecord,
  VersionMetadata,
} from "../../../../../src/features/pensions/common/writing/records";
import { at, WORDS } from "./support";

const NOW = at("10:43:00");
const seen = (time: string, change: Partial<VersionMetadata> = {}): VersionMetadata => ({
  ...{ hash: "h", at: at(time), by: "read", tag: undefined },
  source: { actionId: "r", attempt: 1 },
  ...change,
});
const write = (time: string, change: Partial<LastWrite> = {}): LastWrite => ({
  ...{ method: "PUT", outcome: "landed", bodyHash: "b", startedAt: at(time), actionId: "w" },
  ...{ traceId: undefined, status: 200 },
  ...change,
});
const record = (change: Partial<PensionRecord>): PensionRecord => ({
  ...{ connectionId: "c", clientId: "c", pensionId: "PEN-0042", changedAt: NOW },
  ...{ seen: undefined, before: undefined, write: undefined, isAbsent: false },
  ...change,
});

const describeIt = (of: PensionRecord | undefined, hasFile = false, isChanged?: boolean): string =>
  describePension({ hasFile, isChanged, record: of }, NOW, WORDS);

describe("a pension in a list", () => {
  it("is what its file and its record say, the shortest that says enough", () => {
    assert.equal(describeIt(undefined, true), "payload file");
    assert.equal(
      describeIt(record({ seen: seen("10:31:00") }), true, true),
      "changed · payload file",
    );
    assert.equal(describeIt(record({ seen: seen("10:31:00") }), true, false), "seen 12 min ago");
    assert.equal(describeIt(record({ seen: seen("10:42:30") })), "seen just now");
    assert.equal(describeIt(record({ seen: seen("08:31:00") })), "seen 08:31");
  });

  it("was written when the last that was seen of it is what was written", () => {
    const written = { write: write("10:40:00"), seen: seen("10:40:01", { by: "write" }) };
    assert.equal(describeIt(record(written)), "written 10:40");
    assert.equal(describeIt(record({ ...written, seen: seen("10:40:02") })), "written 10:40");
    assert.equal(describeIt(record({ write: write("10:40:00") })), "written 10:40");
    assert.equal(describeIt(record({ ...written, seen: seen("10:41:30") })), "seen 1 min ago");
  });

  it("is not called gone for a 404 where the service took it and never showed it", () => {
    const GONE = "not at the service";
    const refused = write("10:40:00", { outcome: "refused", status: 422 });
    for (const [change, expected] of [
      [{ write: write("10:40:00") }, "written 10:40"],
      [{ write: refused, seen: seen("10:39:00", { by: "write" }), isTaken: true }, "written 10:39"],
      [{ write: refused, isTaken: true }, ""],
      [{ write: refused }, GONE],
      [{ write: write("10:40:00"), seen: seen("10:41:30") }, GONE],
    ] as const) {
      const one = record({ ...change, isAbsent: true });
      assert.deepEqual([describeIt(one), isGone(one)], [expected, expected === GONE]);
    }
  });

  for (const outcome of ["sending", "unknown"] as const) {
    it(`is not known to be written while its write is ${outcome}, whatever else is known`, () => {
      const sent = record({ write: write("10:42:00", { outcome }), seen: seen("10:31:00") });
      assert.equal(describeIt(sent, true, true), "sent 10:42 · outcome not known");
      assert.equal(unsettledLine(sent, WORDS), "Sent 10:42, outcome not known: compare");
    });
  }

  it("says of a DELETE whose end is not known that it was one", () => {
    const sent = record({ write: write("10:42:00", { outcome: "unknown", method: "DELETE" }) });
    assert.equal(unsettledLine(sent, WORDS), "DELETE sent 10:42, outcome not known: compare");
  });

  it("is deleted, or is not there", () => {
    const deleted = { write: write("10:42:00", { outcome: "deleted", method: "DELETE" }) } as const;
    assert.equal(describeIt(record({ ...deleted, isAbsent: true }), true), "deleted 10:42");
    assert.equal(describeIt(record({ isAbsent: true }), true), "not at the service");
  });

  it("has no line of state once its write ended", () => {
    assert.equal(unsettledLine(record({ write: write("10:42:00") }), WORDS), undefined);
    assert.equal(unsettledLine(undefined, WORDS), undefined);
  });

  it("reads otherwise in a minute at most, for an hour", () => {
    assert.equal(staleIn(record({ seen: seen("10:42:30") }), NOW), 30_000);
    assert.equal(staleIn(record({ seen: seen("09:43:00") }), NOW), undefined);
    assert.equal(staleIn(record({ write: write("10:42:00") }), NOW), undefined);
  });
});
