import assert from "node:assert/strict";
import fc from "fast-check";
import { placesOfSame } from "../../../../src/features/sourceControl/common/placesOfSame";
import type {
  KnownState,
  PayloadEffect,
  PayloadState,
} from "../../../../src/features/sourceControl/common/state";
import {
  groupOf,
  judge,
  type Judging,
  stateOfJudged,
} from "../../../../src/features/sourceControl/common/stateOf";
import type { PayloadSource } from "../../../../src/features/sourceControl/common/plan";
import { hashText } from "../../../../src/features/pensions/common/writing/version";
import { runs } from "../../../fakes/runs";
import { aWrite, JUDGING, key, knowing, source, version } from "./support";

/** A payload, compared with what is known. */
async function stateOf(
  payload: PayloadSource & { readonly samePlace?: string | undefined },
  knownState: KnownState,
  by: Judging,
): Promise<PayloadState> {
  return stateOfJudged(await judge(payload, by), knownState, by.schema);
}

const BASE = '{"provider":"Aviva","notes":"a"}';
const MINE = '{"provider":"Aviva","notes":"mine"}';
const THEIRS = '{"provider":"Aviva","notes":"theirs"}';
const OTHER_FIELD = '{"provider":"Zurich","notes":"a"}';

const present = (text: string): KnownState["current"] => ({ kind: "present", ...version(text) });
const absent: KnownState["current"] = { kind: "absent", status: 404, at: 1_000 };
const unread: KnownState["current"] = { kind: "unread", status: 405, at: 1_000 };
const seen = (text: string): Partial<KnownState> => ({
  seen: version(text),
  seenMetadata: version(text),
});
/** As the answer of a PUT showed it. */
const written = (text: string): Partial<KnownState> => ({
  seen: { ...version(text), by: "write" },
  seenMetadata: { ...version(text), by: "write" },
});
const forgotten: Partial<KnownState> = { seenMetadata: version(BASE) };

describe("what a payload would do", () => {
  const cases: readonly (readonly [
    what: string,
    mine: string,
    known: Partial<KnownState>,
    effect: PayloadEffect,
    basis: "now" | "seen" | undefined,
  ])[] = [
    ["creates what was never there", MINE, { current: absent }, "create", "now"],
    ["creates what was deleted here", MINE, { current: absent, write: deleted() }, "create", "now"],
    [
      "creates what was deleted here without an answer",
      MINE,
      { current: absent, ...seen(BASE), write: deleted("unknown") },
      "create",
      "now",
    ],
    [
      "takes for a conflict what went away",
      MINE,
      { current: absent, ...seen(BASE) },
      "conflict",
      "now",
    ],
    [
      "takes for a conflict what was written, was shown and went away",
      MINE,
      { current: absent, ...seen(BASE), write: aWrite() },
      "conflict",
      "now",
    ],
    [
      "does not know of what a service took that shows none by a read",
      MINE,
      { current: absent, ...written(BASE), write: aWrite(), isAbsent: true },
      "unknown",
      "seen",
    ],
    [
      "changes nothing of what such a service took",
      BASE,
      { current: absent, ...written(BASE), write: aWrite(), isAbsent: true },
      "nothing",
      "seen",
    ],
    [
      "does not know of what such a service took without an answer's body",
      MINE,
      { current: absent, write: aWrite(), isAbsent: true },
      "unknown",
      undefined,
    ],
    [
      "does not know of it either after a later write that was refused",
      MINE,
      { current: absent, ...written(BASE), write: aWrite({ outcome: "refused" }), isTaken: true },
      "unknown",
      "seen",
    ],
    [
      "takes a refused delete for none",
      MINE,
      { current: absent, ...seen(BASE), write: deleted("refused") },
      "conflict",
      "now",
    ],
    [
      "replaces what nobody else changed",
      MINE,
      { current: present(BASE), ...seen(BASE) },
      "replace",
      "now",
    ],
    ["replaces what was never seen before", MINE, { current: present(THEIRS) }, "replace", "now"],
    ["would put back", MINE, { current: present(OTHER_FIELD), ...seen(BASE) }, "conflict", "now"],
    ["both changed one", MINE, { current: present(THEIRS), ...seen(BASE) }, "conflict", "now"],
    ["both changed it alike", MINE, { current: present(MINE), ...seen(BASE) }, "nothing", "now"],
    [
      "forgot what it began from",
      MINE,
      { current: present(THEIRS), ...forgotten },
      "conflict",
      "now",
    ],
    [
      "forgot it, and it is the same",
      MINE,
      { current: present(BASE), ...forgotten },
      "replace",
      "now",
    ],
    [
      "changes nothing, whatever is forgotten",
      THEIRS,
      { current: present(THEIRS), ...forgotten },
      "nothing",
      "now",
    ],
    ["is not known at all", MINE, {}, "unknown", undefined],
    ["could not be read", MINE, { current: unread }, "unknown", undefined],
    ["could not be read and was seen", MINE, { current: unread, ...seen(BASE) }, "unknown", "seen"],
    ["is as it was seen", BASE, { current: unread, ...seen(BASE) }, "nothing", "seen"],
    ["is as it was seen, not read yet", BASE, seen(BASE), "nothing", "seen"],
    [
      "may have been written otherwise since",
      BASE,
      { ...seen(BASE), write: aWrite({ outcome: "unknown" }) },
      "unknown",
      "seen",
    ],
    [
      "is as it was written",
      MINE,
      { write: aWrite({ bodyHash: hashText(MINE) }) },
      "nothing",
      "seen",
    ],
    [
      "is as it was written, which was refused",
      MINE,
      { write: aWrite({ bodyHash: hashText(MINE), outcome: "refused" }) },
      "unknown",
      undefined,
    ],
    ["was said to be gone", BASE, { ...seen(BASE), isAbsent: true }, "unknown", undefined],
  ];
  for (const [what, mine, known, effect, basis] of cases) {
    it(what, async () => {
      const state = await stateOf(source(mine), knowing(known), JUDGING);
      assert.deepEqual([state.effect, state.basis, state.problem], [effect, basis, undefined]);
    });
  }

  it("says when the service showed it, and how many fields would change", async () => {
    const state = await stateOf(source(MINE), knowing({ current: present(BASE) }), JUDGING);
    assert.deepEqual([state.at, state.comparison?.changes], [1_000, 1]);
  });

  it("leaves the service's own fields out of it", async () => {
    const known = knowing({
      current: present('{"provider":"Aviva","notes":"a","lastUpdated":"2026-02-01T00:00:00Z"}'),
      ...seen('{"provider":"Aviva","notes":"a","lastUpdated":"2026-01-01T00:00:00Z"}'),
    });
    assert.equal((await stateOf(source(BASE), known, JUDGING)).effect, "nothing");
    assert.equal((await stateOf(source(MINE), known, JUDGING)).effect, "replace");
  });
});

describe("the effects of any three versions", () => {
  const fields = fc.dictionary(
    fc.constantFrom("provider", "notes", "schemeName"),
    fc.constantFrom("a", "b", "c"),
    { noNullPrototype: true },
  );
  const reads = fc.constantFrom("present", "absent", "unread", "none");
  const memories = fc.constantFrom("text", "facts", "none");

  it("are those of the table", async () => {
    const situations = fc.record({
      base: fields,
      mine: fields,
      theirs: fields,
      read: reads,
      memory: memories,
    });
    await fc.assert(
      fc.asyncProperty(situations, async ({ base, mine, theirs, read, memory }) => {
        const [baseText, theirsText] = [JSON.stringify(base), JSON.stringify(theirs)];
        const currents = { present: present(theirsText), absent, unread, none: undefined };
        const facts = memory === "none" ? undefined : version(baseText);
        const isKnown =
          memory === "text" || (read === "present" && facts?.hash === hashText(theirsText));
        const known = knowing({
          ...{ current: currents[read], seenMetadata: facts },
          seen: isKnown ? facts : undefined,
        });
        const { effect } = await stateOf(source(JSON.stringify(mine)), known, UNGATED);
        const isBase = facts === undefined ? "none" : isKnown ? "text" : "facts";
        assert.equal(effect, expected({ base, mine, theirs, read, memory: isBase }));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("payloads that are not sent", () => {
  const hostile: readonly (readonly [string, string, string])[] = [
    ["nothing", "", "payload/empty"],
    ["no JSON", "{ provider: 1 }", "payload/syntax"],
    ["a comment", '{"a":1} // so', "payload/syntax"],
    ["a list", "[]", "payload/notObject"],
    ["half a character", '{"notes":"\uD800"}', "payload/notUnicode"],
    ["too deep", `${'{"a":'.repeat(600)}1${"}".repeat(600)}`, "payload/tooDeep"],
    ["too deep in lists", "[".repeat(100_000), "payload/tooDeep"],
    [
      "half a character of many",
      `{"notes":"${"x".repeat(3_000_000)}\uDC00"}`,
      "payload/notUnicode",
    ],
  ];
  for (const [what, text, code] of hostile) {
    it(what, async () => {
      const { effect, problem, basis } = await stateOf(
        source(text),
        knowing({ current: present(BASE) }),
        JUDGING,
      );
      assert.deepEqual([effect, problem?.code, basis], ["invalid", code, undefined]);
    });
  }

  it("says where the first field is that does not fit the definition", async () => {
    const text = '{\n  "provider": 7,\n  "notes": 8\n}';
    const { effect, problem } = await stateOf(source(text), knowing(), JUDGING);
    const { count, line, column, message, one } = problem?.values ?? {};
    assert.deepEqual(
      [effect, problem?.code, count, line, column, message, one],
      ["invalid", "batch/schema", 2, 2, 15, "must be {0}", "string"],
    );
  });

  it("does not hold a payload back for a schema that cannot be used", async () => {
    const by = { ...JUDGING, definition: '{"openapi":"3.1.0"}' };
    const state = await stateOf(source('{"provider":7}'), knowing({ current: absent }), by);
    assert.deepEqual([state.effect, state.isUnchecked], ["create", true]);
  });

  const targets: readonly (readonly [Partial<PayloadSource> & { samePlace?: string }, string])[] = [
    [{ pension: undefined }, "batch/noTarget"],
    [{ pension: undefined, isConnectionGone: true }, "batch/connectionGone"],
    [{ samePlace: "copy.json" }, "batch/samePension"],
  ];
  for (const [change, code] of targets) {
    it(code, async () => {
      const state = await stateOf({ ...source(MINE), ...change }, knowing(), JUDGING);
      assert.deepEqual([state.effect, state.problem?.code], ["invalid", code]);
    });
  }

  it("are sent with duplicate names and values of any size, as they stand", async () => {
    const twice = '{"notes":"a","notes":"b"}';
    const { payload, problem } = await judge(source(twice), JUDGING);
    assert.deepEqual([payload?.text, problem], [twice, undefined]);
    const state = await stateOf(
      source(twice),
      knowing({ current: present('{"notes":"b"}') }),
      JUDGING,
    );
    assert.equal(state.effect, "nothing");
    const huge = `{"notes":"${"x".repeat(2_000_000)}"}`;
    const whole = await stateOf(source(huge), knowing({ current: present(huge) }), JUDGING);
    assert.equal(whole.effect, "nothing");
  });
});

describe("payloads of one pension", () => {
  it("name one another, ids of clients in either case, through one connection", () => {
    const upper = key("PEN-1");
    const places = placesOfSame([
      { file: "a", place: "a.json", pension: upper },
      { file: "b", place: "b.json", pension: { ...upper, clientId: upper.clientId.toUpperCase() } },
      { file: "c", place: "c.json", pension: upper },
      { file: "d", place: "d.json", pension: key("PEN-1", "other") },
      { file: "e", place: "e.json", pension: key("pen-1") },
      { file: "f", place: "f.json", pension: undefined },
      { file: "g", place: "g.json", pension: undefined },
    ]);
    assert.deepEqual(
      [...places],
      [
        ["a", "b.json"],
        ["b", "a.json"],
        ["c", "a.json"],
      ],
    );
  });
});

describe("the group of a payload", () => {
  it("is one, and staged goes before all others", () => {
    const groups = (isStaged: boolean): unknown[] =>
      (["create", "replace", "conflict", "invalid", "nothing"] as const).map((effect) =>
        groupOf({ effect, basis: "now" }, isStaged),
      );
    assert.deepEqual(groups(false), ["changes", "changes", "conflicts", "invalid", undefined]);
    assert.deepEqual(new Set(groups(true)), new Set(["staged"]));
    assert.equal(groupOf({ effect: "unknown", basis: "seen" }, false), "changes");
    assert.equal(groupOf({ effect: "unknown", basis: undefined }, false), "unknown");
  });
});

const UNGATED = {
  ...JUDGING,
  check: () => Promise.resolve({ unusable: false, findings: [], more: 0 }),
};

type Fields = Readonly<Record<string, string>>;

interface WriteContext {
  readonly base: Fields;
  readonly mine: Fields;
  readonly theirs: Fields;
  readonly read: "present" | "absent" | "unread" | "none";
  /** What is known of the base: all, that there was one, nothing. */
  readonly memory: "text" | "facts" | "none";
}

/** The table of effects, by plain values. */
function expected({ base, mine, theirs, read, memory }: WriteContext): PayloadEffect {
  const names = [...new Set([base, mine, theirs].flatMap((fields) => Object.keys(fields)))];
  const differs = (one: Fields, other: Fields): readonly string[] =>
    names.filter((name) => one[name] !== other[name]);
  switch (read) {
    case "absent":
      return memory === "none" ? "create" : "conflict";
    case "present": {
      const changed = differs(mine, theirs);
      const isTheirs = changed.some((name) => differs(base, theirs).includes(name));
      const isConflict = memory === "facts" || (memory === "text" && isTheirs);
      return changed.length === 0 ? "nothing" : isConflict ? "conflict" : "replace";
    }
    default:
      return memory === "text" && differs(mine, base).length === 0 ? "nothing" : "unknown";
  }
}

function deleted(
  outcome: "deleted" | "unknown" | "refused" = "deleted",
): ReturnType<typeof aWrite> {
  return aWrite({ method: "DELETE", outcome });
}
