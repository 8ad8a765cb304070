import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { emptyDraft } from "../../../../src/features/connections/common/draft";
import { checkDraft } from "../../../../src/features/connections/common/checkDraft";
import {
  type OnboardingDetails,
  readOnboarding,
} from "../../../../src/features/connections/common/onboardingText";
import { describeSandbox } from "../../../../src/features/sandbox/host/details";
import type { SandboxFacts } from "../../../../src/features/sandbox/messages/sandboxMessages";
import { runs } from "../../../fakes/runs";

const FOLDER = "test/fixtures/onboarding";
const SAMPLES = readdirSync(FOLDER).filter((file) => file.endsWith(".txt"));
const EXPECTED = JSON.parse(readFileSync(join(FOLDER, "expected.json"), "utf8")) as Readonly<
  Record<string, Omit<OnboardingDetails, "recognised">>
>;

const sample = (file: string): string => readFileSync(join(FOLDER, file), "utf8");

describe("onboarding details", () => {
  it("has 40 samples", () => {
    assert.equal(SAMPLES.length, 40);
    assert.equal(Object.keys(EXPECTED).length, 40);
  });

  for (const file of SAMPLES) {
    it(`recognises ${file}`, () => {
      const text = sample(file);
      for (const same of [text, text.replaceAll("\n", "\r\n"), `\n\n${text}\n\n`]) {
        const { recognised, ...details } = readOnboarding(same);
        assert.deepEqual(details, EXPECTED[file.slice(0, -4)]);
        const order = Object.keys(emptyDraft()).filter((field) => field in details.draft);
        assert.deepEqual(recognised, order);
      }
    });
  }

  it("takes any size of pages that it names", () => {
    assert.equal(readOnboarding("Page size: 20000\nClient ID: abc").draft.pageSize, "20000");
  });

  it("takes a client ID of any length", () => {
    const clientId = `app-${"x".repeat(400)}`;
    assert.equal(readOnboarding(`Client ID: ${clientId}`).draft.clientId, clientId);
  });

  it("gives values that a form takes", () => {
    for (const file of SAMPLES) {
      const { draft, recognised } = readOnboarding(sample(file));
      const problems = checkDraft({ ...emptyDraft(), ...draft }, []);
      const wrong = problems.filter(({ field }) => recognised.includes(field));
      assert.deepEqual(wrong, [], file);
    }
  });
});

describe("the environment of a service on this machine", () => {
  const ROWS: readonly (readonly [
    line: string,
    baseUrl: string,
    environment: string | undefined,
  ])[] = [
    ["Environment: development", "http://127.0.0.1:9001", "development"],
    ["Environment: production", "http://[::1]:9001", "production"],
    ["Environment: test", "http://127.0.0.1:9001", "development"],
    ["Environment: Sandbox", "http://127.0.0.1:9001", "sandbox"],
    ["Hello", "http://127.0.0.1:9001", "sandbox"],
    ["Environment: sandbox", "https://service.example", "development"],
    ["Hello", "https://service.example", undefined],
  ];
  for (const [line, baseUrl, environment] of ROWS) {
    it(`is ${environment ?? "not told"}: ${line}, ${baseUrl}`, () => {
      const { draft } = readOnboarding(`${line}\nBase URL: ${baseUrl}\nClient ID: acme\n`);
      assert.equal(draft.environment, environment);
    });
  }
});

describe("details of the sandbox, pasted", () => {
  const facts: SandboxFacts = {
    baseUrl: "http://127.0.0.1:43001",
    authUrl: "http://127.0.0.1:43002",
    subscriptionKeys: { development: "a".repeat(32), production: "b".repeat(32) },
    clients: {
      serviceAccount: {
        clientId: "sandbox-service",
        clientSecret: "service-secret_0123456789",
        scopes: ["crm.read", "finances.read"],
      },
      userPresent: {
        clientId: "sandbox-user",
        clientSecret: "user-secret_0123456789",
        scopes: ["openid", "profile", "crm.read"],
        redirectUris: ["http://127.0.0.1/callback", "https://app.example/callback"],
      },
      delegation: {
        clientId: "sandbox-delegation",
        clientSecret: "delegation-secret_0123456789",
        scopes: ["openid", "offline_access", "crm.read"],
        redirectUris: ["http://127.0.0.1/callback"],
      },
    },
    prefixes: { crm: "/crm/v1", finances: "/finances/v1", profiling: "/profiling/v1" },
  };

  it("are recognised whole", () => {
    const { draft, secrets, ignoredLines } = readOnboarding(describeSandbox(facts));
    const { baseUrl, authUrl, clientId, scopes, environment } = draft;
    assert.deepEqual(
      { baseUrl, authUrl, clientId, scopes, environment },
      {
        ...{ baseUrl: facts.baseUrl, authUrl: facts.authUrl, environment: "sandbox" },
        ...{ clientId: "sandbox-service", scopes: "crm.read finances.read" },
      },
    );
    assert.deepEqual(secrets, {
      subscriptionKey: facts.subscriptionKeys.development,
      clientSecret: facts.clients.serviceAccount.clientSecret,
    });
    // Its title is the only line that tells nothing.
    assert.equal(ignoredLines, 1);
  });

  it("are one client's, also where there are several", () => {
    const lines = [
      "FP_USER_CLIENT_ID=sandbox-user",
      "FP_USER_CLIENT_SECRET=user-secret_0123456789",
      'FP_USER_SCOPES="openid profile crm.read"',
      "FP_USER_CALLBACK_URLS=http://127.0.0.1/callback https://app.example/callback",
      "FP_DELEGATION_CLIENT_ID=sandbox-delegation",
      "FP_DELEGATION_CLIENT_SECRET=delegation-secret_0123",
      "FP_SERVICE_ACCOUNT_CLIENT_ID=sandbox-service",
      "FP_SERVICE_ACCOUNT_CLIENT_SECRET=service-secret_0123456789",
      "FP_SERVICE_ACCOUNT_SCOPES=crm.read finances.read",
    ];
    const text = lines.join("\n");
    const service = readOnboarding(`Flow: client credentials\n${text}`);
    assert.equal(service.draft.accessModel, "serviceAccount");
    assert.equal(service.draft.clientId, "sandbox-service");
    assert.equal(service.draft.scopes, "crm.read finances.read");
    assert.equal(service.draft.callbackUrl, undefined);
    assert.equal(service.secrets.clientSecret, "service-secret_0123456789");
    const user = readOnboarding(`Flow: hybrid\n${text}`);
    assert.equal(user.draft.clientId, "sandbox-user");
    assert.equal(user.draft.scopes, "openid profile crm.read");
    assert.equal(user.draft.callbackUrl, "http://127.0.0.1/callback");
    assert.equal(user.draft.responseType, "code id_token");
    assert.equal(user.secrets.clientSecret, "user-secret_0123456789");
    assert.equal(user.ignoredLines, 0);
    const delegation = readOnboarding(`Access model: time-bound delegation\n${text}`);
    assert.equal(delegation.draft.clientId, "sandbox-delegation");
    assert.equal(delegation.secrets.clientSecret, "delegation-secret_0123");
  });

  it("have no word of the next line for a secret that only a space sets apart from its label", () => {
    const lines = ["Client secret: first-secret_0123456789", "Flow: client credentials"];
    const text = [...lines, "Client secret first-secret_0123456789", "Response type code"];
    const { secrets } = readOnboarding(text.join("\n"));
    assert.equal(secrets.clientSecret, "first-secret_0123456789");
  });
});

describe("onboarding details, whatever the text", () => {
  const key = fc.stringMatching(/^[0-9a-f]{32}$/);
  const secret = fc.stringMatching(/^[A-Za-z0-9~_+/-]{20,40}$/);
  const labels = [
    ...["Base URL", "Auth URL", "Client ID", "Scopes", "Company", "Callback URL", "CRM", "Flow"],
    ...["Environment", "Page size", "Response type", "subscription key", "Client secret", "Token"],
  ];
  const label = fc.constantFrom(...labels);
  const separator = fc.constantFrom(": ", "=", " - ", "\t", ":\n", " is ", " | ", "  ", " ");
  const prefix = fc.constantFrom("", "https://", "https://api.example/", "https://a:b@", "x-", '"');

  it("never throws, and keeps what looks like a key out of the draft", () => {
    const line = fc.tuple(label, separator, prefix, fc.oneof(key, fc.string(), fc.webUrl()));
    const text = fc.array(line.map((parts) => parts.join(""))).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary" }), fc.json()), (whole) => {
        const { draft, ignoredLines } = readOnboarding(whole);
        assert.doesNotMatch(JSON.stringify(draft), /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/i);
        assert.ok(ignoredLines >= 0);
      }),
      { numRuns: runs(3000) },
    );
  });

  it("keeps a secret out of the draft wherever else it stands", () => {
    const place = fc.tuple(label, separator, prefix);
    fc.assert(
      fc.property(secret, fc.array(place, { maxLength: 6 }), (value, places) => {
        const lines = places.map((parts) => `${parts.join("")}${value}`);
        const { draft, secrets } = readOnboarding(
          [`Client secret: ${value}`, "Flow: client credentials", ...lines].join("\n"),
        );
        assert.equal(JSON.stringify(draft).includes(value), false);
        assert.ok(secrets.clientSecret?.includes(value));
      }),
      { numRuns: runs(1000) },
    );
  });

  it("takes keys and secrets as they came, to the last sign", () => {
    const wrapped = fc.constantFrom<readonly [string, string]>(
      ["", ""],
      ['"', '"'],
      ["'", "'"],
      ["`", "`"],
    );
    const odd = fc.stringMatching(/^[A-Za-z0-9][!#-&(-+.-;=?-Z^_a-z{}~]{12,40}[A-Za-z0-9=.]$/);
    fc.assert(
      fc.property(odd, key, wrapped, (value, hex, [open, close]) => {
        const lines = [`CLIENT_SECRET=${open}${value}${close}`, `Subscription key: ${hex}`];
        const { secrets } = readOnboarding(lines.join("\n"));
        assert.deepEqual(secrets, { subscriptionKey: hex, clientSecret: value });
      }),
      { numRuns: runs(1000) },
    );
  });

  it("reads no more than its part of an endless text, in one go over each line", () => {
    for (const piece of [" ", "|", "\t", "a:", "https://", "<", '"', "is ", "- ", "\n", "\r\n:"]) {
      readOnboarding(piece.repeat(400_000));
    }
    const late = `${"x\n".repeat(60_000)}Client ID: late`;
    assert.deepEqual(readOnboarding(late).draft, {});
  });
});
