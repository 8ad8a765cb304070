import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../../fakes/editorSurfaces";
import * as v from "valibot";
import { sessionFacts, sessionTexts } from "../../../../../src/features/signIn/host/sessionFacts";
import { formLayout } from "../../../../../src/features/connections/host/form/formLayout";
import {
  formTexts,
  secretView,
  testWord,
} from "../../../../../src/features/connections/texts/formTexts";
import {
  connectionDraft,
  DRAFT_FIELDS,
  SECRET_NAMES,
} from "../../../../../src/features/connections/messages/connectionDraft";
import {
  formState,
  type FormStart,
  formToHost,
  hostToForm,
} from "../../../../../src/features/connections/messages/connectionForm";
import { accepted } from "../../../../../src/platform/base/messageSchemas";
import { sessionToHost } from "../../../../../src/features/signIn/messages/sessionPanel";
import { formatMoment, formatSpan } from "../../../../../src/platform/base/spans";
import { fillText } from "../../../../../src/platform/base/texts";
import { ACME_DRAFT, EMPTY_DRAFT } from "../../../../e2e/panels/formBed";
import { aSummary } from "../../../../e2e/panels/sessionBed";

const HINTS = { uriHandler: "vscode://a.b/callback", isLoopbackReachable: true };

const FORM: FormStart = {
  texts: formTexts(fillText),
  layout: formLayout(fillText, HINTS),
  draft: ACME_DRAFT,
  fills: 0,
  view: {
    title: "Edit",
    isChanged: true,
    problems: [{ field: "label", text: "a" }],
    secrets: SECRET_NAMES.map((name) => secretView(name, "lost", false, fillText)),
    status: "",
    notice: { what: "a", advice: "b", actions: [{ id: "c", label: "d" }] },
    test: {
      isRunning: true,
      summary: "",
      steps: [{ label: "a", state: "failed", word: testWord("failed", fillText), text: "b" }],
    },
  },
};

const SESSION = {
  texts: sessionTexts(fillText),
  view: sessionFacts(
    aSummary(),
    { environment: { word: "PRODUCTION", icon: "shield" }, state: "signed in" },
    fillText,
  ),
};

const isDraft = (value: unknown): boolean => v.is(connectionDraft, value);
const isFormStart = (value: unknown): boolean => v.is(formToHost.start.result, value);
const isSessionStart = (value: unknown): boolean => v.is(sessionToHost.start.result, value);

describe("what form and session view let in", () => {
  const starts: readonly (readonly [string, object, (value: unknown) => boolean, number])[] = [
    ["a form", FORM, isFormStart, 300],
    ["a session view", SESSION, isSessionStart, 70],
  ];
  for (const [name, start, isRight, least] of starts) {
    it(`lets in ${name} that the host made, and none with any one of its parts wrong`, () => {
      assert.equal(isRight(structuredClone(start)), true);
      const places = placesOf(start);
      for (const place of places) {
        const wrong = structuredClone(start);
        put(wrong, place, Symbol.iterator);
        assert.equal(isRight(wrong), false, place.join("."));
      }
      assert.ok(places.length > least, `${places.length} places`);
    });
  }

  it("refuses icons that are no names, and moments that are no dates", () => {
    for (const icon of ["", "a b", 'x"><img>', "x".repeat(51)]) {
      const environment = { word: "a", icon };
      assert.equal(isSessionStart({ ...SESSION, view: { ...SESSION.view, environment } }), false);
    }
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1]) {
      const facts = [{ label: "a", text: "", at }];
      assert.equal(isSessionStart({ ...SESSION, view: { ...SESSION.view, facts } }), false);
    }
  });

  it("takes drafts with all fields and no others, filled ones with any of them", () => {
    assert.equal(DRAFT_FIELDS.length, Object.keys(EMPTY_DRAFT).length);
    assert.equal(isDraft({ ...EMPTY_DRAFT }), true);
    assert.equal(isDraft({ ...EMPTY_DRAFT, subscriptionKey: "x" }), false);
    assert.equal(isDraft({ ...EMPTY_DRAFT, label: "x".repeat(20_001) }), false);
    assert.equal(isDraft({ ...EMPTY_DRAFT, environment: "test" }), false);
    const { parameters } = hostToForm.fill;
    assert.deepEqual(
      [{ label: "x" }, {}, { label: 1 }, { constructor: "x" }, { accessModel: "x" }].map((draft) =>
        v.is(parameters, { draft }),
      ),
      [true, true, false, false, false],
    );
  });

  it("reads a kept state, its place only where it is one", () => {
    const state = { version: 1, draft: ACME_DRAFT, fills: 3, top: 12 };
    assert.deepEqual(accepted(formState, state), state);
    assert.equal(accepted(formState, { ...state, top: -1 })?.top, 0);
    assert.equal(accepted(formState, { ...state, version: 2 }), undefined);
    assert.equal(accepted(formState, { ...state, draft: {} }), undefined);
    assert.equal(accepted(formState, { ...state, fills: -1 }), undefined);
  });
});

describe("the layout of the connection form", () => {
  const { where, identity, credentials, more } = formLayout(fillText, HINTS);
  const fields = [where, identity, credentials, more].flatMap((section) => section.fields);

  it("has every field of a draft once, and none for a secret", () => {
    assert.deepEqual(fields.map(({ name }) => name).sort(), [...DRAFT_FIELDS].sort());
    assert.deepEqual(credentials.fields, []);
  });

  it("offers the values that a draft can have, and only these", () => {
    for (const { name, choices } of fields.filter((field) => field.choices.length > 0)) {
      for (const { value } of choices) {
        assert.equal(isDraft({ ...EMPTY_DRAFT, [name]: value }), true, `${name} ${value}`);
      }
    }
  });

  it("says what to register where a browser cannot reach this machine", () => {
    const hints = formLayout(fillText, { ...HINTS, isLoopbackReachable: false }).callbackHints;
    assert.match(hints[1]?.note ?? "", /you will paste the address/);
  });
});

describe("spans of time", () => {
  const cases: readonly (readonly [milliseconds: number, text: string])[] = [
    [0, "0 sec"],
    [999, "0 sec"],
    [59_999, "59 sec"],
    [-90_000, "1 min 30 sec"],
    [3_600_000, "1 hr"],
    [3_660_000, "1 hr 1 min"],
    [86_400_000 * 6 + 3_600_000 * 4 + 59_000, "6 days 4 hr"],
    [86_400_000 + 60_000, "1 day"],
  ];
  for (const [milliseconds, text] of cases) {
    it(`writes ${milliseconds} ms as ${text}`, () =>
      assert.equal(formatSpan(milliseconds, "en"), text));
  }

  it("writes in the user's language, and in English where the engine knows none", () => {
    assert.equal(formatSpan(90_000, "de"), "1 Min. 30 Sek.");
    assert.equal(formatSpan(90_000, "qps-ploc"), "1 min 30 sec");
    const noon = new Date(2026, 10, 21, 12, 0, 0).getTime();
    assert.equal(formatMoment(noon, "de"), "21.11.2026, 12:00:00");
  });
});

/** The way to each value that is no object, at every level. */
function placesOf(value: unknown, way: readonly string[] = []): readonly (readonly string[])[] {
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => placesOf(member, [...way, name]))
    : [way];
}

function put(root: object, way: readonly string[], value: unknown): void {
  const owner = way
    .slice(0, -1)
    .reduce<object>((at, name) => Reflect.get(at, name) as object, root);
  Reflect.set(owner, way.at(-1) ?? "", value);
}
