import assert from "node:assert/strict";
import { readConsentEnd, writeConsentEnd } from "../../../../src/platform/auth/typedConsentEnd";
import { ConsentWatch, type Consent } from "../../../../src/platform/auth/consentWatch";
import {
  dueWarning,
  isGiven,
  untilNextWarning,
  type GivenWarning,
} from "../../../../src/platform/auth/consentWarnings";
import { pastedState } from "../../../../src/platform/auth/pastedState";
import { VirtualClock } from "../http/support/virtualClock";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("the end of a consent", () => {
  it("is warned of 7 days, 1 day and 1 hour before, and then said", () => {
    const end = 1_000 * DAY;
    const due = (before: number): string | undefined => dueWarning(end, end - before);
    assert.deepEqual([7 * DAY + 1, 7 * DAY, DAY + 1, DAY, HOUR + 1, HOUR, 1, 0, -DAY].map(due), [
      undefined,
      "week",
      "week",
      "day",
      "day",
      "hour",
      "hour",
      "ended",
      "ended",
    ]);
    const left = (before: number): number | undefined => untilNextWarning(end, end - before);
    assert.deepEqual([8 * DAY, 7 * DAY, DAY, HOUR, 0].map(left), [
      DAY,
      6 * DAY,
      23 * HOUR,
      HOUR,
      undefined,
    ]);
  });

  it("is warned of once for each time, and anew for another end", () => {
    const given: GivenWarning = { endsAt: 5, warning: "day" };
    assert.equal(isGiven(undefined, given), false);
    assert.equal(isGiven(given, given), true);
    assert.equal(isGiven(given, { endsAt: 5, warning: "week" }), true);
    assert.equal(isGiven(given, { endsAt: 5, warning: "hour" }), false);
    assert.equal(isGiven(given, { endsAt: 6, warning: "day" }), false);
  });

  it("is read as it is typed", () => {
    const local = (...parts: [number, number, number, number?, number?]): number => {
      const [year, month, day, hour = 0, minute = 0] = parts;
      return new Date(year, month - 1, day, hour, minute).getTime();
    };
    assert.equal(readConsentEnd("2026-12-31"), local(2027, 1, 1));
    assert.equal(readConsentEnd(" 2026-12-31 17:30 "), local(2026, 12, 31, 17, 30));
    assert.equal(readConsentEnd("2028-02-29T00:00"), local(2028, 2, 29));
    const wrong = ["", "soon", "31.12.2026", "2026-13-01", "2026-00-10", "2026-02-30", "2026-1-1"];
    for (const text of [...wrong, "2026-12-31 24:00", "2026-12-31 10:60", "2026-12-31Z"]) {
      assert.equal(readConsentEnd(text), undefined, text);
    }
    const at = local(2026, 3, 4, 5, 6);
    assert.equal(writeConsentEnd(at), "2026-03-04 05:06");
    assert.equal(readConsentEnd(writeConsentEnd(at)), at);
  });
});

describe("the watch over consents", () => {
  let clock: VirtualClock;
  let consents: readonly Consent[];
  let isFocused: boolean;
  let said: string[];
  let kept: Map<string, GivenWarning>;

  beforeEach(() => {
    clock = new VirtualClock();
    consents = [{ connectionId: "a", endsAt: clock.now() + 10 * DAY }];
    isFocused = true;
    said = [];
    kept = new Map();
  });

  function openWindow(): ConsentWatch {
    return new ConsentWatch({
      clock,
      consents: () => consents,
      given: (id) => kept.get(id),
      note: (id, given) => {
        kept.set(id, given);
        return Promise.resolve();
      },
      isFocused: () => isFocused,
      warn: (id, { warning }) => said.push(`${id} ${warning}`),
    });
  }

  const pass = (days: number): void => {
    for (let hours = 0; hours < days * 24; hours++) {
      clock.advance(HOUR);
    }
  };

  it("speaks four times, and leaves no timer", () => {
    const watch = openWindow();
    watch.check();
    pass(11);
    assert.deepEqual(said, ["a week", "a day", "a hour", "a ended"]);
    assert.equal(clock.pending, 0);
  });

  it("speaks at the time, not up to an hour later", () => {
    consents = [{ connectionId: "a", endsAt: clock.now() + DAY + 90 * 60_000 }];
    openWindow().check();
    assert.deepEqual(said, ["a week"]);
    clock.advance(HOUR);
    assert.deepEqual(clock.dueIn, [HOUR / 2]);
    clock.advance(HOUR / 2);
    assert.deepEqual(said, ["a week", "a day"]);
  });

  it("says the most urgent alone after a long sleep", () => {
    openWindow().check();
    clock.advance(9 * DAY + 12 * HOUR);
    assert.deepEqual(said, ["a day"]);
  });

  it("speaks in one window, the one in front, also after a restart", () => {
    const one = openWindow();
    const other = openWindow();
    isFocused = false;
    one.check();
    clock.advance(4 * DAY);
    assert.deepEqual(said, []);
    isFocused = true;
    one.check();
    other.check();
    openWindow().check();
    assert.deepEqual(said, ["a week"]);
  });

  it("begins anew with a renewed consent, and keeps still when there is none", () => {
    const watch = openWindow();
    watch.check();
    pass(4);
    consents = [{ connectionId: "a", endsAt: clock.now() + 3 * DAY }];
    watch.check();
    assert.deepEqual(said, ["a week", "a week"]);
    consents = [];
    watch.check();
    assert.equal(clock.pending, 0);
  });

  it("does not say what the user has just typed", async () => {
    const watch = openWindow();
    const consent = { connectionId: "a", endsAt: clock.now() + 2 * DAY };
    await watch.skip(consent);
    consents = [consent];
    watch.check();
    assert.deepEqual(said, []);
    pass(2);
    assert.deepEqual(said, ["a day", "a hour", "a ended"]);
  });

  it("is over with its window", () => {
    const watch = openWindow();
    watch.check();
    watch.dispose();
    assert.equal(clock.pending, 0);
  });
});

describe("the state in a pasted address", () => {
  const state = "kX1-genuine_state-7Qp";
  const cases: readonly (readonly [string, string | undefined])[] = [
    [`https://app.example/cb?code=a&state=${state}`, state],
    [`  https://app.example/cb#state=${state}&code=a\n`, state],
    [`https://app.example/cb?state=${state}#`, state],
    [`https://app.example/cb?state=${state}&state=${state}`, undefined],
    [`https://app.example/cb?state=${state}#state=${state}`, undefined],
    [`https://app.example/cb?state=${state}%26code=b`, undefined],
    [`https://app.example/cb?xstate=${state}`, undefined],
    ["https://app.example/cb?state=short", undefined],
    ["https://app.example/cb", undefined],
    ["", undefined],
  ];
  for (const [text, found] of cases) {
    it(`of '${text.trim()}'`, () => assert.equal(pastedState(text), found));
  }
});
