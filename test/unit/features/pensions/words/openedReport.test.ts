import assert from "node:assert/strict";
import {
  type OpenedUnread,
  openedReport,
} from "../../../../../src/features/pensions/texts/openedReport";
import type {
  LastWrite,
  PensionRecord,
} from "../../../../../src/features/pensions/common/writing/records";
import { at, WORDS } from "./support";

const WRITE: LastWrite = {
  ...{ method: "PUT", outcome: "landed", bodyHash: "ab", startedAt: at("10:00:00") },
  ...{ actionId: "a", traceId: undefined, status: 204 },
};
const SEEN = {
  ...{ hash: "cd", at: at("09:30:00"), tag: undefined },
  source: { actionId: "a", attempt: 1 },
};

function record(change: Partial<PensionRecord>): PensionRecord {
  return {
    ...{ connectionId: "c", clientId: "k", pensionId: "P-1", changedAt: 1 },
    ...{ seen: undefined, before: undefined, write: undefined, isAbsent: false },
    ...change,
  };
}

function told(change: Partial<OpenedUnread>): string | undefined {
  const opened = { pensionId: "P-1", status: 404, record: undefined, begunWith: undefined };
  return openedReport({ ...opened, isListed: false, ...change }, WORDS);
}

const TEMPLATE = "The payload starts from a template, which is not the service's version.";
const UNKNOWN = "so it is not known what the service has now.";

describe("opening a pension that no read shows", () => {
  it("is silent of one that only the user named and the service says it has not", () => {
    assert.equal(told({}), undefined);
    assert.equal(told({ status: 410 }), undefined);
    const deleted = record({
      isAbsent: true,
      write: { ...WRITE, method: "DELETE", outcome: "deleted" },
    });
    assert.equal(told({ record: deleted }), undefined);
    const gone = record({ isAbsent: true, seen: { ...SEEN, by: "read" } });
    assert.equal(told({ record: gone }), undefined);
  });

  it("says that nothing is known where the service lets none be read", () => {
    assert.match(
      told({ status: 405 }) ?? "",
      /answered 405\)\..* it is not known whether .* exists\.$/,
    );
  });

  for (const status of [403, 404, 405, 410, 501]) {
    it(`says what is known where a read answers ${status}`, () => {
      const reading = `The service answered a read of the pension with ${status}, ${UNKNOWN}`;
      assert.equal(
        told({ status, isListed: true }),
        `The service's list of pensions names P-1. ${reading} ${TEMPLATE}`,
      );
      assert.equal(
        told({ status, record: record({ write: WRITE }) }),
        `The service accepted a PUT of pension P-1, but no read has shown the pension. ${reading} ${TEMPLATE}`,
      );
      assert.equal(
        told({
          ...{ status, isListed: true, begunWith: { at: at("09:30:00"), by: "write" } },
          record: record({ write: WRITE, seen: { ...SEEN, by: "write" } }),
        }),
        "The service accepted a PUT of pension P-1, but no read has shown the pension." +
          ` ${reading} The payload starts with the service's answer to a PUT (09:30).`,
      );
      const sent = { at: at("10:00:00"), by: "sent" } as const;
      assert.match(
        told({
          status,
          record: record({ write: WRITE, seen: { ...SEEN, ...sent } }),
          begunWith: sent,
        }) ?? "",
        /The payload starts with what that PUT sent \(10:00\)\.$/,
      );
      assert.equal(
        told({ status, record: record({ write: { ...WRITE, outcome: "unknown", status: 500 } }) }),
        `It is not known whether the PUT of pension P-1 (10:00) landed. ${reading} ${TEMPLATE}`,
      );
      assert.equal(
        told({ status, record: record({ seen: { ...SEEN, by: "read" } }) }),
        `The service had pension P-1 before (09:30). ${reading} ${TEMPLATE}`,
      );
    });
  }
});
