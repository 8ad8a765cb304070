import assert from "node:assert/strict";
import fc from "fast-check";
import {
  checkDraft,
  type OtherConnection,
} from "../../../../src/features/connections/common/checkDraft";
import {
  connectionOf,
  draftOf,
  emptyDraft,
} from "../../../../src/features/connections/common/draft";
import {
  describeDraft,
  describeDraftProblem,
  DRAFT_PROBLEM_CODES,
  draftFieldWord,
} from "../../../../src/features/connections/texts/draftTexts";
import { isAppError } from "../../../../src/platform/base/errors";
import { pinOrigin } from "../../../../src/platform/http/origin";
import type {
  ConnectionDraft,
  DraftField,
} from "../../../../src/features/connections/messages/connectionDraft";
import { aConnection } from "../../../fakes/connection";
import { runs } from "../../../fakes/runs";
import { aDraft, connections, wholeDrafts } from "./drafts";
import { t, WORDS } from "./words";

const OTHERS: readonly OtherConnection[] = [{ id: "other", label: "Acme production" }];
const USER = { accessModel: "userPresent", callbackUrl: "https://app.example/cb" } as const;
const HYBRID = { ...USER, responseType: "code id_token", scopes: "openid crm.read" } as const;
const BIDI = String.fromCodePoint(0x202e);

type Case = readonly [field: DraftField, change: Partial<ConnectionDraft>, code: string];

/** A field's value that does not fit, and the code of its sentence. */
const WRONG: readonly Case[] = [
  ["label", { label: "  " }, "labelMissing"],
  ["label", { label: "Acme production" }, "labelTaken"],
  ["label", { label: " ACME Production " }, "labelTaken"],
  ["label", { label: "x".repeat(61) }, "labelLong"],
  ["label", { label: "a\tb" }, "labelCharacters"],
  ["label", { label: `Acme ${BIDI}dev` }, "labelCharacters"],
  ["label", { label: "half \ud800" }, "labelCharacters"],
  ["environment", { environment: "sandbox" }, "environmentSandbox"],
  ["environment", { environment: "test" as "sandbox" }, "choiceUnknown"],
  ["baseUrl", { baseUrl: "" }, "addressMissing"],
  ["baseUrl", { baseUrl: "service.example" }, "addressUnreadable"],
  ["baseUrl", { baseUrl: "https:service.example" }, "addressUnreadable"],
  ["baseUrl", { baseUrl: "https:///service.example" }, "addressUnreadable"],
  ["baseUrl", { baseUrl: "http://service.example" }, "addressScheme"],
  ["baseUrl", { baseUrl: "http://localhost:8080" }, "addressScheme"],
  ["baseUrl", { baseUrl: "ftp://service.example" }, "addressScheme"],
  ["baseUrl", { baseUrl: "https://jo:pw@service.example" }, "addressUserInfo"],
  ["baseUrl", { baseUrl: "https://service.example?x=1" }, "addressQuery"],
  ["baseUrl", { baseUrl: "https://service.example/#" }, "addressQuery"],
  ["baseUrl", { baseUrl: "https:\\\\service.example" }, "addressCharacters"],
  ["baseUrl", { baseUrl: "https://service.exa mple" }, "addressCharacters"],
  ["baseUrl", { baseUrl: "https://service\n.example" }, "addressCharacters"],
  ["baseUrl", { baseUrl: `https://service.${BIDI}example` }, "addressCharacters"],
  ["baseUrl", { baseUrl: "https://sеrvice.example" }, "addressReadAs"],
  ["baseUrl", { baseUrl: "https://service.example." }, "addressReadAs"],
  ["baseUrl", { baseUrl: "https://service%2eexample" }, "addressReadAs"],
  ["baseUrl", { baseUrl: "https://127.1" }, "addressReadAs"],
  ["baseUrl", { baseUrl: "http://0x7f.0.0.1:80" }, "addressReadAs"],
  ["baseUrl", { baseUrl: "https://service.example/a/../b" }, "addressReadAs"],
  ["baseUrl", { baseUrl: `https://service.example/${"a".repeat(2000)}` }, "addressLong"],
  ["baseUrl", { baseUrl: "https://service.example/crm/v1/" }, "baseUrlPrefix"],
  ["crmPrefix", { crmPrefix: "crm/v1" }, "prefixFormat"],
  ["financesPrefix", { financesPrefix: "/finances/" }, "prefixFormat"],
  ["profilingPrefix", { profilingPrefix: "/.." }, "prefixFormat"],
  ["authUrl", { authUrl: "" }, "addressMissing"],
  ["authUrl", { authUrl: "https://id.example/identity" }, "authUrlSuffix"],
  ["authUrl", { authUrl: "https://id.example/identity/connect/token" }, "authUrlSuffix"],
  [
    "accessModel",
    { accessModel: "both" as "delegation", ...{ callbackUrl: "a:/b" } },
    "choiceUnknown",
  ],
  ["clientId", { clientId: "" }, "clientIdMissing"],
  ["clientId", { clientId: "two words" }, "clientIdFormat"],
  ["clientId", { clientId: "é" }, "clientIdFormat"],
  ["clientAuthentication", { clientAuthentication: "jwt" as "post" }, "choiceUnknown"],
  ["scopes", { scopes: 'crm."read"' }, "scopeFormat"],
  ["scopes", { scopes: "crm.read, finances.read" }, "scopeSeparator"],
  ["scopes", { scopes: "crm.read crm.read" }, "scopeTwice"],
  ["scopes", { ...HYBRID, scopes: "crm.read" }, "scopeOpenid"],
  ["tokenParameters", { tokenParameters: "audience" }, "parameterLine"],
  ["tokenParameters", { tokenParameters: "=x" }, "parameterLine"],
  ["tokenParameters", { tokenParameters: "a b=x" }, "parameterLine"],
  ["tokenParameters", { tokenParameters: "audience=x\nScope=y" }, "parameterStandard"],
  ["tokenParameters", { tokenParameters: "app_secret=y" }, "parameterSecret"],
  ["tokenParameters", { tokenParameters: "a=1\na=2" }, "parameterTwice"],
  ["callbackUrl", { ...USER, callbackUrl: "" }, "callbackMissing"],
  ["callbackUrl", { ...USER, callbackUrl: "/callback" }, "addressUnreadable"],
  ["callbackUrl", { ...USER, callbackUrl: "javascript:alert(1)" }, "callbackScheme"],
  ["callbackUrl", { ...USER, callbackUrl: "http://app.example/cb" }, "callbackHttp"],
  ["callbackUrl", { ...USER, callbackUrl: "https://app.example/cb?a=1" }, "callbackQuery"],
  ["callbackUrl", { ...USER, callbackUrl: "https://app.example/cb#x" }, "callbackQuery"],
  ["callbackUrl", { ...USER, callbackUrl: "http://127.0.0.1:5" }, "callbackPath"],
  ["callbackUrl", { ...USER, callbackUrl: "vscode://publisher.name" }, "callbackPath"],
  ["callbackUrl", { ...USER, callbackUrl: "https://APP.example/cb" }, "callbackReadAs"],
  ["callbackUrl", { ...USER, callbackUrl: "https://app.example:443/cb" }, "callbackReadAs"],
  ["callbackUrl", { ...USER, callbackUrl: "https://jo@app.example/cb" }, "addressUserInfo"],
  ["responseType", { ...USER, responseType: "token" as "code" }, "choiceUnknown"],
  ["proofKey", { ...USER, proofKey: "" as "off" }, "choiceUnknown"],
  [
    "consentEndClaim",
    { ...USER, ...{ accessModel: "delegation", consentEndClaim: "a b" } },
    "claimFormat",
  ],
  ["pageSize", { pageSize: "0" }, "pageSizeFormat"],
  ["pageSize", { pageSize: "-1" }, "pageSizeFormat"],
  ["pageSize", { pageSize: "9007199254740992" }, "pageSizeFormat"],
  ["pageSize", { pageSize: "2.5" }, "pageSizeFormat"],
  ["pageSize", { pageSize: "1e2" }, "pageSizeFormat"],
  ["colour", { colour: "pink" }, "choiceUnknown"],
  ["networking", { networking: "none" as "own" }, "choiceUnknown"],
  ["authenticationStatuses", { authenticationStatuses: "399" }, "statusFormat"],
  ["authenticationStatuses", { authenticationStatuses: "403, forbidden" }, "statusFormat"],
  ["authenticationStatuses", { authenticationStatuses: "403, 503" }, "statusTemporary"],
];

const RIGHT: readonly Partial<ConnectionDraft>[] = [
  {},
  { baseUrl: "https://service.example:443/" },
  { baseUrl: " https://Service.Example/root// " },
  { environment: "sandbox", baseUrl: "http://127.0.0.1:9001", authUrl: "http://[::1]:9002" },
  { crmPrefix: "", financesPrefix: "", profilingPrefix: "" },
  { scopes: "" },
  { scopes: "a,b https://x.example/.default" },
  { tokenParameters: "\n audience = https://x.example/?a=b \n\nacr_values=1 2" },
  // Not looked at by a service account.
  { callbackUrl: "nonsense", proofKey: "?" as "off", consentEndClaim: "a b" },
  { ...USER },
  { ...USER, callbackUrl: "http://127.0.0.1/callback" },
  { ...USER, callbackUrl: "http://localhost:3000/signin-oidc" },
  { ...USER, callbackUrl: "vscode://financial-planning-tools.explorer/callback" },
  { ...USER, callbackUrl: "com.example.app:/callback" },
  { ...HYBRID },
  { pageSize: "100000" },
  { clientId: `https://app.example/${"x".repeat(400)}` },
  { pageSize: "9007199254740991", colour: "blue", authenticationStatuses: "403 419,498" },
];

describe("a draft, checked", () => {
  for (const [field, change, code] of WRONG) {
    it(`${field} ${JSON.stringify(change[field])}: ${code}`, () => {
      const problems = checkDraft(aDraft(change), OTHERS);
      assert.deepEqual(
        problems.map((problem) => [problem.field, problem.code]),
        [[field, code]],
      );
      const sentence = describeDraftProblem(problems[0]!, WORDS);
      assert.match(sentence, /^[A-Z{'].*\.$|^\S+ .*\.$/);
      assert.doesNotMatch(sentence, /undefined|Oops|!$/);
      assert.throws(
        () => {
          connectionOf(aDraft({ ...change, ...(code === "labelTaken" ? { label: "" } : {}) }), "x");
        },
        (error) =>
          isAppError(error) && error.code === "input/draft" && error.values["field"] === field,
      );
    });
  }

  for (const change of RIGHT) {
    it(`takes ${JSON.stringify(change)}`, () => {
      assert.deepEqual(checkDraft(aDraft(change), OTHERS), []);
    });
  }

  it("has an example here for every sentence but those of files", () => {
    const tried = new Set(WRONG.map(([, , code]) => code));
    const untried = DRAFT_PROBLEM_CODES.filter((code) => !tried.has(code));
    assert.deepEqual(untried, ["parameterPair"]);
  });

  it("names what an address would be called as", () => {
    const address = (baseUrl: string): unknown =>
      checkDraft(aDraft({ baseUrl }), [])[0]?.values?.["address"];
    assert.equal(address("https://sеrvice.example/x"), "https://xn--srvice-3of.example/x");
    assert.equal(address("https://service.example.:8443/x/"), "https://service.example:8443/x");
    assert.equal(address("http://127.1:80"), "http://127.0.0.1");
  });

  it("tells of every field of an empty draft that has to be filled", () => {
    const fields = describeDraft(checkDraft(emptyDraft(), []), WORDS).map(({ field, text }) => [
      field,
      text,
    ]);
    assert.deepEqual(fields, [
      ["label", "Enter a label: the tree calls the connection by it."],
      ["baseUrl", "Enter the address that you were given, beginning with https://."],
      ["authUrl", "Enter the address that you were given, beginning with https://."],
      ["clientId", "Enter the client ID that you were issued."],
    ]);
  });

  it("never throws, and lets no address through that the network would refuse", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl(),
      fc.constantFrom("http://[", "//"),
    );
    fc.assert(
      fc.property(text, text, (baseUrl, callbackUrl) => {
        const problems = checkDraft(aDraft({ ...USER, baseUrl, callbackUrl }), []);
        if (!problems.some(({ field }) => field === "baseUrl")) {
          pinOrigin(baseUrl.trim());
        }
        if (!problems.some(({ field }) => field === "callbackUrl")) {
          const sent = new URL(callbackUrl.trim());
          assert.equal(sent.href, callbackUrl.trim());
        }
        problems.forEach((problem) => describeDraftProblem(problem, WORDS));
      }),
      { numRuns: runs(2000) },
    );
  });

  it("has a word for every field", () => {
    for (const field of Object.keys(emptyDraft()) as DraftField[]) {
      assert.match(draftFieldWord(field, t), /\w/);
    }
  });
});

describe("a draft and its connection", () => {
  it("are the same thing", () => {
    fc.assert(
      fc.property(connections, (connection) => {
        assert.deepEqual(connectionOf(draftOf(connection), connection.id), connection);
      }),
    );
  });

  it("every whole draft has one", () => {
    fc.assert(fc.property(wholeDrafts, (draft) => checkDraft(draft, []).length === 0));
  });

  it("normalises addresses, lists and what the access model does not use", () => {
    const draft = aDraft({
      ...{ label: "  Acme ", baseUrl: "https://Service.example:443/root/" },
      ...{ scopes: " a\n b ", tokenParameters: "x = 1=2\n\ny=", callbackUrl: "left behind" },
      ...{ responseType: "code id_token", consentEndClaim: "left", pageSize: " 50 " },
      ...{ colour: "red", authenticationStatuses: "403,419 403" },
    });
    assert.deepEqual(
      connectionOf(draft, "connection-1"),
      aConnection({
        ...{ label: "Acme", baseUrl: "https://service.example/root", scopes: ["a", "b"] },
        tokenParameters: [
          ["x", "1=2"],
          ["y", ""],
        ],
        ...{ pageSize: 50, colour: "red", authenticationStatuses: [403, 419] },
      }),
    );
  });
});
