import assert from "node:assert/strict";
import type {
  Batch,
  BatchRow,
  RowOutcome,
} from "../../../../../src/features/sourceControl/common/batch";
import type { PlanRow } from "../../../../../src/features/sourceControl/common/plan";
import type {
  PayloadEffect,
  PayloadState,
} from "../../../../../src/features/sourceControl/common/state";
import {
  batchQuestion,
  type BatchNames,
} from "../../../../../src/features/sourceControl/texts/batchQuestion";
import {
  batchSummary,
  reportText,
} from "../../../../../src/features/sourceControl/texts/batchReport";
import { listedBatch, sentOf } from "../../../../../src/features/sourceControl/texts/batchList";
import {
  changesWords,
  letterOf,
  noteOf,
  planSummary,
  tooltipOf,
} from "../../../../../src/features/sourceControl/texts/planWords";
import { at, compared, WORDS } from "./support";

const CLIENT = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";

function state(effect: PayloadEffect, change: Partial<PayloadState> = {}): PayloadState {
  const known = { basis: "now" as const, at: at("10:42:00") };
  return { effect, ...known, comparison: undefined, problem: undefined, ...change };
}

function row(pensionId: string, of: PayloadState, connectionId = "box"): PlanRow {
  const place = `pensions/${CLIENT}/${pensionId}.pension.json`;
  return {
    ...{ file: `file:///${place}`, place, state: of, payload: undefined, bodyHash: "" },
    ...{ pension: { connectionId, clientId: CLIENT, pensionId } },
    ...{ current: undefined, goesTo: undefined },
  };
}

const NAMES: BatchNames = {
  connection: (id) =>
    id === "live"
      ? {
          ...{ connection: { environment: "production" }, environment: "PRODUCTION" },
          ...{ name: "Acme · PRODUCTION", key: "3fa2c1", warnings: ["Same key as 'Old'."] },
        }
      : {
          ...{ connection: { environment: "sandbox" }, environment: "Sandbox" },
          ...{ name: "Sandbox", key: "ab12cd", warnings: [] },
        },
  client: () => "Abernathy, Ruth",
};

const two = compared({ mine: ["value", "provider"] });
const replace = state("replace", { comparison: two });

describe("the question before many PUTs", () => {
  it("lists every target, and says what is left out and why", () => {
    const rows = [
      row("PEN-1", replace),
      row("PEN-2", state("create")),
      row("PEN-3", state("unknown", { basis: undefined })),
      row("PEN-4", state("conflict")),
      row("PEN-5", state("nothing")),
      row("PEN-6", state("nothing")),
    ];
    const { message, detail, button } = batchQuestion(rows, NAMES, WORDS);
    assert.deepEqual(
      [message, button],
      ["PUT 3 pensions on Sandbox (key ab12cd)?", "PUT 3 pensions"],
    );
    assert.deepEqual(detail.split("\n"), [
      "Sandbox (key ab12cd): 3 pensions",
      "- Replace PEN-1 of Abernathy, Ruth on Sandbox · 2 fields",
      "- Create PEN-2 of Abernathy, Ruth on Sandbox",
      "- Create or replace PEN-3 of Abernathy, Ruth on Sandbox · not known which",
      "For 1 of them the service's version is not known: the PUT would replace it unseen.",
      "3 payloads are left out: 1 conflict, 2 without a change.",
      "Each payload is compared with the service and with its file again; the first failure stops the rest.",
    ]);
  });

  it("says Production first, whatever the order of the plan", () => {
    const rows = [row("PEN-1", replace), row("PEN-2", replace, "live")];
    const { message, detail } = batchQuestion(rows, NAMES, WORDS);
    assert.equal(message, "PUT 2 pensions through 2 connections, 1 of them on PRODUCTION?");
    assert.deepEqual(detail.split("\n").slice(0, 5), [
      "Acme · PRODUCTION (key 3fa2c1): 1 pension",
      "Same key as 'Old'.",
      "- Replace PEN-2 of Abernathy, Ruth on PRODUCTION · 2 fields",
      "Sandbox (key ab12cd): 1 pension",
      "- Replace PEN-1 of Abernathy, Ruth on Sandbox · 2 fields",
    ]);
    const alone = batchQuestion(rows.slice(1), NAMES, WORDS);
    assert.equal(alone.message, "PUT 1 pension on PRODUCTION (key 3fa2c1)?");
    assert.equal(alone.button, "PUT pension");
  });

  it("has room for 20 targets, names each connection, and counts the rest", () => {
    const rows = Array.from({ length: 1_000 }, (_none, index) =>
      row(`PEN-${index}`, replace, index < 30 ? "live" : "box"),
    );
    const lines = batchQuestion(rows, NAMES, WORDS).detail.split("\n");
    assert.equal(lines.filter((line) => line.startsWith("- ")).length, 20);
    assert.ok(lines.includes("Sandbox (key ab12cd): 970 pensions"));
    assert.ok(lines.includes("and 980 more, all of them listed in the plan behind this question"));
  });

  it("keeps a name that would write lines of its own on one", () => {
    const names = { ...NAMES, client: () => "Ruth\nCreate \u202E nothing" };
    const { detail } = batchQuestion([row("PEN-1", state("create"))], names, WORDS);
    assert.match(detail, /^- Create PEN-1 of Ruth Create nothing on Sandbox$/m);
  });

  it("says that it goes on, and that nothing was compared with a schema", () => {
    const of = { ...replace, isUnchecked: true };
    const { detail } = batchQuestion([row("PEN-1", of)], { ...NAMES, isResumed: true }, WORDS);
    assert.match(
      detail,
      /^This sends what the service has not accepted yet, with the same trace id\.$/m,
    );
    assert.match(detail, /^The definition's schema cannot be used/m);
  });
});

describe("a payload of a plan in words", () => {
  it("has a letter by what it would do", () => {
    const letters = (["create", "replace", "conflict", "invalid", "nothing"] as const).map(
      (effect) => letterOf({ effect, basis: "now" }),
    );
    assert.deepEqual(letters, ["A", "M", "C", "!", undefined]);
    assert.equal(letterOf({ effect: "unknown", basis: "seen" }), "M");
    assert.equal(letterOf({ effect: "unknown", basis: undefined }), "?");
  });

  it("names the fields, and says with what they were compared", () => {
    assert.equal(changesWords(replace, WORDS), "2 fields: `value`, `provider`");
    assert.equal(
      tooltipOf({ state: replace }, WORDS),
      "Pension: Replace, 2 fields: `value`, `provider`\nCompared with the service, read 10:42.",
    );
  });

  it("says why it is a conflict", () => {
    const note = (change: Partial<PayloadState>, current?: PlanRow["current"]): string =>
      noteOf({ state: state("conflict", change), ...(current && { current }) }, WORDS);
    assert.equal(
      note({ comparison: compared({ theirs: ["notes"], both: ["value"] }) }),
      "The service changed `notes`. Both sides changed `value`.",
    );
    assert.equal(
      note({ comparison: compared({ mine: ["notes"] }) }),
      "The service's version differs from the one seen last; it is no longer known which fields the service changed.",
    );
    assert.equal(
      note({}, { kind: "absent", status: 410, at: 1 }),
      "The pension was seen before, but the service no longer has it (410).",
    );
  });

  it("says why it is not known, and what it was compared with", () => {
    const current = { kind: "unread", status: 405, at: 1 } as const;
    assert.equal(
      noteOf({ state: state("unknown", { basis: "seen" }), current }, WORDS),
      "It is not known whether a PUT creates or replaces the pension: this service does not allow pensions to be read." +
        " Compared with the version seen last (10:42).",
    );
    assert.equal(
      noteOf({ state: state("unknown", { basis: undefined, at: undefined }) }, WORDS),
      "It is not known whether a PUT creates or replaces the pension: the service was not read. No earlier version of this pension is known.",
    );
  });

  it("says what is wrong with it", () => {
    const problem = { what: "The payload is empty.", advice: "Write it." };
    const said = noteOf({ state: state("invalid"), problem }, WORDS);
    assert.equal(said, "The payload is empty. Write it.");
  });

  it("is counted in the summary of the plan", () => {
    const rows = (["create", "replace", "replace", "unknown", "conflict", "invalid"] as const).map(
      (effect, index) => row(`PEN-${index}`, state(effect)),
    );
    assert.equal(
      planSummary(rows, WORDS),
      "4 payloads would be written: 1 create, 2 replace, 1 unknown. 2 payloads are left out: 1 conflict, 1 invalid.",
    );
    assert.equal(
      planSummary([row("PEN-1", state("nothing"))], WORDS),
      "Nothing would be written. 1 payload is left out: 1 without a change.",
    );
    assert.equal(planSummary([], WORDS), "Nothing would be written.");
  });
});

describe("what came of many PUTs", () => {
  const done = (
    pensionId: string,
    outcome: RowOutcome,
    change: Partial<BatchRow> = {},
  ): BatchRow => ({
    ...{ file: `file:///${pensionId}`, place: `pensions/${pensionId}.pension.json` },
    pension: { connectionId: "box", clientId: CLIENT, pensionId },
    ...{ effect: "replace", changes: 2, bodyHash: "b0d1e5", outcome, problem: undefined },
    ...{ status: undefined, actionId: undefined, requestId: undefined, endedAt: undefined },
    ...change,
  });
  const batch = (rows: readonly BatchRow[], change: Partial<Batch> = {}): Batch => ({
    ...{ id: "b-1", folder: "file:///folder", isOfStaged: false, plannedAt: at("10:40:00") },
    ...{ traceId: "fpx-7", state: "finished", rows },
    ...change,
  });
  const many = (count: number, outcome: RowOutcome): BatchRow[] =>
    Array.from({ length: count }, (_none, index) => done(`PEN-${outcome}-${index}`, outcome));

  it("is one sentence where all landed", () => {
    const left = done("PEN-X", "waiting", { effect: "conflict" });
    assert.deepEqual(batchSummary(batch([...many(20, "landed"), left]), WORDS), {
      severity: "information",
      message: "20 of 20 landed.",
    });
  });

  it("names where it stopped, and what is left", () => {
    const refused = done("PEN-0007", "refused", { status: 422 });
    const rows = [...many(6, "landed"), refused, ...many(13, "waiting")];
    assert.deepEqual(batchSummary(batch(rows, { state: "stopped" }), WORDS), {
      severity: "warning",
      message: "6 of 20 landed. Stopped at PEN-0007: refused (422). 13 wait.",
    });
    const bySelf = batch([...many(1, "landed"), ...many(1, "waiting")], { state: "stopped" });
    assert.deepEqual(batchSummary(bySelf, WORDS), {
      severity: "information",
      message: "1 of 2 landed. Stopped. 1 waits.",
    });
  });

  it("claims nothing that is not known", () => {
    const rows = [...many(1, "differs"), ...many(2, "notSeen"), ...many(1, "unknown")];
    assert.equal(
      batchSummary(batch(rows, { state: "stopped" }), WORDS).message,
      "1 of 4 landed. 1 of them landed with other values than were sent." +
        " 2 were accepted, but what landed could not be checked." +
        " Stopped at PEN-unknown-0: not known. For 1 it is not known whether it landed.",
    );
    assert.equal(batchSummary(batch(rows), WORDS).severity, "warning");
    const running = batch(many(1, "unknown"), { state: "running" });
    assert.equal(batchSummary(running, WORDS).severity, "information");
    const planned = batch(many(2, "waiting"), { state: "planned", traceId: undefined });
    assert.equal(batchSummary(planned, WORDS).message, "0 of 2 landed. Nothing was sent yet.");
  });

  it("tells of a PUT that may have landed, also where its payload is left out since", () => {
    const { problem, status, actionId, endedAt } = done("PEN-1", "unknown");
    const one = {
      outcome: "unknown",
      problem,
      status,
      actionId,
      requestId: "r-1",
      endedAt,
    } as const;
    const unread = done("PEN-1", "unknown", { effect: "invalid", requestId: "r-1" });
    const conflict = done("PEN-1", "waiting", { effect: "conflict", earlier: [one] });
    const shown = {
      ...{ place: (place: string) => place, client: () => "C", connection: () => "Sandbox" },
      ...{ problem: () => "", said: () => [] },
    };
    for (const row of [unread, conflict]) {
      const finished = batch([...many(19, "landed"), row]);
      assert.deepEqual(batchSummary(finished, WORDS), {
        severity: "warning",
        message: "19 of 20 landed. For 1 it is not known whether it landed.",
      });
      assert.equal(listedBatch(finished, WORDS).description, "19 landed, 1 not known");
      assert.equal(sentOf(finished, WORDS), "20 of 20 sent");
      const report = reportText(finished, shown, WORDS);
      assert.match(report, /^# .*PUT of 20 pensions$/m);
      assert.match(report, /Not known, request id `r-1`|Request id: `r-1`/);
      assert.doesNotMatch(report, /^## Left out$/m);
    }
    const report = reportText(batch([conflict]), shown, WORDS);
    assert.match(report, /^## `pensions\/PEN-1.pension.json`: Left out$/m);
    const refused = { ...conflict, earlier: [{ ...one, outcome: "refused" as const }] };
    assert.equal(batchSummary(batch([refused]), WORDS).severity, "warning");
  });

  it("is told to the id and in UTC, and masked where it has to be", () => {
    const refused = done("PEN-7", "refused", {
      ...{ status: 422, requestId: "r-78", actionId: "a-78", endedAt: at("10:41:02") },
      problem: { kind: "service", code: "service/422", status: 422 },
    });
    const left = done("PEN-X", "waiting", { effect: "conflict" });
    const { outcome, problem, status, actionId, requestId, endedAt } = refused;
    const earlier = [{ outcome, problem, status, actionId, requestId, endedAt }];
    const landed = done("PEN-6", "landed", { status: 200, requestId: "r-77", earlier });
    const rows = [landed, refused, left];
    const text = reportText(
      batch(rows, { state: "stopped" }),
      {
        place: (place) => place.replace("pensions", "····"),
        client: (id) => `${id.slice(0, 4)}····`,
        connection: () => "Sand`box",
        problem: ({ code }) => `Because of ${code}.`,
        said: (id) =>
          id === "a-78"
            ? [
                { path: ["funds", 0, "units"], message: "must be [a](command:x) number" },
                { path: [], message: "`try` again" },
              ]
            : [],
      },
      WORDS,
    );
    assert.equal(
      text,
      [
        "# Financial Planning Open API: PUT of 2 pensions",
        "",
        "1 of 2 landed, one of them at attempt 2. Stopped at PEN-7: refused (422).",
        "",
        "- Trace id: `fpx-7`",
        "- Planned: 2026-11-21T10:40:00.000Z (all times are UTC)",
        "- Last PUT ended: 2026-11-21T10:41:02.000Z",
        "- Connection: ``Sand`box``",
        "",
        "## `····/PEN-6.pension.json`: Landed",
        "",
        "- Pension: `PEN-6` of client `8e0c····`, ``Sand`box``",
        "- Planned as: Replace, fields: 2",
        "- Status: 200",
        "- Request id: `r-77`",
        "- Attempt 1: Refused (422), request id `r-78`, ended 2026-11-21T10:41:02.000Z. Because of service/422.",
        "  - The service says: ``funds[0].units: must be [a](command:x) number; `try` again``",
        "",
        "## `····/PEN-7.pension.json`: Refused",
        "",
        "- Pension: `PEN-7` of client `8e0c····`, ``Sand`box``",
        "- Planned as: Replace, fields: 2",
        "- Status: 422",
        "- Request id: `r-78`",
        "- Ended: 2026-11-21T10:41:02.000Z",
        "- Why: Because of service/422.",
        "- The service says: ``funds[0].units: must be [a](command:x) number; `try` again``",
        "",
        "## Left out",
        "",
        "- `····/PEN-X.pension.json`: Conflict",
        "",
      ].join("\n"),
    );
    assert.doesNotMatch(text, /b0d1e5/);
  });
});
