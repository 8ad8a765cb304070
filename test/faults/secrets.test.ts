import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readRawCallback } from "../../src/platform/auth/callbackParameters";
import { redactedOnboarding } from "../../src/features/connections/common/onboardingText";
import { issueSandbox } from "../../src/features/sandbox/common/sandboxConnection";
import type { SandboxAccess } from "../../src/features/connections/common/sandboxAccess";
import type { Redactor } from "../../src/platform/base/redactor";
import { SandboxRun } from "../../src/features/sandbox/host/sandboxRun";
import type { SandboxFacts } from "../../src/features/sandbox/messages/sandboxMessages";
import type { Bench } from "../unit/platform/http/support/bench";
import { sendJson, serveRaw } from "../unit/platform/http/support/servers";
import { signInByHand } from "../unit/support/handBrowser";
import { PROGRAM } from "../unit/support/sandboxProcess";
import { needlesOf, scan, SecretStage } from "./support/secretStage";
import { IS_LONG } from "../fakes/runs";

const MEGABYTE = 1_000_000;
const TARGET = IS_LONG ? 64 * MEGABYTE : 0;
/** In the long form each of the five places and eight encodings meet. */
const CALLS = IS_LONG ? 40 : 10;

const SIGN_INS = [
  ["userPresentHybrid", "fragment"],
  ["userPresentHybrid", "form_post"],
  ["delegation", undefined],
] as const;

describe("gate G11: secrets in what is put out", () => {
  const total = { bytes: 0, secrets: 0, actions: 0, bodies: 0 };
  let sandbox: SandboxRun;
  let facts: SandboxFacts;
  const starting = new SecretStage();

  before(async () => {
    const { log, redactor } = starting;
    const [program, onReady] = [PROGRAM, (): void => undefined];
    sandbox = new SandboxRun(
      { program, log, redactor, onReady, options: () => ({}) },
      Promise.resolve(),
    );
    facts = await sandbox.ready;
  });

  after(async () => {
    await sandbox.stop();
    const { bytes, secrets, actions, bodies } = total;
    process.stdout.write(
      `  G11 secrets: ${(bytes / MEGABYTE).toFixed(1)} MB of output, ${secrets} secrets, ` +
        `${actions} history files, ${bodies} files of bodies\n`,
    );
    assert.ok(actions > 3 && bodies > 50);
  });

  it("has none of what the sandbox was started with", async () => {
    Object.values(facts.subscriptionKeys).forEach((key) => starting.learn(key));
    Object.values(facts.clients).forEach(({ clientSecret }) => starting.learn(clientSecret));
    await starting.close();
    check(starting);
  });

  it("has none of what was pasted", async () => {
    const stage = new SecretStage();
    const folder = "test/fixtures/onboarding";
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".txt"))) {
      const text = readFileSync(join(folder, name), "utf8");
      const { secrets } = redactedOnboarding(text, stage.redactor);
      Object.values(secrets).forEach((secret) => stage.learn(secret));
    }
    assert.ok(stage.secrets.size > 1);
    await stage.close();
    check(stage);
  });

  it("has none of a service account's, whatever servers send back", async () => {
    for (let round = 0; round === 0 || total.bytes < TARGET; round++) {
      check(await serviceAccount());
    }
  });

  for (const [access, responseMode] of SIGN_INS) {
    const way = `${access} ${responseMode ?? "query"}`;
    it(`has none of a user's, signed in, renewed and found again: ${way}`, async () => {
      const stage = new SecretStage();
      const bench = await openFor(stage, access);
      await signInByBrowser(stage, bench, responseMode);
      await stage.call(bench, CALLS);
      await bench.client.signIn({ renew: true });
      await stage.call(bench, CALLS);
      check(await foundAgain(stage, access));
      await stage.close(bench);
      check(stage);
    });
  }

  it("has none that a token endpoint sends back, or gives beyond what was asked for", async () => {
    type Given = readonly [status: number, body: Readonly<Record<string, string | number>>];
    const answers: readonly ((asked: string) => Given)[] = [
      (asked) => [400, { error: "invalid_client", error_description: asked }],
      () => [200, { ...tokens(), refresh_token: randomText(), id_token: randomText() }],
      () => [200, { ...tokens(), token_type: randomText() }],
    ];
    for (const answer of answers) {
      const stage = new SecretStage();
      const bench = await stage.open(() => ({
        connection: { clientAuthentication: "basic" },
        identity: (request, response) => {
          const asked = `${request.body} ${request.headers.authorization ?? ""}`;
          const [status, body] = request.path.endsWith("/token") ? answer(asked) : [404, {}];
          // Of an answer that is refused the redaction learns none: nothing may put them out.
          for (const name of ["access_token", "refresh_token", "id_token"]) {
            stage.learn(String(body[name] ?? ""), true);
          }
          sendJson(response, status, body);
        },
      }));
      enter(stage, bench);
      await stage.fail(bench.client.signIn());
      await stage.call(bench, 1);
      await stage.close(bench);
      check(stage);
    }
  });

  it("has none of the proxy's, which refuses and sends them back", async () => {
    const password = "proxy-pass/w0rd+40";
    const basic = `Basic ${Buffer.from(`user:${password}`).toString("base64")}`;
    for (const authorization of [undefined, `Negotiate ${randomText()}`]) {
      const stage = new SecretStage();
      [password, authorization ?? basic].forEach((secret) => stage.learn(secret));
      const proxy = await serveRaw((socket, { headers }) => {
        const told = `${headers["proxy-authorization"] ?? ""} ${password}`;
        socket.end(
          `HTTP/1.1 407 ${told}\r\nproxy-authenticate: Basic realm="${told}"\r\n` +
            `content-length: 0\r\n\r\n`,
        );
      });
      const address = `http://user:${encodeURIComponent(password)}@${new URL(proxy.origin).host}`;
      const bench = await stage.open(() => ({
        connection: { baseUrl: "https://service.example", authUrl: "https://identity.example" },
        proxy: { proxy: address, ...(authorization !== undefined && { authorization }) },
      }));
      await stage.fail(bench.client.signIn());
      await stage.call(bench, 1);
      assert.notEqual(proxy.seen.length, 0);
      await stage.close(bench);
      await proxy.close();
      check(stage);
    }
  });

  it("would find them without the redaction", async () => {
    const stage = await serviceAccount({ add: () => undefined, redact: (text) => text });
    assert.notEqual(scan(stage.output.join("\n"), stage.secrets).length, 0);
  });

  async function serviceAccount(redactor?: Redactor): Promise<SecretStage> {
    const stage = new SecretStage(redactor);
    const bench = await openFor(stage, "serviceAccount");
    await bench.client.signIn();
    await stage.call(bench, CALLS);
    await bench.client.signIn({ renew: true });
    await bench.client.signOut();
    await stage.close(bench);
    return stage;
  }

  async function foundAgain(
    before: SecretStage,
    access: SandboxAccess["access"],
  ): Promise<SecretStage> {
    const stage = await before.next();
    const bench = await openFor(stage, access);
    // Key, client secret, access token and refresh token.
    assert.equal(stage.secrets.size, 4);
    await stage.call(bench, 5);
    assert.notEqual(bench.actions.length, 0);
    await stage.close(bench);
    return stage;
  }

  async function openFor(stage: SecretStage, access: SandboxAccess["access"]): Promise<Bench> {
    const chosen: SandboxAccess = { access, callback: "loopback" };
    const issued = issueSandbox({ facts, chosen, label: "Sandbox", uriScheme: "vscode" });
    const bench = await stage.open((baseUrl) => ({
      connection: { ...issued.connection, id: "connection-1", baseUrl },
    }));
    bench.secrets.current = issued.secrets;
    enter(stage, bench);
    return bench;
  }

  function check({ output, secrets, files }: SecretStage): void {
    const text = output.join("\n");
    assert.deepEqual(scan(text, secrets), []);
    for (const needle of needlesOf(secrets)) {
      assert.notEqual(scan(`some text before ${needle} and after`, secrets).length, 0);
    }
    total.bytes += Buffer.byteLength(text);
    total.secrets += secrets.size;
    total.actions += files.actions;
    total.bodies += files.bodies;
  }
});

/** Everything that a connection's owner typed in. */
function enter(stage: SecretStage, { secrets }: Bench): void {
  stage.learn(secrets.current.subscriptionKey);
  stage.learn(secrets.current.clientSecret);
}

async function signInByBrowser(
  stage: SecretStage,
  { client, connection }: Bench,
  responseMode?: "fragment" | "form_post",
): Promise<void> {
  const request = { redirectUri: connection.callbackUrl, ...(responseMode && { responseMode }) };
  const { url } = await client.beginSignIn(request);
  const back = await signInByHand(url);
  const values = back.form ?? new URLSearchParams((back.url.hash || back.url.search).slice(1));
  for (const name of ["code", "id_token"]) {
    stage.learn(values.get(name) ?? "");
  }
  const from = back.form !== undefined ? "form" : back.url.hash === "" ? "query" : "fragment";
  const callback = readRawCallback({ from, text: values.toString() });
  await client.completeSignIn(callback);
  // A second time it is refused.
  await stage.fail(client.completeSignIn(callback));
}

function tokens(): Readonly<Record<string, string | number>> {
  return { access_token: randomText(), token_type: "Bearer", expires_in: 3600 };
}

function randomText(): string {
  return randomBytes(24).toString("base64url");
}
