import assert from "node:assert/strict";
import type { HeaderList } from "../../../../src/platform/base/headers";
import { maskSentence } from "../../../../src/features/requests/common/maskAction";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import { explanationOf } from "../../../../src/features/requests/common/explanation";
import type { ExplanationFacts } from "../../../../src/features/requests/common/explanation/explanationFacts";
import type { Attempt } from "../../../../src/platform/base/action";
import type { Session } from "../../../../src/platform/base/session";
import type { ExplanationSection } from "../../../../src/features/requests/messages/requestPanel";
import { anAction, anAttempt } from "../../../fakes/action";
import { aSession } from "../../../fakes/browserClient";
import { aConnection } from "../../../fakes/connection";
import {
  Caller,
  type RawAnswer,
  type SandboxUnderTest,
  startSandbox,
  token,
} from "../../support/sandboxProcess";
import { claimsOf, signInPerson } from "../../support/userSignIn";

const NOW = 10_000_000;
const CLIENT = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";
const HOLDINGS = "/finances/v1/clients/{clientId}/holdings";

const t = (message: string, ...values: (string | number)[]): string =>
  message.replace(/\{(\d)\}/g, (_match, index: string) => String(values[Number(index)]));

interface Change extends Partial<Omit<ExplanationFacts, "attempt" | "language">> {
  readonly language?: string;
  readonly attempt?: Partial<Attempt>;
}

function explain({ attempt, language = "en", ...change }: Change): readonly ExplanationSection[] {
  const connection = aConnection({ id: "c" });
  // What came over HTTP has the id that it has.
  const requestId = attempt?.responseHeaders === undefined ? { requestId: "r-1" } : {};
  const attempts = [anAttempt({ startedAt: NOW, ...requestId, ...attempt })];
  const action = anAction({ environment: "development", attempts, ...change.action });
  return explanationOf(
    {
      ...{ connection, session: undefined, keyFingerprint: undefined, others: [], now: NOW },
      ...{ illustrativeScopes: [], masking: NO_MASKING, language, ...change, action },
    },
    t,
  );
}

function textOf(sections: readonly ExplanationSection[]): string {
  return sections
    .flatMap(({ lines }) => lines.map(({ icon, text }) => `${icon} ${text}`))
    .join("\n");
}

const said = (change: Change): string => textOf(explain(change));

function session(change: Partial<Session> = {}): Session {
  return {
    ...aSession(NOW - 60_000),
    scopes: ["crm.read"],
    requestedScopes: ["crm.read"],
    ...change,
  };
}

/** What an answer over HTTP leaves in the record. */
function recorded({ status, headers, text }: RawAnswer): Change {
  const responseHeaders: HeaderList = Object.entries(headers).map(
    ([name, value]) => [name, String(value)] as const,
  );
  const requestId = headers["x-dt-requestid"];
  const attempt = {
    status,
    responseHeaders,
    ...(requestId ? { requestId: String(requestId) } : {}),
  };
  return { attempt, body: Buffer.from(text) };
}

describe("why can't I see it: answers of the sandbox", () => {
  let sandbox: SandboxUnderTest;
  let caller: Caller;

  before(async () => {
    sandbox = await startSandbox();
    caller = await Caller.signIn(sandbox.facts);
  });

  after(() => sandbox.stop());

  it("a wrong key points to the key, for certain", async () => {
    const other = new Caller(sandbox.facts, await token(sandbox.facts), "0".repeat(32));
    const text = said(recorded(await other.call("/crm/v1/clients")));
    assert.match(text, /error Status 401 counts as an authentication error/);
    assert.match(
      text,
      /Its header WWW-Authenticate: azureapimanagementkey name=Ocp-Apim-Subscription-Key/,
    );
    assert.match(
      text,
      /error The subscription key\.\ninfo Certain: The WWW-Authenticate header names this/,
    );
    assert.match(text, /lightbulb Enter the subscription key again/);
    assert.doesNotMatch(text, /Sign in again/);
    assert.match(text, /pass The answer has the request id [\da-f-]{36}/);
  });

  it("a wrong token points to the token, by its error code", async () => {
    const other = new Caller(sandbox.facts, "nonsense");
    const text = said(recorded(await other.call("/crm/v1/clients")));
    assert.match(text, /error=invalid_token/);
    assert.match(
      text,
      /error The access token\.\ninfo Certain: The WWW-Authenticate header says this with an error/,
    );
    assert.match(text, /lightbulb Sign in again/);
    assert.doesNotMatch(text, /subscription key again/);
  });

  it("no token at all is only likely to be the token", async () => {
    const answer = await caller.call("/crm/v1/clients", { headers: { Authorization: undefined } });
    const text = said(recorded(answer));
    assert.match(
      text,
      /error The access token\.\ninfo Likely: The WWW-Authenticate header names this/,
    );
  });

  it("a missing scope is named, with what was granted and what is an illustration", async () => {
    const other = new Caller(sandbox.facts, await token(sandbox.facts, "crm.read"));
    const path = HOLDINGS.replace("{clientId}", await caller.firstClientId());
    const held = session({ requestedScopes: ["crm.read", "finances.read"] });
    const illustrativeScopes = ["finances.read"];
    const answer = recorded(await other.call(path));
    const text = said({ ...answer, session: held, illustrativeScopes });
    assert.match(text, /error Status 403 counts as an authentication error/);
    assert.match(text, /error The scopes of the access token\./);
    assert.match(text, /warning Asked for and not granted: finances\.read/);
    assert.match(text, /error The answer asks for scopes that were not granted: finances\.read/);
    assert.match(
      text,
      /question Not granted: finances\.read\. The built-in description names these scopes .* example/,
    );
    assert.match(text, /lightbulb Add the missing scope/);
    const all = ["crm.read", "finances.read"];
    const whole = said({
      ...answer,
      ...{ session: session({ scopes: all, requestedScopes: all }), illustrativeScopes },
    });
    assert.doesNotMatch(whole, /[Nn]ot granted|[Nn]ot held/);
    assert.match(whole, /question The token has all scopes .* assigns no scopes to operations/);
  });

  it("somebody else's client: nothing at this address for this access", async () => {
    const { tokens, caller: sam } = await signInPerson(sandbox.facts, {
      person: { userName: "sam.okoro", password: "sandbox" },
    });
    // The last page by name: this person sees those from A to F.
    const list = "/crm/v1/clients?pageSize=200&pageNumber=10";
    const { items } = await caller.json<{ items: { clientId: string }[] }>(list);
    const foreign = items[0]!.clientId;
    const path = HOLDINGS.replace("{clientId}", foreign);
    const { attempt, body } = recorded(await sam.call(path));
    const claims = claimsOf(tokens["id_token"]);
    const identity = { issuer: String(claims["iss"]), subject: String(claims["sub"]), claims };
    const connection = aConnection({ accessModel: "userPresent" });
    const place = { pathTemplate: HOLDINGS, url: `http://127.0.0.1${path}` };
    const text = said({
      ...{ body, connection, session: session({ identity }) },
      attempt: { ...attempt, ...place },
    });
    assert.match(text, /error Status 404: nothing is found at this address with this access/);
    assert.match(text, new RegExp(`pass clientId is a UUID, as it should be: ${foreign}`));
    assert.ok(text.includes(`info Subject ${identity.subject}.`));
    assert.match(text, /question No claim of the ID token looks like a role or an organisation/);
    assert.match(text, /it sees what this user may see/);
    assert.match(text, /lightbulb Check whether the client is in the list/);
  });

  it("an empty list: fine for the service, so page, filters and rights remain", async () => {
    const answer = recorded(await caller.call("/crm/v1/clients?pageNumber=9000&pageSize=5"));
    const url = "http://127.0.0.1/crm/v1/clients?pageNumber=9000&pageSize=5";
    const text = said({ ...answer, rows: 0, attempt: { ...answer.attempt, url } });
    assert.match(text, /pass Status 200 with an empty page/);
    assert.match(text, /warning Page 9,000 was asked for/);
    assert.match(text, /pass No filter was sent/);
    assert.match(text, /lightbulb Go to the first page/);
    assert.doesNotMatch(text, /What it points to/);
  });

  it("a gateway's answer is told from the service's by the request id", async () => {
    await sandbox.setFaults([
      { fault: { kind: "refused", layer: "key" } },
      { fault: { kind: "noRequestId" } },
    ]);
    const text = said(recorded(await caller.call("/crm/v1/clients")));
    await sandbox.setFaults([]);
    assert.match(text, /warning The answer has no x-dt-requestid/);
    assert.match(text, /lightbulb Check the network/);
    assert.doesNotMatch(text, /Give the request id/);
  });
});

describe("why can't I see it: findings and their opposites", () => {
  it("words of a body are a hint, both together none", () => {
    const body = (text: string): Change => ({ attempt: { status: 401 }, body: Buffer.from(text) });
    assert.match(
      said(body("Invalid API key")),
      /The subscription key\.\ninfo Likely: Only the wording/,
    );
    assert.match(said(body("jwt expired")), /The access token\.\ninfo Likely/);
    for (const text of ["no", "wrong api key or token"]) {
      assert.match(
        said(body(text)),
        /question The answer does not say whether key or token was refused/,
      );
    }
  });

  it("statuses that the connection adds count as authentication errors", () => {
    const attempt = { status: 418 };
    const connection = aConnection({ authenticationStatuses: [418] });
    assert.match(said({ attempt, connection }), /418 counts as an authentication error/);
    assert.match(said({ attempt }), /Status 418: access was not refused/);
  });

  it("403 without a challenge names neither credential", () => {
    const text = said({ attempt: { status: 403 } });
    assert.match(text, /Status 403: the service knows who asks and refuses/);
    assert.match(text, /question The answer names neither key nor token/);
    assert.match(text, /lightbulb Ask the operator which permissions/);
  });

  it("expiry and age at the time of the call", () => {
    const attempt = { status: 401 };
    const expired = said({ attempt, session: session({ expiresAt: NOW - 5_000 }) });
    assert.match(expired, /The token was 1 min 0 s old at the time/);
    assert.match(expired, /error The token had expired 5\.0 s before the call/);
    const valid = said({ attempt, session: session({ expiresAt: NOW + 7_200_000 }) });
    assert.match(valid, /pass The token was still valid for 2 hr/);
    const german = said({ attempt, session: session({ expiresAt: NOW - 5_000 }), language: "de" });
    assert.match(german, /error The token had expired 5,0 s before the call/);
    assert.match(
      said({ attempt, session: session({ expiresAt: undefined }) }),
      /no known expiry time/,
    );
    const newer = said({ attempt, session: session({ obtainedAt: NOW + 1 }) });
    assert.match(newer, /warning The current token is newer than this call/);
    assert.match(said({ attempt }), /warning You are not signed in now/);
  });

  it("what the connection asks for, where the session is gone", () => {
    const attempt = { status: 403 };
    const illustrativeScopes = ["crm.read"];
    const none = said({ attempt, illustrativeScopes, connection: aConnection({ scopes: [] }) });
    assert.match(none, /info The connection asks for the scopes: none\./);
    assert.match(none, /question Not asked for: crm\.read\. The built-in description names these/);
    const scopes = ["openid", "crm.read"];
    const some = said({ attempt, illustrativeScopes, connection: aConnection({ scopes }) });
    assert.match(some, /asks for the scopes: openid crm\.read\./);
    assert.doesNotMatch(some, /Not asked for/);
    assert.doesNotMatch(said({ attempt, session: session() }), /The connection asks/);
  });

  it("claims that look like a role or an organisation, or that there are none", () => {
    const held = (claims: Readonly<Record<string, unknown>>): Change => ({
      attempt: { status: 403 },
      session: session({ identity: { issuer: "i", subject: "sam", claims } }),
    });
    const text = said(held({ employee_of: "Acme", roles: ["adviser"], at_hash: "x" }));
    assert.match(text, /question Claim roles: \["adviser"\], which looks like a role/);
    assert.match(text, /question Claim employee_of: Acme, which looks like a place/);
    assert.doesNotMatch(text, /at_hash|No claim of the ID/);
    assert.match(
      said(held({ name: "Sam" })),
      /question No claim of the ID token looks like a role/,
    );
    assert.doesNotMatch(said({ attempt: { status: 403 }, session: session() }), /[Cc]laim/);
  });

  it("nobody, in privacy mode, but who asks in which role", () => {
    const masking = createMasking(new Uint8Array(32).fill(7));
    const claims = {
      ...{ name: "Ngozi Okafor", upn: "ngozi", email: "n.okafor@example.com" },
      ...{ roles: ["adviser"], adviser_name: "Ruth Abara" },
    };
    const path = "/finances/v1/clients/{clientId}/pensions/{pensionId}";
    const sent = path.replace("{clientId}", CLIENT).replace("{pensionId}", "PEN-0042");
    const query = "?lastName=Okafor&pageNumber=2&who=Jane%20Doe&status=retired";
    const change: Change = {
      session: session({ identity: { issuer: "i", subject: "ngozi.okafor", claims } }),
      attempt: { status: 404, pathTemplate: path, url: `http://h${sent}${query}` },
    };
    const typed = `/x/clients/${CLIENT}/pensions/PEN-0042`;
    const attempt = { status: 404, pathTemplate: typed, url: `http://h${typed}` };
    const personal = /okafor|ngozi|jane|ruth|abara|0042|8e0c6f5e-/i;
    assert.match(said(change), personal);
    const masked = said({ ...change, masking });
    assert.doesNotMatch(masked + said({ attempt, masking }), personal);
    assert.match(masked, /pass clientId is a UUID, as it should be: ••••/);
    assert.match(masked, /lastName=Name •\w{8}, who=•\w{8}, status=retired\./);
    assert.match(masked, /Claim roles: \["adviser"\], which looks like a role/);
    assert.ok(masked.includes(masking.maskLabel("ngozi.okafor", "person")), masked);
    assert.equal(maskSentence(masked, anAction(), masking), masked, "what is masked stays");
  });

  it("nobody whom a challenge describes, in privacy mode", () => {
    const masking = createMasking(new Uint8Array(32).fill(7));
    const challenge = 'Bearer error="invalid_token", error_description="Not for Kim Doyle"';
    const attempt = { status: 401, responseHeaders: [["WWW-Authenticate", challenge]] as const };
    assert.match(said({ attempt }), /error_description=Not for Kim Doyle\./);
    const masked = said({ attempt, masking });
    assert.match(masked, /error=invalid_token error_description=Not for •\w{8}\./);
    assert.doesNotMatch(maskSentence(masked, anAction(), masking), /Kim|Doyle/);
  });

  it("renewal done or not", () => {
    const challenge = [["WWW-Authenticate", 'Bearer error="invalid_token"']] as const;
    const attempts = (["first", "renewal"] as const).map((reason, index) =>
      anAttempt({ number: index + 1, reason, status: 401, responseHeaders: challenge }),
    );
    const renewed = explain({ action: anAction({ attempts }), session: session() });
    assert.match(textOf(renewed), /The token was renewed during this call/);
    assert.match(textOf(renewed), /renewed and the call repeated once: no difference/);
    const attempt = { status: 401, responseHeaders: challenge };
    const plain = said({ attempt, session: session({ isRenewable: false }) });
    assert.match(plain, /not renewed during this call\. That needs a new sign-in/);
    assert.doesNotMatch(plain, /no difference/);
  });

  it("the end of a delegation's consent", () => {
    const connection = aConnection({ accessModel: "delegation" });
    const at = (consentEndsAt: number | undefined): string =>
      said({ attempt: { status: 401 }, connection, session: session({ consentEndsAt }) });
    assert.match(at(NOW - 1_000), /error The consent had ended 1\.0 s before/);
    assert.match(at(NOW + 10 * 86_400_000), /pass The consent was still valid for 10 days/);
    assert.match(at(undefined), /question It is not known when the consent ends/);
    assert.doesNotMatch(said({ attempt: { status: 401 }, session: session() }), /consent/);
  });

  it("the same key under two labels", () => {
    const other = (environment: "development" | "production", keyFingerprint: string) => {
      const connection = aConnection({ id: "o", label: "Other", environment });
      return { ...connection, connection, session: undefined, keyFingerprint };
    };
    const facts = { attempt: { status: 401 }, keyFingerprint: "abc123" };
    const wrong = said({ ...facts, others: [other("production", "abc123")] });
    assert.match(wrong, /error Connections of another environment have the same key: Other/);
    const same = said({ ...facts, others: [other("development", "abc123")] });
    assert.match(same, /info These connections have the same key: Other/);
    assert.doesNotMatch(said({ ...facts, others: [other("production", "ffffff")] }), /same key/);
  });

  it("path values by their shape, the prefix of results as a guess, filters as sent", () => {
    const results = "/profiling/v1/clients/{clientId}/results";
    const ask = (id: string, query: string, rows?: number): string => {
      const url = `http://127.0.0.1/root${results.replace("{clientId}", id)}${query}`;
      const status = rows === undefined ? 404 : 200;
      const attempt = { status, pathTemplate: results, url };
      return said({ attempt, ...(rows === undefined ? {} : { rows }) });
    };
    assert.match(ask("42", ""), /error clientId should be a UUID, but is: 42/);
    assert.match(ask(CLIENT, ""), /question Results are looked for under '\/profiling\/v1'/);
    assert.match(ask(`%20${CLIENT}`, ""), /error clientId is empty or has spaces around it/);
    const filtered = ask(CLIENT, "?unions=joint&pageSize=5", 0);
    assert.match(filtered, /leave rows out were sent: unions=joint\./);
    assert.match(filtered, /lightbulb Ask again without filters/);
    assert.doesNotMatch(filtered, /looked for under/);
    assert.doesNotMatch(ask(CLIENT, "", 3), /lightbulb/);
  });

  it("no answer: the network, and neither credential", () => {
    const text = said({ attempt: { failure: "network/refused" } });
    assert.match(
      text,
      /No answer came \(network\/refused\), so it is not known whether key and token are accepted/,
    );
    assert.match(text, /lightbulb Check the network/);
    const none = explain({ action: anAction({ attempts: [] }) });
    assert.match(textOf(none), /Nothing was sent/);
  });

  it("another connection that is signed in is named", () => {
    const connection = aConnection({ id: "o", label: "Other" });
    const other = { ...connection, connection, session: session(), keyFingerprint: undefined };
    const attempt = { status: 404 };
    assert.match(said({ attempt, others: [other] }), /another connection that is signed in: Other/);
    assert.match(said({ attempt }), /with another access model or another user/);
  });
});
