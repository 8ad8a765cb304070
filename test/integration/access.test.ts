import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import * as vscode from "vscode";
import { registerAccess, type RegisteredAccess } from "../../src/features/signIn/register";
import type { AccessServices } from "../../src/features/signIn/host/services";
import { thisEditor } from "../../src/features/signIn/host/signIn";
import { editorCallback } from "../../src/platform/auth/callbackWay";
import { type Connection, SANDBOX_CONNECTION_ID } from "../../src/platform/base/connection";
import { AppError, isAppError } from "../../src/platform/base/errors";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { createRedactor } from "../../src/platform/http/redaction";
import type { Log } from "../../src/platform/base/log";
import type { Session } from "../../src/platform/base/session";
import type { ServiceClient } from "../../src/platform/service/client";
import { openInBrowser } from "../../src/platform/vscode/browser";
import { Commands } from "../../src/platform/vscode/commands";
import { ScriptedDialogs, type InputRequest } from "../../src/platform/vscode/dialogs";
import { ErrorActions } from "../../src/platform/vscode/errorActions";
import { createDescribeError } from "../../src/platform/vscode/errorMessages";
import { TypedMemento } from "../../src/platform/vscode/state";
import type { CommandId } from "../../src/manifest";
import { NO_PRIVACY } from "../fakes/privacy";
import { BrowserClient, SharedAccess } from "../fakes/browserClient";
import { aConnection } from "../fakes/connection";
import { eventually } from "./support/explorer";

const TOKEN = "canary-token-6b1e";
const KEEP_OFF = "Signed in to 'Acme development' without PKCE. Keep PKCE off for this connection?";
const PASTED = "https://app.example/signed-in";

describe("signing in through a browser", () => {
  let provider: Server;
  let origin: string;
  let seen: string[];
  let access: Bench;

  before(async () => {
    // The part of a provider that the browser sees: it sends it back to where it came from.
    provider = createServer((request, response) => {
      const url = new URL(request.url ?? "/", origin);
      seen.push(request.url ?? "");
      const back = url.searchParams.get("redirect_uri");
      const code = url.searchParams.get("code") ?? "good";
      if (url.pathname === "/authorize" && back?.startsWith("http") === true) {
        const query = `?code=${code}&state=${url.searchParams.get("state") ?? ""}`;
        response.writeHead(302, { location: back + query });
      }
      response.end();
    }).listen(0, "127.0.0.1");
    await once(provider, "listening");
    // A name of this machine that the editor trusts, and does not send through a proxy of its own
    // as it does with 127.0.0.1 where it runs in a browser.
    origin = `http://login.localhost:${(provider.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    seen = [];
    access = bench(origin);
  });

  afterEach(async () => {
    await access.stop();
  });

  after(() => provider.close());

  it("opens an address in the browser exactly as it is written", async () => {
    const inner = encodeURIComponent("http://127.0.0.1:1/callback?a=b&c=d%20e");
    const path = `/plain?redirect_uri=${inner}&scope=openid%20crm.read&x=%2B%25&state=a-b_c~d`;
    await openInBrowser(`${origin}${path}`);
    await eventually("the browser's request", () => (seen.length > 0 ? true : undefined));
    assert.equal(seen[0], path);
  });

  it("comes back to the loopback page of this window", async () => {
    access.connect({ callbackUrl: "http://127.0.0.1/callback" });
    await access.run("financialPlanning.access.signIn");
    assert.deepEqual([access.shared.exchanges, access.failures], [1, []]);
    assert.ok(access.shared.session);
  });

  it("comes back through the editor's own address", async () => {
    access.connect({ callbackUrl: editorCallback(thisEditor()) });
    const running = access.run("financialPlanning.access.signIn");
    const state = await access.waitingState();
    const address = vscode.Uri.parse(`${editorCallback(thisEditor())}?code=good&state=${state}`);
    const noise = ["?code=good", `?code=good&state=${state}x`, `?code=foreign&state=${state}`];
    const logged = (): number => access.logged.split("no sign-in waits for").length - 1;
    const before = logged();
    for (const query of noise) {
      access.registered.openUri(address.with({ query: query.slice(1) }));
    }
    await eventually("each in the log", () => logged() === before + noise.length || undefined);
    // Any page can open them: the user is told once.
    const told = access.dialogs.takeShown().filter((text) => /^No sign-in is waiting/.test(text));
    assert.equal(told.length, 1);
    assert.equal(access.shared.waiting.size, 1);
    access.registered.openUri(address);
    await running;
    assert.deepEqual([access.shared.exchanges, access.failures], [1, []]);
    assert.equal(access.logged.includes(state), false);
  });

  it("takes no callback by the editor's address that belongs to the loopback page", async () => {
    access.connect({ callbackUrl: PASTED });
    const running = access.run("financialPlanning.access.signIn");
    const state = await access.waitingState();
    const address = `${editorCallback(thisEditor())}?code=good&state=${state}`;
    access.registered.openUri(vscode.Uri.parse(address));
    await eventually("a warning", () =>
      access.dialogs.takeShown().find((text) => /^No sign-in is waiting/.test(text)),
    );
    access.paste(() => Promise.resolve(`${PASTED}?code=good&state=${state}`));
    await access.run("financialPlanning.access.pasteCallback");
    await running;
    assert.equal(access.shared.exchanges, 1);
  });

  it("asks for the address where the callback is registered elsewhere", async () => {
    access.connect({ callbackUrl: PASTED });
    access.paste(async (request) => {
      const state = await access.waitingState();
      const wrong = [PASTED, `https://evil.example/?code=good&state=${state}`];
      assert.ok(wrong.every((text) => request.check?.(text) !== undefined));
      assert.equal(request.password, true);
      return `${PASTED}?code=good&state=${state}`;
    });
    await access.run("financialPlanning.access.signIn");
    assert.deepEqual([access.shared.exchanges, access.failures], [1, []]);
  });

  it("says of a pasted address that fits nothing that it does", async () => {
    access.paste(() => Promise.resolve(`${PASTED}?code=good&state=long-gone-state`));
    await access.run("financialPlanning.access.pasteCallback");
    assert.deepEqual(access.failures, ["input/noWaitingSignIn"]);
  });

  it("copies the address of the sign-in that waits, and says when none does", async () => {
    await access.run("financialPlanning.access.copyAddress");
    assert.deepEqual(access.failures, ["input/noWaitingSignIn"]);
    access.connect({ callbackUrl: editorCallback(thisEditor()) });
    const running = access.run("financialPlanning.access.signIn");
    const state = await access.waitingState();
    await access.run("financialPlanning.access.copyAddress");
    assert.ok((await vscode.env.clipboard.readText()).includes(`state=${state}`));
    await access.run("financialPlanning.access.signOut");
    await running;
    assert.equal(access.shared.waiting.size, 0);
  });

  it("is given up where another key is entered while the browser is out", async () => {
    access.connect({ callbackUrl: editorCallback(thisEditor()) });
    const running = access.run("financialPlanning.access.signIn");
    await access.waitingState();
    access.enterKey("000000");
    await running;
    assert.deepEqual([access.shared.waiting.size, access.failures], [0, []]);
  });

  it("shows a failed exchange once, with buttons for that connection", async () => {
    access.connect({ callbackUrl: "http://127.0.0.1/callback" });
    access.client.code = "refused";
    await access.run("financialPlanning.access.signIn");
    assert.deepEqual(access.failures, ["credentials/identityRefused"]);
    const [error] = access.errors;
    assert.equal(isAppError(error) && error.values["connectionLabel"], "Acme development");
    access.client.code = "good";
    const again = await access.errorActions.run("signIn", access.errors[0]);
    assert.deepEqual([again, access.shared.exchanges], [false, 2]);
    const other = await access.errorActions.run("signIn", new AppError("credentials", "x/y"));
    assert.deepEqual([other, access.shared.exchanges], [true, 3]);
  });

  it("changes what a refusal names, and signs in with that", async () => {
    access.connect({ callbackUrl: "http://127.0.0.1/callback" });
    const refused = (values: object): AppError =>
      new AppError("credentials", "credentials/secretRefused", {
        values: { remedy: "basic", ...values },
      });
    const { errorActions } = access;
    // It names none: the one that is in use is not changed.
    assert.equal(await errorActions.run("changeSignIn", refused({})), false);
    assert.deepEqual(access.changes, []);
    const named = refused({ connectionId: "connection-1" });
    assert.equal(await errorActions.run("changeSignIn", named), true);
    assert.deepEqual(access.changes, [["connection-1", "basic"]]);
    assert.deepEqual([access.shared.exchanges, access.failures], [1, []]);
  });

  it("offers the end that the token answer tells, and uses it after a yes alone", async () => {
    access.connect({ callbackUrl: "http://127.0.0.1/callback", accessModel: "delegation" });
    const at = Date.now() + 30 * 86_400_000;
    access.shared.told = { toldConsentEnd: { name: "refresh_expires_in", at } };
    await access.run("financialPlanning.access.signIn");
    await turn();
    assert.match(
      access.dialogs.takeShown().join(),
      /The token response of 'Acme development' has refresh_expires_in, .* Use it as the end/,
    );
    assert.deepEqual(access.client.consentEnds, []);
    access.dialogs.script("Use it");
    await access.run("financialPlanning.access.signIn");
    assert.equal(await eventually("the end", () => access.client.consentEnds[0]), at);
    // It names the sign-in that it was seen in; another one may take its place meanwhile.
    assert.deepEqual(access.client.meantFor, [access.shared.session?.signedInAt]);
  });

  it("does without PKCE once the user agreed to it", async () => {
    access.connect({ callbackUrl: "http://127.0.0.1/callback" });
    access.dialogs.script(undefined, "Sign in without PKCE");
    await access.run("financialPlanning.access.signInWithoutProofKey");
    assert.equal(access.client.requests.length, 0);
    await access.run("financialPlanning.access.signInWithoutProofKey");
    assert.deepEqual(
      access.client.requests.map(({ withoutProofKey }) => withoutProofKey),
      [true],
    );
    assert.match(
      access.dialogs.takeShown()[0] ?? "",
      /^Sign in to 'Acme development' without PKCE/,
    );
  });

  it("leaves PKCE off from then on only where the user says so", async () => {
    access.connect({ callbackUrl: "http://127.0.0.1/callback" });
    await access.signInWithoutProofKey();
    assert.deepEqual(access.dialogs.takeShown().slice(1), [KEEP_OFF]);
    assert.deepEqual(access.keptOff, []);
    await access.signInWithoutProofKey("Keep PKCE off");
    assert.deepEqual(access.dialogs.takeShown().slice(1), [KEEP_OFF]);
    assert.deepEqual([access.keptOff, access.failures], [["connection-1"], []]);
  });

  it("offers that after no other sign-in, and where there is nothing to keep", async () => {
    access.connect({ callbackUrl: "http://127.0.0.1/callback" });
    await access.run("financialPlanning.access.signIn");
    access.client.code = "refused";
    await access.signInWithoutProofKey();
    assert.deepEqual(access.failures, ["credentials/identityRefused"]);
    access.client.code = "good";
    const settled: readonly Partial<Connection>[] = [
      { proofKey: "off" },
      { proofKey: "required" },
      { proofKey: "auto", accessModel: "serviceAccount" },
      { accessModel: "userPresent", id: SANDBOX_CONNECTION_ID },
    ];
    for (const change of settled) {
      access.connect(change);
      await access.signInWithoutProofKey();
    }
    assert.deepEqual(access.dialogs.takeShown().includes(KEEP_OFF), false);
    assert.deepEqual([access.keptOff, access.failures.length], [[], 1]);
  });

  it("says why PKCE could not be left off", async () => {
    access.connect({ callbackUrl: "http://127.0.0.1/callback" });
    access.refuseToKeep(new AppError("input", "input/connectionGone"));
    await access.signInWithoutProofKey("Keep PKCE off");
    assert.deepEqual(access.failures, ["input/connectionGone"]);
  });

  it("asks before a token is copied, and shows it nowhere", async () => {
    access.connect({ callbackUrl: "http://127.0.0.1/callback" });
    await vscode.env.clipboard.writeText("");
    await access.run("financialPlanning.access.copyToken");
    assert.deepEqual(access.failures, ["input/noToken"]);
    await access.run("financialPlanning.access.signIn");
    access.dialogs.script(undefined, "Copy token");
    await access.run("financialPlanning.access.copyToken");
    assert.equal(await vscode.env.clipboard.readText(), "");
    await access.run("financialPlanning.access.copyToken");
    assert.equal(await vscode.env.clipboard.readText(), TOKEN);
    const shown = access.dialogs.takeShown();
    assert.match(
      shown[0] ?? "",
      /^Copy the access token of 'Acme development'\?\n.* as you until \d/,
    );
    assert.equal((shown.join() + access.logged).includes(TOKEN), false);
    await vscode.env.clipboard.writeText("");
  });

  it("says how far a sign-out reaches", async () => {
    access.connect({ callbackUrl: "http://127.0.0.1/callback" });
    for (const [revoked, words] of [
      [false, /^Signed out of 'Acme development' here.* until \d/],
      [true, /^Signed out of 'Acme development'\. The identity provider has revoked/],
    ] as const) {
      await access.run("financialPlanning.access.signIn");
      access.client.revokes = revoked;
      await access.run("financialPlanning.access.signOut");
      assert.match(access.dialogs.takeShown().at(-1) ?? "", words);
    }
    await access.run("financialPlanning.access.signOut");
    assert.match(access.dialogs.takeShown().at(-1) ?? "", /^Nobody was signed in to/);
  });

  it("takes the end of a consent, and refuses what is none", async () => {
    access.connect({ callbackUrl: "http://127.0.0.1/callback", accessModel: "delegation" });
    await access.run("financialPlanning.access.signIn");
    await turn();
    access.dialogs.script("2020-01-01", "31.12.2099", "2099-12-31 17:30", "", undefined);
    for (let turn = 0; turn < 5; turn++) {
      await access.run("financialPlanning.access.setConsentEnd");
    }
    const end = new Date(2099, 11, 31, 17, 30).getTime();
    assert.deepEqual(access.client.consentEnds, [end, undefined]);
    assert.deepEqual(access.failures, []);
  });

  it("gets a service account's token without a browser", async () => {
    access.connect({ accessModel: "serviceAccount" });
    await access.run("financialPlanning.access.signIn");
    assert.deepEqual([access.client.direct, seen], [1, []]);
  });
});

interface Bench {
  readonly dialogs: ScriptedDialogs;
  readonly shared: SharedAccess;
  readonly client: TestClient;
  readonly registered: RegisteredAccess;
  readonly errorActions: ErrorActions;
  readonly errors: unknown[];
  /** Codes of the errors that were shown. */
  readonly failures: string[];
  readonly logged: string;
  connect(change: Partial<Connection>): void;
  /** Another key is in force from then on. */
  enterKey(fingerprint: string): void;
  /** What the user pastes when asked for the callback's address; Escape at first. */
  paste(answer: (request: InputRequest) => Promise<string | undefined>): void;
  run(id: CommandId): Promise<void>;
  /** Connections whose PKCE was left off. */
  readonly keptOff: readonly string[];
  /** Connections whose sign-in was changed, and how. */
  readonly changes: readonly unknown[];
  refuseToKeep(error: AppError): void;
  /** Agrees to it first; the answer is to the question that comes behind. */
  signInWithoutProofKey(answer?: string): Promise<void>;
  waitingState(): Promise<string>;
  stop(): Promise<void>;
}

/** The parts of a client that signing in needs, its browser sent to the server of the test. */
class TestClient extends BrowserClient {
  code = "good";
  revokes = false;
  direct = 0;
  readonly consentEnds: (number | undefined)[] = [];
  readonly meantFor: (number | undefined)[] = [];

  constructor(
    private readonly access: SharedAccess,
    private readonly origin: string,
  ) {
    super(access);
  }

  override async beginSignIn(
    request: Parameters<BrowserClient["beginSignIn"]>[0],
  ): ReturnType<BrowserClient["beginSignIn"]> {
    const started = await super.beginSignIn(request);
    const query = new URLSearchParams({
      ...{ redirect_uri: started.redirectUri, state: started.state, code: this.code },
    });
    return { ...started, url: `${this.origin}/authorize?${query.toString()}` };
  }

  signIn(): Promise<void> {
    this.direct++;
    return Promise.resolve();
  }

  signOut(): Promise<{ revoked: boolean }> {
    this.access.session = undefined;
    return Promise.resolve({ revoked: this.revokes });
  }

  knownSession(): Promise<Session | undefined> {
    return Promise.resolve(this.session);
  }

  setConsentEnd(at: number | undefined, signedInAt?: number): Promise<void> {
    this.consentEnds.push(at);
    this.meantFor.push(signedInAt);
    return Promise.resolve();
  }

  copyableToken(): Promise<string | undefined> {
    return Promise.resolve(this.session && TOKEN);
  }
}

/** Whether the address is asked for depends on the host that the tests run on. */
class PastingDialogs extends ScriptedDialogs {
  pasted: (request: InputRequest) => Promise<string | undefined> = () => Promise.resolve(undefined);

  override input(request: InputRequest): Promise<string | undefined> {
    return request.password === true ? this.pasted(request) : super.input(request);
  }
}

function bench(origin: string): Bench {
  const dialogs = new PastingDialogs(vscode.ExtensionMode.Test);
  const shared = new SharedAccess(SYSTEM_CLOCK);
  const client = new TestClient(shared, origin);
  const errors: unknown[] = [];
  const handlers = new Map<string, (...values: never[]) => unknown>();
  const changed = new vscode.EventEmitter<void>();
  const memory = new Map<string, unknown>();
  let connection = aConnection({ authUrl: origin, accessModel: "userPresent" });
  let keyFingerprint = "9f3a1c";
  let logged = "";
  const keptOff: string[] = [];
  const changes: unknown[] = [];
  let refusal: AppError | undefined;
  const write: Log["info"] = (message, facts) => {
    logged += `${message} ${JSON.stringify(facts)}\n`;
  };
  const registrations = {
    setCommand: (id: string, handler: (...values: never[]) => unknown) => {
      handlers.set(id, handler);
      return new vscode.Disposable(() => handlers.delete(id));
    },
  };
  const showError = (error: unknown): Promise<void> => {
    if (!isAppError(error) || error.kind !== "canceled") {
      errors.push(error);
    }
    return Promise.resolve();
  };
  const errorActions = new ErrorActions();
  const memento = {
    get: (key: string, fallback: unknown) => memory.get(key) ?? fallback,
    update: (key: string, value: unknown) => Promise.resolve(void memory.set(key, value)),
  };
  const services: AccessServices = {
    ...{ dialogs, showError, errorActions, privacy: NO_PRIVACY },
    commands: new Commands(registrations, showError),
    log: { trace: write, debug: write, info: write, warn: write, error: write } as Log,
    state: new TypedMemento(memento as unknown as vscode.Memento),
    extensionUri: vscode.Uri.file("/"),
    findSignIn: shared.find,
    open: () => Promise.resolve({ connection, client: client as unknown as ServiceClient }),
    summaries: () => [
      {
        ...{ id: connection.id, label: connection.label, environment: connection.environment },
        ...{ state: "ready", session: shared.session, keyFingerprint, connection },
      },
    ],
    onDidChange: changed.event,
    describe: createDescribeError(createRedactor(), NO_PRIVACY),
    changeSignIn: (id, remedy) => Promise.resolve(void changes.push([id, remedy])),
    keepProofKeyOff: (id) => {
      keptOff.push(id);
      return refusal === undefined ? Promise.resolve() : Promise.reject(refusal);
    },
    connectionOf: () => connection.id,
  };
  const registered = registerAccess(services);
  const run = async (id: CommandId): Promise<void> => {
    await (handlers.get(id) ?? assert.fail(`${id} is no command`))();
  };
  return {
    ...{ dialogs, shared, client, registered, errorActions, errors, keptOff, changes, run },
    get failures() {
      return errors.map((error) => (isAppError(error) ? error.code : String(error)));
    },
    get logged() {
      return logged;
    },
    connect: (change) => {
      connection = { ...connection, ...change };
    },
    enterKey: (fingerprint) => {
      keyFingerprint = fingerprint;
      changed.fire();
    },
    paste: (answer) => {
      dialogs.pasted = answer;
    },
    refuseToKeep: (error) => {
      refusal = error;
    },
    signInWithoutProofKey: async (answer) => {
      dialogs.script("Sign in without PKCE", ...(answer === undefined ? [] : [answer]));
      await run("financialPlanning.access.signInWithoutProofKey");
      await turn();
    },
    waitingState: () => eventually("a sign-in that waits", () => [...shared.waiting.keys()][0]),
    stop: async () => {
      await handlers.get("financialPlanning.access.signOut")?.();
      registered.disposable.dispose();
      changed.dispose();
    },
  };
}
