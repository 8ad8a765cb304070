import assert from "node:assert/strict";
import type { Landing } from "../../../../../src/features/pensions/common/compare/landing";
import { landingReport } from "../../../../../src/features/pensions/texts/landingWords";
import type {
  Evidence,
  WriteResult,
} from "../../../../../src/features/pensions/common/writing/writer";
import { at, WORDS } from "./support";

const kept = (count: number): string[] => Array.from({ length: count }, (_, index) => `f${index}`);
const landing = (change: Partial<Landing> = {}): Landing => ({
  ...{ kept: kept(11), changed: [], ignored: [], added: [] },
  ...change,
});
const read = (of: Landing): Evidence["read"] => ({ landing: of, at: at("10:42:07") });

function report(change: Partial<WriteResult>): ReturnType<typeof landingReport> {
  const whole = landing();
  return landingReport(
    {
      ...{ status: 200, statusText: "OK", verdict: "landed", landing: whole, stayed: [] },
      evidence: { answer: whole, read: read(whole), unread: undefined },
      ...change,
    },
    WORDS,
  );
}

describe("the report after a PUT", () => {
  it("says what landed, and by which evidence", () => {
    const found = landing({ ignored: ["colour"], added: ["lastUpdated"] });
    const { severity, message } = report({
      ...{ verdict: "differs", landing: found },
      evidence: { answer: found, read: read(found), unread: undefined },
    });
    assert.equal(
      message,
      "Landed. 11 fields stored as sent, 1 ignored by the service (`colour`), 1 added (`lastUpdated`). Evidence: the PUT response and a read at 10:42:07. 'Show' compares what was sent with what came back.",
    );
    assert.equal(severity, "warning");
  });

  it("says of nothing that it landed where nothing is as it was sent", () => {
    const found = landing({ kept: [], ignored: ["value"], added: ["data"] });
    const { severity, message } = report({
      ...{ verdict: "differs", landing: found },
      evidence: { answer: undefined, read: read(found), unread: undefined },
    });
    assert.match(
      message,
      /^The PUT was accepted, but no field landed as it was sent: 0 fields stored as sent/,
    );
    assert.equal(severity, "warning");
  });

  it("is no warning when all landed as it was sent, whatever the service added", () => {
    const found = landing({ kept: ["value"], added: ["lastUpdated"] });
    const { severity, message } = report({
      ...{ landing: found },
      evidence: { answer: found, read: undefined, unread: "notPossible" },
    });
    assert.equal(severity, "information");
    assert.match(message, /^Landed\. 1 field stored as sent, 1 added/);
    assert.match(
      message,
      /only the PUT response; this service does not allow pensions to be read\.$/,
    );
  });

  it("tells fields that the payload left out and that stayed from those that were added", () => {
    const found = landing({ added: ["units", "lastUpdated"] });
    const { severity, message } = report({ landing: found, stayed: ["units"] });
    assert.match(message, /1 left out but still there \(`units`\)/);
    assert.match(message, /1 added \(`lastUpdated`\)/);
    assert.equal(severity, "warning");
  });

  it("says which evidence there was not", () => {
    const found = landing();
    const failed: Evidence = { answer: found, read: undefined, unread: "failed" };
    assert.match(
      report({ evidence: failed }).message,
      /only the PUT response; the read after it failed\.$/,
    );
    const alone: Evidence = { answer: undefined, read: read(found), unread: undefined };
    assert.match(
      report({ evidence: alone }).message,
      /Evidence: a read at 10:42:07; the PUT response shows no pension\.$/,
    );
  });

  it("warns when answer and read tell different things, and lets the read count", () => {
    const later = landing({ ignored: ["value"], kept: kept(10) });
    const { severity, message } = report({
      ...{ verdict: "differs", landing: later },
      evidence: { answer: landing(), read: read(later), unread: undefined },
    });
    assert.match(
      message,
      /^Landed\. 10 fields stored as sent, 1 ignored by the service \(`value`\)\./,
    );
    assert.match(
      message,
      /The PUT response shows something else: 11 fields stored as sent\. The read after it counts\. 'Show' compares/,
    );
    assert.equal(severity, "warning");
  });

  it("never calls landed what nothing shows", () => {
    const unseen = { verdict: "notSeen", landing: undefined } as const;
    const ASK = "Ask the operator what the service holds";
    const COMPARE = "Compare with the service";
    for (const [unread, why, advice] of [
      ["notPossible", "this service does not allow pensions to be read", ASK],
      ["failed", "the read after it failed", COMPARE],
      ["absent", "the read after it found no such pension", COMPARE],
    ] as const) {
      const evidence = { answer: undefined, read: undefined, unread };
      const { severity, message } = report({
        ...{ ...unseen, evidence, status: 204, statusText: "No Content" },
      });
      assert.equal(severity, "warning");
      assert.equal(
        message,
        `The PUT was accepted (204 No Content), but its answer shows no pension, and ${why}: what landed is not known. ${advice} before you send it again.`,
      );
    }
  });

  it("says when a read shows that it is not there in spite of the answer", () => {
    const { severity, message } = report({ verdict: "notThere" });
    assert.equal(severity, "warning");
    assert.match(
      message,
      /accepted \(200 OK\), but a read at 10:42:07 shows the pension as it was/,
    );
    const evidence = { answer: landing(), read: undefined, unread: "absent" } as const;
    assert.match(
      report({ verdict: "notThere", evidence }).message,
      /but a read after it finds no such pension\. .* Compare with the service before you send it again\.$/,
    );
  });
});
