import assert from "node:assert/strict";
import fc from "fast-check";
import { isClientId, isPensionId } from "../../../../src/features/pensions/common/target";
import { createCodes, MASK_MARK } from "../../../../src/features/privacy/common/codes";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { Masks } from "../../../../src/features/privacy/common/masks";
import { type MaskedFact, NO_MASKING } from "../../../../src/platform/base/masking";

const KEY = new Uint8Array(32).fill(7);
const ID = "5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b";

describe("masking", () => {
  const masking = createMasking(KEY);
  const text = (path: string, value: string): string =>
    masking.maskValue({ path: path.split("."), kind: "text", text: value });
  const number = (path: string, lexeme: string): string =>
    masking.maskValue({ path: path.split("."), kind: "number", text: lexeme });

  const hidden: readonly (readonly [path: string, value: string, form: RegExp])[] = [
    ["name.firstName", "Ngozi", /^Name •[0-9A-Z]{8}$/],
    ["lastname", "Okafor", /^Name •[0-9A-Z]{8}$/],
    ["name", "Okafor, Ngozi", /^Person •[0-9A-Z]{8}$/],
    ["clientName", "Ngozi Okafor", /^Person •/],
    ["adviser", "Jane Smith", /^Person •/],
    ["adviser.name", "Jane Smith", /^Person •/],
    ["clientId", ID, /^•{4}[0-9a-f]{4}-•{4}-•{4}-•{4}-•{4}[0-9a-f]{8}$/],
    ["anything", ID.toUpperCase(), /^•{4}[0-9a-f]{4}-•{4}-•{4}-•{4}-•{4}[0-9a-f]{8}$/],
    ["holdingId", "HLD-000123", /^HLD-•[0-9A-Z]{8}$/],
    ["planNumber", "P123456", /^•[0-9A-Z]{8}$/],
    ["userId", "kim.doyle", /^•[0-9A-Z]{8}$/],
    ["userId", "KIM-DOYLE", /^•[0-9A-Z]{8}$/],
    ["userId", "ngozi-okafor", /^•[0-9A-Z]{8}$/],
    ["dateOfBirth", "1961-03-02", /^•[0-9A-Z]{3}-[0-9A-Z]{2}-[0-9A-Z]{2}$/],
    ["birth_date", "02/03/1961", /^•[0-9A-Z]{3}-[0-9A-Z]{2}-[0-9A-Z]{2}$/],
    ["DOB", "2 March 1961", /^•/],
    ["contact", "n.okafor@example.com", /^•[0-9A-Z]{8}@masked\.invalid$/],
    ["anything", "01632 960123", /^•[0-9A-Z]{8}$/],
    ["address.town", "Leeds", /^•/],
    ["address.postcode", "LE12 3ZZ", /^•/],
    ["line", "LE12 3ZZ", /^•/],
    ["anything", "AB123456C", /^•/],
    ["niNumber", "AB 12 34 56 C", /^•/],
    ["notes", "Mrs Okafor moved to Leeds", /^•[0-9A-Z]{8}$/],
    ["clientCode", "okafor01", /^•/],
    ["relationshipManager", "Jane Smith", /^Person •/],
    ["title", "Report for Mrs Okafor", /^•/],
    ["asset", "12 High Street", /^•/],
    [
      "links.self",
      `/crm/v1/clients/${ID}/pensions/PEN-0042?n=2`,
      /^\/crm\/v1\/clients\/•{4}.*\/pensions\/PEN-•\w{8}\?n=2$/,
    ],
    [
      "href",
      "http://127.0.0.1:8/crm/v1/clients/0042",
      /^http:\/\/127\.0\.0\.1:8\/crm\/v1\/clients\/•\w{8}$/,
    ],
    ["balance", "£1,204.33", /^•[0-9A-Z]{6}\.••$/],
    ["error.message", "Ngozi Okafor is not yours", /^•[0-9A-Z]{8} is not •[0-9A-Z]{8}$/],
    ["message", "No access to okafor, born 1961-03-02.", /^No access to •\w{8}\.$/],
    [
      "errors.detail",
      "Client Will May (client 0042) is locked",
      /^Client •\w{8} \(client •\w{8}\)/,
    ],
    [
      "message",
      "May is not in your role. Page is: may",
      /^•\w{8} is not in your role\. •\w{8} is: may$/,
    ],
    ["error", "Kim Doyle", /^•[0-9A-Z]{8}$/],
    ["error_description", "Kim Doyle may not sign in", /^•[0-9A-Z]{8} may not sign in$/],
    ["error.title", "Kim Doyle", /^•[0-9A-Z]{8}$/],
  ];
  for (const [path, value, form] of hidden) {
    it(`hides ${path}: ${value}`, () => {
      assert.match(text(path, value), form);
    });
  }

  const readable: readonly (readonly [path: string, value: string])[] = [
    ["currency", "GBP"],
    ["maritalStatus", "civilPartnership"],
    ["employment.status", "retired"],
    ["unknown", "selfEmployed"],
    ["provider", "Aviva"],
    ["fund", "Global Equity A"],
    ["fund.name", "Global Equity A"],
    ["fundName", "Global Equity A"],
    ["schemeName", "Group Personal Pension"],
    ["isin", "GB00B41YBW71"],
    ["valuedOn", "2026-10-30"],
    ["createdAt", "2026-10-30T09:30:00.000Z"],
    ["questionnaireId", "attitude-to-risk"],
    ["riskDescription", "Lowest medium risk"],
    ["riskCode", "RC 7"],
    ["iss", "https://identity.example/v1"],
    ["error.message", "The page is too large"],
    ["detail", "pageSize must not exceed 100: ask for smaller pages."],
    ["error", "insufficient_scope"],
    ["error.code", "E 17"],
    ["anything", ""],
    ["anything", " \u00a0\t"],
  ];
  for (const [path, value] of readable) {
    it(`leaves ${path}: ${JSON.stringify(value)}`, () => {
      assert.equal(text(path, value), value);
    });
  }

  it("hides how large an amount is, and keeps its sign and its decimals", () => {
    assert.match(number("value", "-18733.19"), /^-•[0-9A-Z]{6}\.••$/);
    assert.match(number("units", "3.1000"), /^•[0-9A-Z]{6}\.••••$/);
    assert.match(number("price", "5"), /^•[0-9A-Z]{6}$/);
    assert.match(number("value", "1e300"), /^•[0-9A-Z]{6}$/);
    assert.match(number("whatever", "123456789012345678901234567890.5"), /^•[0-9A-Z]{6}\.•$/);
  });

  it("hides amounts that are named after a time or a share", () => {
    for (const name of ["incomePerYear", "shareValue", "payRate", "pensionAge2Value", "limit"]) {
      assert.match(number(name, "65000"), /^•/, name);
    }
  });

  it("leaves counts, shares, places in an order, and what is true or false", () => {
    const counts = ["riskLevel", "percentage", "totalCount", "pageSize", "retirementAge", "score"];
    for (const name of counts) {
      assert.equal(number(name, "65"), "65", name);
    }
    assert.equal(number("total", "2000"), "2000");
    assert.match(number("holding.total", "2000"), /^•/);
    const fact: MaskedFact = { path: ["isClient"], kind: "boolean", text: "true" };
    assert.equal(masking.maskValue(fact), "true");
  });

  it("gives no id that could be sent: neither pension ids nor UUIDs are taken", () => {
    assert.ok(isClientId(ID) && isPensionId("PEN-0042"));
    assert.equal(isClientId(masking.maskLabel(ID, "id")), false);
    // Any text may be a pension's id: what asks for one knows a mask by its end.
    assert.match(masking.maskLabel("PEN-0042", "id"), /•[0-9A-Z]{8}$/);
  });

  it("gives the same for the same text, key and form, in every window", () => {
    const again = createMasking(new Uint8Array(KEY));
    const other = createMasking(new Uint8Array(32).fill(8));
    fc.assert(
      fc.property(facts(), (fact) => {
        assert.equal(again.maskValue(fact), masking.maskValue(fact));
        assert.equal(masking.maskValue(fact), masking.maskValue({ ...fact }));
      }),
    );
    assert.notEqual(other.maskLabel("Okafor", "person"), masking.maskLabel("Okafor", "person"));
    assert.equal(masking.maskLabel(ID, "id"), masking.maskLabel(ID.toUpperCase(), "id"));
  });

  it("gives different masks for the clients of a list", () => {
    const count = 20_000;
    const distinct = (mask: (index: number) => string): number =>
      new Set(Array.from({ length: count }, (_, index) => mask(index))).size;
    assert.equal(
      distinct((index) => masking.maskLabel(`Okafor, Ngozi ${index}`, "person")),
      count,
    );
    assert.equal(
      distinct((index) => masking.maskLabel(`PEN-${index}`, "id")),
      count,
    );
  });

  it("lets nothing of a person through, whatever the text, in whatever direction it is read", () => {
    const personal = ["lastName", "name", "clientName", "notes", "address.line1", "email"];
    const own = fc.stringMatching(/^[\u05d0-\u05eaA-Z\u{1f600}-\u{1f64f}]{4,12}$/u);
    fc.assert(
      fc.property(own, fc.constantFrom(...personal), (name, path) => {
        fc.pre(!/^[A-Z]{2,4}$/.test(name));
        const masked = text(path, `${name} ${name}`);
        assert.ok(masked.includes(MASK_MARK), masked);
        assert.ok(!masked.includes(name), masked);
      }),
    );
  });

  it("masks what holds anything but white space, and throws for nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const masked = masking.maskLabel(value, "person");
        assert.equal(masked.includes(MASK_MARK), value.trim() !== "");
        assert.equal(typeof text("x", value), "string");
        assert.equal(typeof masking.maskText(value), "string");
      }),
    );
  });

  it("shows all of it while it is off", () => {
    fc.assert(fc.property(facts(), (fact) => assert.equal(NO_MASKING.maskValue(fact), fact.text)));
    assert.equal(NO_MASKING.maskLabel("Okafor", "person"), "Okafor");
    assert.equal(NO_MASKING.maskText(ID), ID);
  });
});

describe("masked running text", () => {
  it("has no UUID, no e-mail address and no insurance number", () => {
    const masking = createMasking(KEY);
    const masked = masking.maskText(`GET /clients/${ID}?who=a.b@example.com of AB123456C`);
    assert.match(masked, /^GET \/clients\/••••\S+\?who=•\w{8}@masked\.invalid of •\w{8}$/);
    assert.ok(masked.includes(masking.maskLabel(ID, "id")), "the same as in the tree");
  });

  it("is read in one pass, however long a word in it is", () => {
    const masking = createMasking(KEY);
    // A pattern that tries each letter as the beginning of an address needs minutes for these.
    const word = "a".repeat(2_000_000);
    assert.equal(masking.maskText(word), word);
    assert.equal(masking.maskText(`${ID}.kim@example.com`).includes("kim"), false);
    assert.equal(masking.maskText(`kim+${ID}`).includes(ID), false);
  });

  it("has but harmless words in what it quotes of the service, once and again", () => {
    const masking = createMasking(KEY);
    const said = "The service says: “No client Ngozi Okafor for kim@example.com.”";
    const once = masking.maskQuotes(said);
    assert.match(once, /^The service says: “No client •\w{8} for •\w{8}@masked\.invalid\.”$/);
    assert.deepEqual([masking.maskQuotes(once), masking.maskText(once)], [once, once]);
    assert.equal(masking.maskText(said), once);
    assert.equal(NO_MASKING.maskQuotes(said), said);
  });

  it("masks what is joined to something that is masked, and every mask of its own only once", () => {
    const masking = createMasking(KEY);
    const path = `GET /finances/v1/clients/${ID}/pensions/PEN-0042 failed`;
    const said = `“Document Okafor_Ngozi/${ID}.pdf of ${ID}'s file not found: ${path}, •Okafor.”`;
    const once = masking.maskQuotes(said);
    assert.doesNotMatch(once, /Okafor|Ngozi|0042/);
    assert.match(once, /GET \/finances\/v1\/clients\/••••\S+\/•\w{8} failed/);
    assert.match(once, /of ••••\S+'s file not found/);
    assert.equal(masking.maskQuotes(once), once);
    const masks = new Masks(createCodes(KEY));
    for (const mask of [
      ...[masks.named("Person", "a"), masks.named("Name", "a"), masks.short("a"), masks.uuid(ID)],
      ...[masks.id("PEN-0042"), masks.email("a@b.c"), masks.date("1961-03-02")],
      ...[masks.amount("-1.25"), masks.amount("12")],
    ]) {
      const quoted = `“Client ${mask} not found”`;
      assert.equal(masking.maskQuotes(quoted), quoted);
      const joined = masking.maskQuotes(`“Client Ngozi/${mask}/Okafor not found”`);
      assert.doesNotMatch(joined, /Ngozi|Okafor/);
      assert.equal(masking.maskQuotes(joined), joined);
    }
  });

  it("has no label that is known, as it stands or as people say it, and leaves other words", () => {
    const masking = createMasking(KEY);
    const sentence = "No access to Ngozi Okafor, Okafor, Ngozi or Ngozina of PEN-0042.";
    assert.equal(masking.maskText(sentence), sentence, "not known yet");
    const name = masking.maskLabel("Okafor, Ngozi", "person");
    masking.know("PEN-0042", "id");
    const id = masking.maskLabel("PEN-0042", "id");
    assert.equal(masking.maskText(sentence), `No access to ${name}, ${name} or Ngozina of ${id}.`);
  });

  it("knows dates of birth that were shown, and no others", () => {
    const masking = createMasking(KEY);
    const born = masking.maskLabel("1961-03-02", "text");
    assert.equal(
      masking.maskText("born 1961-03-02, written 2026-01-01"),
      `born ${born}, written 2026-01-01`,
    );
  });

  it("takes the longer of two known labels, and none inside a word", () => {
    const masking = createMasking(KEY);
    const short = masking.maskLabel("Ann", "person");
    const long = masking.maskLabel("Ann Lee", "person");
    assert.equal(
      masking.maskText("Ann, Ann Lee, Anna, Ann Leeson"),
      `${short}, ${long}, Anna, ${short} Leeson`,
    );
  });

  it("forgets the oldest of very many", () => {
    const masking = createMasking(KEY);
    for (let index = 0; index < 20_001; index++) {
      masking.know(`Client${index} of the list`, "person");
    }
    assert.equal(masking.maskText("Client0 of the list"), "Client0 of the list");
    assert.match(masking.maskText("Client20000 of the list"), /^Person •/);
  });
});

/** Values as rows have them. */
function facts(): fc.Arbitrary<MaskedFact> {
  return fc.record({
    path: fc.array(fc.oneof(fc.string(), fc.constantFrom("name", "id", "value", "dateOfBirth"))),
    kind: fc.constantFrom("text", "number", "boolean"),
    text: fc.oneof(fc.string({ unit: "grapheme" }), fc.double().map(String), fc.uuid()),
  });
}
