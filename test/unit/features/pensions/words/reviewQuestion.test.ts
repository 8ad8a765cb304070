import assert from "node:assert/strict";
import {
  comparedReport,
  shownReport,
} from "../../../../../src/features/pensions/texts/comparedReport";
import { AppError } from "../../../../../src/platform/base/errors";
import {
  deleteQuestion,
  type ReviewNames,
  writeQuestion,
} from "../../../../../src/features/pensions/texts/reviewQuestion";
import type { SeenVersion } from "../../../../../src/features/pensions/common/writing/records";
import type {
  CurrentVersion,
  DeleteReview,
  WriteReview,
} from "../../../../../src/features/pensions/common/writing/writer";
import { aConnection } from "../../../../fakes/connection";
import { at, compared, WORDS } from "./support";

const NAMES: ReviewNames = {
  client: "Abernathy, Ruth",
  environment: "PRODUCTION",
  connection: "Acme · PRODUCTION",
  key: "9f3a1c",
  request: "PUT /finances/v1/clients/c/pensions/PEN-0042",
  warnings: [],
};
const seen: SeenVersion = {
  ...{ text: "{}", hash: "one", at: at("10:31:00"), by: "read", tag: undefined },
  source: { actionId: "a", attempt: 1 },
};
const present: CurrentVersion = { kind: "present", ...seen, hash: "two", at: at("10:42:00") };

function review(change: Partial<WriteReview>): WriteReview {
  return {
    connection: aConnection(),
    target: { clientId: "c", pensionId: "PEN-0042" },
    goesTo: { method: "PUT", url: "https://service.example/x", pathTemplate: "/x" },
    payload: { text: "{}", bytes: new TextEncoder().encode("{}") },
    ...{ current: present, seen, seenMetadata: seen, comparison: compared({}), effect: "replace" },
    ...{ reason: "asked", refusal: undefined },
    ...change,
  };
}

const ask = (change: Partial<WriteReview>, names: Partial<ReviewNames> = {}) =>
  writeQuestion(review(change), { ...NAMES, ...names }, WORDS);

const unread = (status: number): CurrentVersion => ({ kind: "unread", status, at: 0 });

describe("the question before a PUT", () => {
  it("says what is replaced, where, by which key, and how many fields change", () => {
    const { message, detail, button } = ask({ comparison: compared({ mine: ["value", "units"] }) });
    assert.equal(
      message,
      "Replace pension PEN-0042 of Abernathy, Ruth on PRODUCTION (key 9f3a1c)? 2 fields change.",
    );
    assert.equal(button, "Replace");
    assert.deepEqual(detail.split("\n"), [
      "Changes: `value`, `units`",
      "Connection: Acme · PRODUCTION (key 9f3a1c)",
      "Request: PUT /finances/v1/clients/c/pensions/PEN-0042",
      "Body: 2 bytes of JSON, as in the payload",
    ]);
  });

  it("says that the editor holds another text by now than what is sent", () => {
    const { detail } = ask({}, { isEdited: true, warnings: ["1 warning."] });
    assert.match(
      detail,
      /^The payload was edited after you started the write: the earlier text would be sent\.\n1 warning\.\n/,
    );
    assert.match(detail, /\nBody: 2 bytes of JSON$/);
  });

  it("writes the size as the language does", () => {
    const payload = { text: "", bytes: new Uint8Array(9318) };
    const sizeIn = (language: string): string | undefined =>
      writeQuestion(review({ payload }), NAMES, { ...WORDS, language })
        .detail.split("\n")
        .at(-1);
    assert.equal(sizeIn("en"), "Body: 9,318 bytes of JSON, as in the payload");
    assert.equal(sizeIn("de"), "Body: 9.318 bytes of JSON, as in the payload");
  });

  it("names the first fields and counts the others", () => {
    const { message, detail } = ask({ comparison: compared({ mine: ["a", "b", "c", "d", "e"] }) });
    assert.match(message, /5 fields change\.$/);
    assert.match(detail, /^Changes: `a`, `b`, `c` and 2 more$/m);
  });

  it("lets no name of a field write lines of its own, or hide the rest", () => {
    const hostile = "a`\nConnection: Sandbox (key 000000)\u202e\u2028";
    const { detail } = ask({ comparison: compared({ mine: [hostile, "x".repeat(5000)] }) });
    const [changes, connection] = detail.split("\n");
    assert.match(changes!, /^Changes: `a Connection: Sandbox \(key 000000\)`, `x{99}…`$/);
    assert.equal(connection, "Connection: Acme · PRODUCTION (key 9f3a1c)");
  });

  it("says of one what the service changed and a PUT would put back", () => {
    const one = ask({ comparison: compared({ theirs: ["value"] }) }).detail;
    assert.match(
      one,
      /^The service changed 1 field since you saw the pension at 10:31 \(`value`\): this PUT would undo that\.$/m,
    );
    const two = ask({ comparison: compared({ theirs: ["value", "units"] }) }).detail;
    assert.match(
      two,
      /^The service changed 2 fields since you saw the pension at 10:31 \(`value`, `units`\): this PUT would undo that\.$/m,
    );
  });

  it("names what both sides changed, and leaves out what they changed to the same", () => {
    const { message, detail } = ask({ comparison: compared({ both: ["a"], same: ["b"] }) });
    assert.match(message, /1 field changes\.$/);
    assert.match(
      detail,
      /^1 field changed on both sides \(`a`\): this PUT would keep your value\.$/m,
    );
    assert.doesNotMatch(detail, /`b`/);
  });

  it("says of one that was seen that it would be created again", () => {
    const absent = { kind: "absent", status: 404, at: 0 } as const;
    const isGone = /^You saw this pension at 10:31; the service no longer shows it\.$/m;
    const gone = { effect: "create", current: absent, comparison: undefined } as const;
    assert.match(ask(gone).detail, isGone);
    assert.match(ask({ ...gone, seen: undefined }).detail, isGone);
    // Never seen, or deleted from here.
    const unseen = { ...gone, seen: undefined, seenMetadata: undefined };
    assert.doesNotMatch(ask(unseen).detail, /You saw/);
    assert.doesNotMatch(ask({}).detail, /no longer shows/);
  });

  it("tells a creation, a PUT without effect, and one whose effect is not known", () => {
    const created = ask({
      ...{ effect: "create", comparison: undefined },
      current: { kind: "absent", status: 404, at: 0 },
    });
    assert.match(
      created.message,
      /^Create pension PEN-0042 of .* The service shows no such pension\.$/,
    );
    assert.match(created.detail, /no such pension, or you have no access to it \(404\)/);
    assert.equal(created.button, "Create");
    const nothing = ask({ effect: "nothing" });
    assert.match(nothing.message, /^Send pension PEN-0042 .* anyway\? Nothing would change\.$/);
    assert.equal(nothing.button, "Send anyway");
    const unknown = ask({ effect: "unknown", current: unread(405), comparison: undefined });
    assert.match(
      unknown.message,
      / It is not known whether a PUT creates or replaces the pension: this service does not allow pensions to be read\.$/,
    );
    assert.match(unknown.detail, /^Others may have changed the pension/m);
    assert.equal(unknown.button, "PUT pension");
  });

  for (const [status, why] of [
    [403, "this service does not allow pensions to be read"],
    [501, "this service does not allow pensions to be read"],
    [503, "the read failed (503)"],
    [200, "the service's answer to the read is not a pension (200)"],
    [0, "the read failed"],
  ] as const) {
    it(`says of an unread pension with status ${status}: ${why}`, () => {
      const { message } = ask({ effect: "unknown", current: unread(status) });
      assert.ok(
        message.endsWith(`It is not known whether a PUT creates or replaces the pension: ${why}.`),
        message,
      );
    });
  }

  it("compares with the version seen last where the service shows none", () => {
    const { detail } = ask({
      ...{ effect: "unknown", current: unread(405), comparison: compared({ mine: ["value"] }) },
    });
    assert.match(detail, /^Differs from the version seen last in 1 of its fields: `value`$/m);
  });

  it("never takes what was sent, and nothing shows, for a version that was seen", () => {
    const facts = { hash: "ab", at: at("10:31:00"), tag: undefined, text: "{}" };
    const seen = { ...facts, by: "sent", source: { actionId: "a", attempt: 1 } } as const;
    const current = unread(405);
    const comparison = compared({ mine: ["value"] });
    const { detail } = ask({ effect: "unknown", current, seen, comparison });
    assert.match(detail, /^Differs from what was sent last in 1 of its fields: `value`$/m);
    const known = { current, seen, seenMetadata: seen, comparison };
    assert.match(
      comparedReport(known, "P-1", WORDS),
      / Against what was sent last \(10:31\): 1 field/,
    );
    assert.match(
      shownReport(known, "P-1", WORDS),
      / The editor shows what was sent last \(10:31\); it is not known what landed\. Ask the operator/,
    );
  });

  it("says that it changed where the version seen last is not kept any more", () => {
    const { detail } = ask({ seen: undefined, comparison: compared({ mine: ["value"] }) });
    assert.match(
      detail,
      /^The service's version differs from the one you saw at 10:31; it is no longer known which/m,
    );
  });

  it("says first what happened when it asks again", () => {
    const [meanwhile] = ask({ reason: "changedMeanwhile" }).detail.split("\n");
    assert.match(meanwhile!, /version changed since you were asked\. Nothing was sent\.$/);
    const refusal = new AppError("service", "service/failed", { status: 412 });
    const [refused] = ask({ reason: "refused", refusal }).detail.split("\n");
    assert.match(refused!, /^The service refused the write \(412\): .* Nothing was written\.$/);
  });

  it("puts warnings before the facts", () => {
    const { detail } = ask(
      {},
      { warnings: ["Folder and name of the file are those of another pension."] },
    );
    assert.match(detail, /^Folder and name of the file are those of another pension\.\n/);
  });

  it("asks to put back a version as it was", () => {
    const { message, button } = ask(
      { comparison: compared({ mine: ["value"] }) },
      { putsBackFrom: at("10:31:00") },
    );
    assert.equal(
      message,
      "Put back pension PEN-0042 of Abernathy, Ruth on PRODUCTION (key 9f3a1c) as it was at 10:31? 1 field changes.",
    );
    assert.equal(button, "Put back");
  });

  it("says that a tag guards what was compared, if it can", () => {
    const tagged = (tag: string): string => ask({ current: { ...present, tag } }).detail;
    assert.match(tagged('"7"'), /^Sent only if the service still holds the version/m);
    assert.doesNotMatch(tagged('W/"7"'), /Sent only if/);
  });
});

describe("the question before a DELETE", () => {
  const question = (change: Partial<DeleteReview>) =>
    deleteQuestion({ ...review({}), ...change }, NAMES, WORDS);

  it("says what is deleted and that its payload file stays", () => {
    const { message, detail, button } = question({});
    assert.equal(message, "Delete pension PEN-0042 of Abernathy, Ruth on PRODUCTION (key 9f3a1c)?");
    assert.match(detail, /^What the service holds is in the editor behind this question\.\n/);
    assert.match(detail, /The payload file, if there is one, is not deleted\.$/);
    assert.equal(button, "Delete");
  });

  it("says what is not known, and that there may be nothing", () => {
    assert.match(
      question({ current: unread(405) }).detail,
      /^It is not known whether the pension exists: this service does not allow pensions to be read\.\n/,
    );
    assert.match(
      question({ current: { kind: "absent", status: 410, at: 0 } }).detail,
      /^The service has no such pension, or you have no access to it \(410\)/,
    );
  });
});
