import assert from "node:assert/strict";
import { Coalescer } from "../../../../src/features/requests/host/coalesce";
import { RequestLines } from "../../../../src/features/requests/host/requestLines";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import type { Action } from "../../../../src/platform/base/action";
import {
  type LinesAnswer,
  type LinesQuery,
  NO_FILTER,
} from "../../../../src/features/requests/messages/requestsView";
import { fillText } from "../../../../src/platform/base/texts";
import { anAction, anAttempt } from "../../../fakes/action";
import { aHistory } from "../../../fakes/history";
import { VirtualClock } from "../../platform/http/support/virtualClock";

describe("lines of the requests view", () => {
  const actions = (attempts: readonly number[]): readonly Action[] =>
    attempts.map((count, index) =>
      anAction({
        id: `a${index}`,
        startedAt: index,
        attempts: Array.from({ length: count }, (_, at) =>
          anAttempt({ number: at + 1, status: 200 }),
        ),
      }),
    );
  const linesOf = (counts: readonly number[]): RequestLines =>
    new RequestLines({
      history: aHistory(actions(counts)),
      t: fillText,
      language: "en",
      environment: () => ({ word: "Sandbox", icon: "beaker" }),
      now: () => 0,
    });
  const ask = (lines: RequestLines, query: Partial<LinesQuery>): LinesAnswer =>
    lines.answer({ filter: NO_FILTER, expanded: [], from: 0, count: 100, find: [], ...query });
  const names = ({ rows }: LinesAnswer): readonly string[] =>
    rows.map((row) => (row.kind === "action" ? row.actionId : `${row.actionId}/${row.attempt}`));

  it("stand newest first, the attempts of what is expanded under it", () => {
    const answer = ask(linesOf([1, 3, 0, 2]), { expanded: ["a1", "a3", "a2", "nobody"] });
    assert.deepEqual(names(answer), [
      ...["a3", "a3/1", "a3/2", "a2", "a1", "a1/1", "a1/2", "a1/3", "a0"],
    ]);
    assert.deepEqual([answer.total, answer.actions, answer.all], [9, 4, 4]);
  });

  it("are all that stand between two actions, however far apart, the nearest first", () => {
    const lines = linesOf(Array.from({ length: 3_000 }, (_, index) => (index === 2_990 ? 5 : 1)));
    const query = { filter: NO_FILTER, expanded: ["a2990"] };
    const down = lines.range({ ...query, anchor: "a2999", end: "a2500", line: 0 });
    assert.deepEqual([down.actionIds.length, down.total], [500, 500]);
    assert.deepEqual([down.actionIds[0], down.actionIds.at(-1)], ["a2999", "a2500"]);
    // The end is not known by name: five lines more stand above it.
    const { actionIds } = lines.range({ ...query, anchor: "a2990", line: 20 });
    assert.deepEqual([actionIds[0], actionIds.at(-1)], ["a2990", "a2984"]);
    const up = lines.range({ ...query, anchor: "a0", end: "a2999", line: 0 });
    assert.deepEqual([up.actionIds.length, up.total], [1_000, 3_000]);
    assert.deepEqual([up.actionIds[0], up.actionIds.at(-1)], ["a0", "a999"]);
    const gone = lines.range({ ...query, anchor: "gone", end: "gone", line: 9_999 });
    assert.deepEqual(gone, { actionIds: ["a0"], total: 1 });
    assert.deepEqual(linesOf([]).range({ ...query, anchor: "a", line: 0 }), {
      ...{ actionIds: [], total: 0 },
    });
  });

  it("tell which of the kept attempts each is, whatever its number", () => {
    const attempts = [1, 2, 900].map((number) => anAttempt({ number, status: 200 }));
    const lines = new RequestLines({
      ...{ history: aHistory([anAction({ id: "walk", attempts })]), t: fillText, language: "en" },
      environment: () => ({ word: "Sandbox", icon: "beaker" }),
      now: () => 0,
    });
    const { rows } = ask(lines, { expanded: ["walk"] });
    assert.deepEqual(
      rows.flatMap((row) => (row.kind === "attempt" ? [[row.attempt, row.place]] : [])),
      [
        [1, 1],
        [2, 2],
        [900, 3],
      ],
    );
  });

  it("call what the user did not wait for cancelled, on the wire or in a wait", () => {
    const [canceled, disposed] = ["canceled/byUser", "canceled/disposed"].map((failure) => {
      const attempt = anAttempt({ failure });
      Reflect.deleteProperty(attempt, "status");
      return attempt;
    });
    const history = aHistory([
      anAction({ id: "closed", startedAt: 0, attempts: [disposed!], isCanceled: true }),
      anAction({ id: "sent", startedAt: 1, attempts: [canceled!], isCanceled: true }),
      anAction({
        ...{ id: "waited", startedAt: 2, attempts: [anAttempt({ status: 503 })] },
        isCanceled: true,
      }),
      anAction({ id: "queued", startedAt: 3, attempts: [], isCanceled: true }),
    ]);
    const lines = new RequestLines({
      ...{ history, t: fillText, language: "en", now: () => 0 },
      environment: () => ({ word: "Sandbox", icon: "beaker" }),
    });
    const { rows } = ask(lines, { expanded: ["sent"] });
    assert.deepEqual(
      rows.map(({ actionId, outcome, status }) => [actionId, outcome, status]),
      [
        ["queued", "canceled", "cancelled"],
        ["waited", "canceled", "503→cancelled"],
        ["sent", "canceled", "cancelled"],
        ["sent", "canceled", "cancelled"],
        ["closed", "canceled", "cancelled"],
      ],
    );
    assert.equal(ask(lines, { filter: { ...NO_FILTER, outcome: "failed" } }).total, 0);
  });

  it("are the same in every slice, and every one is found where it stands", () => {
    const lines = linesOf([2, 1, 5, 0, 3, 1]);
    const expanded = ["a5", "a2", "a0"];
    const whole = names(ask(lines, { expanded }));
    for (let from = 0; from <= whole.length; from++) {
      for (const count of [1, 2, 100]) {
        assert.deepEqual(
          names(ask(lines, { expanded, from, count })),
          whole.slice(from, from + count),
        );
      }
    }
    const all = ask(lines, { expanded });
    for (const [index, row] of all.rows.entries()) {
      const place = row.kind === "action" ? row : { actionId: row.actionId, attempt: row.attempt };
      const find = [
        { actionId: place.actionId, ...("attempt" in place && { attempt: place.attempt }) },
      ];
      assert.deepEqual(ask(lines, { expanded, find }).places, [index]);
    }
    const lost = [{ actionId: "nobody" }, { actionId: "a1", attempt: 1 }];
    assert.deepEqual(ask(lines, { expanded, find: lost }).places, [-1, -1]);
  });

  it("have pseudonyms in titles and paths that were typed, while those are wanted", () => {
    const path = "/crm/v1/clients/5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b";
    const typed = anAction({
      title: `GET ${path}`,
      attempts: [anAttempt({ pathTemplate: path, requestId: "7c1e" })],
    });
    const real = createMasking(new Uint8Array(32).fill(7));
    let masking = real;
    const lines = new RequestLines({
      ...{
        history: aHistory([typed]),
        t: fillText,
        language: "en",
        now: () => 0,
        masking: () => masking,
      },
      environment: () => ({ word: "", icon: "beaker" }),
    });
    const shown = `/crm/v1/clients/${real.maskLabel(path.split("/").at(-1)!, "id")}`;
    const texts = (): readonly string[] =>
      ask(lines, { expanded: ["a"] }).rows.map((row) =>
        row.kind === "action" ? row.title : `${row.pathTemplate} ${row.requestId}`,
      );
    assert.deepEqual(texts(), [`GET ${shown}`, `${shown} 7c1e`]);
    masking = NO_MASKING;
    lines.change();
    assert.deepEqual(texts(), [`GET ${path}`, `${path} 7c1e`]);
  });

  it("come from one reading of the history until something is recorded", () => {
    const history = aHistory(actions([1]));
    let readings = 0;
    const query = history.query.bind(history);
    history.query = (...values) => {
      readings++;
      return query(...values);
    };
    const environment = (): { word: string; icon: string } => ({ word: "", icon: "beaker" });
    const lines = new RequestLines({
      history,
      t: fillText,
      language: "en",
      environment,
      now: () => 0,
    });
    ask(lines, {});
    ask(lines, { from: 1 });
    assert.equal(readings, 1);
    assert.equal(lines.change(), 1);
    assert.deepEqual([ask(lines, {}).version, readings], [1, 2]);
    ask(lines, { filter: { ...NO_FILTER, text: "clients" } });
    assert.equal(readings, 3);
  });

  it("say of a refused attempt that it was repeated with a renewed token", () => {
    const refused = anAttempt({ status: 401, retry: { retry: false, why: "status" } });
    const attempts = [refused, { ...refused, number: 2, reason: "renewal" as const }];
    const history = aHistory([anAction({ id: "a", attempts })]);
    const environment = (): { word: string; icon: string } => ({ word: "", icon: "beaker" });
    const lines = new RequestLines({
      history,
      t: fillText,
      language: "en",
      environment,
      now: () => 0,
    });
    const { rows } = ask(lines, { expanded: ["a"] });
    assert.deepEqual(
      rows.flatMap((row) => (row.kind === "attempt" ? [row.decision] : [])),
      [
        "Repeated once with a renewed token.",
        "Not repeated: this status does not change by itself.",
      ],
    );
  });

  it("tell the trail of statuses, each once, and of many the ends", () => {
    const status = (...statuses: readonly (number | undefined)[]): string => {
      const attempts = statuses.map((found, index) => {
        const attempt = anAttempt({ number: index + 1, reason: "retry" });
        return found === undefined ? attempt : { ...attempt, status: found };
      });
      const history = aHistory([anAction({ attempts })]);
      const environment = (): { word: string; icon: string } => ({ word: "", icon: "beaker" });
      const lines = new RequestLines({
        history,
        t: fillText,
        language: "en",
        environment,
        now: () => 0,
      });
      return ask(lines, {}).rows[0]?.status ?? "";
    };
    assert.equal(status(200), "200");
    assert.equal(status(429, 429, 200), "429→200");
    assert.equal(status(401, 503, undefined), "401→503→no answer");
    assert.equal(status(401, 429, 500, 503, 200), "401→429→…→200");
    assert.equal(status(), "not sent");
    const broken = anAttempt({ status: 200, failure: "network/truncated" });
    const history = aHistory([anAction({ attempts: [broken] })]);
    const environment = (): { word: string; icon: string } => ({ word: "", icon: "beaker" });
    const lines = new RequestLines({
      history,
      t: fillText,
      language: "en",
      environment,
      now: () => 0,
    });
    assert.equal(ask(lines, {}).rows[0]?.status, "200, not whole");
  });
});

describe("news for the requests view", () => {
  it("come at once, then at most ten times a second, and none is lost", () => {
    const clock = new VirtualClock();
    const told: number[] = [];
    const start = clock.now();
    const news = new Coalescer(
      100,
      () => told.push(clock.now() - start),
      (run, milliseconds) => clock.schedule(milliseconds, run),
    );
    for (let at = 0; at < 1000; at += 10) {
      news.call();
      clock.advance(10);
    }
    assert.deepEqual(told.slice(0, 3), [0, 100, 200]);
    assert.ok(told.length <= 11, `${told.length} times`);
    clock.advance(1000);
    const before = told.length;
    clock.advance(1000);
    assert.equal(told.length, before);
    news.call();
    news.call();
    news.dispose();
    clock.advance(1000);
    assert.equal(told.length, before + 1);
  });
});
