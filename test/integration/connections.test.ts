import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { ConnectionChoices } from "../../src/features/connections/host/choices";
import {
  Connections,
  type ConnectionsOptions,
} from "../../src/features/connections/host/connections";
import type { ConnectionSource } from "../../src/features/connections/host/sources";
import type { IssuedConnection } from "../../src/platform/base/connection";
import { AppError, isAppError } from "../../src/platform/base/errors";
import type { Network } from "../../src/platform/service/network";
import type { ServiceClient } from "../../src/platform/service/client";
import { TypedMemento } from "../../src/platform/vscode/state";
import { SandboxSource } from "../../src/features/sandbox/host/source";
import { activateExplorer, eventually, type TestHandle } from "./support/explorer";

const ID = "sandbox";

describe("connections", () => {
  let explorer: TestHandle;
  let source: HeldSource;
  let connections: Connections;
  let opened: ServiceClient[];
  let disposed: Set<ServiceClient>;
  let closes: (client: ServiceClient) => Promise<void>;
  let log: string[];

  before(async () => {
    explorer = await activateExplorer();
    await explorer.sandbox.start();
  });

  beforeEach(() => {
    [opened, disposed, log] = [[], new Set(), []];
    closes = (client) => client.dispose();
    source = new HeldSource(new SandboxSource(explorer.sandbox, explorer.choices));
    connections = new Connections(options());
  });

  afterEach(async () => {
    source.hold = undefined;
    await connections.dispose();
  });

  /** As the explorer's own, but for the source and a log to look into. */
  function options(): ConnectionsOptions {
    const own = Reflect.get(explorer.connections, "options") as ConnectionsOptions;
    const note = (line: string): void => void log.push(line);
    return {
      ...own,
      source,
      network: async () => watched(await own.network()),
      log: { trace: note, info: note, warn: note, error: note },
      choices: new ConnectionChoices(new TypedMemento(memory())),
    };
  }

  /** The real network, with a list of the clients that were made and closed. */
  function watched(network: Network): Network {
    return {
      ...network,
      open: (wish) => {
        const client = network.open(wish);
        const dispose = (): Promise<void> => {
          disposed.add(client);
          return closes(client);
        };
        opened.push(client);
        return Object.create(client, { dispose: { value: dispose } }) as ServiceClient;
      },
    };
  }

  const alive = (): number => opened.filter((client) => !disposed.has(client)).length;
  const session = (): unknown => connections.summary(ID).session;

  it("reopened while it opens: one client in the end, and everyone has that one", async () => {
    const gate = source.holdNext();
    const first = connections.open(ID);
    await gate.arrived;
    const reopening = connections.reopen(ID);
    const second = connections.open(ID);
    gate.release();
    await reopening;
    assert.equal((await first).client, (await second).client);
    assert.equal((await connections.open(ID)).client, (await first).client);
    assert.equal(alive(), 1);
    const { client } = await first;
    assert.ok(await client.signIn());
    assert.ok(session());
  });

  it("a failure that comes late takes nothing from the client in force", async () => {
    const gate = source.holdNext();
    const first = connections.open(ID);
    await gate.arrived;
    await connections.reopen(ID);
    const { client } = await connections.open(ID);
    gate.fail(new AppError("sandbox", "sandbox/startFailed"));
    assert.equal((await first).client, client, "who waited is served by the one in force");
    assert.equal((await connections.open(ID)).client, client);
    assert.equal(opened.length, 1);
  });

  it("a failure of the open in force is told, and the next open tries again", async () => {
    const gate = source.holdNext();
    const first = connections.open(ID);
    await gate.arrived;
    gate.fail(new AppError("sandbox", "sandbox/startFailed"));
    await assert.rejects(first, (error) => isAppError(error) && error.code.endsWith("startFailed"));
    assert.ok(await connections.open(ID));
  });

  it("what was signed in with an old client says nothing of the new one", async () => {
    const old = await connections.open(ID);
    await old.client.signIn();
    await connections.reopen(ID);
    assert.equal(session(), undefined);
    const { client } = await connections.open(ID);
    const now = await client.signIn();
    await old.client.signOut();
    assert.deepEqual(session(), now);
    assert.equal(alive(), 1);
  });

  it("a sandbox that ends while its client is opened is noticed", async () => {
    const gate = source.holdNext("afterIssue");
    const replaced: boolean[] = [];
    connections.onDidReplace(({ isOtherService }) => replaced.push(isOtherService));
    const first = connections.open(ID);
    await gate.arrived;
    const before = source.current;
    await explorer.sandbox.restart();
    assert.notEqual(source.current, before);
    gate.release();
    assert.equal((await first).connection.baseUrl, explorer.sandbox.facts!.baseUrl);
    assert.ok(await (await first).client.signIn());
    assert.deepEqual([replaced, alive()], [[true], 1]);
  });

  it("a client that cannot be closed is logged, and keeps nobody waiting", async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown): void => void unheard.push(reason);
    process.on("unhandledRejection", hear);
    try {
      await connections.open(ID);
      closes = async (client) => {
        await client.dispose();
        throw new Error("socket says: token-1");
      };
      await explorer.sandbox.restart();
      await eventually("the failure to be logged", () =>
        log.some((line) => line.includes("could not be closed")) ? true : undefined,
      );
      assert.ok(await connections.open(ID));
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(unheard, []);
      assert.doesNotMatch(log.join(), /token-1/);
    } finally {
      process.removeListener("unhandledRejection", hear);
    }
  });

  it("after its window closed nothing is opened any more", async () => {
    const gate = source.holdNext();
    const first = connections.open(ID);
    await gate.arrived;
    const canceled = assert.rejects(
      first,
      (error) => isAppError(error) && error.kind === "canceled",
    );
    const closed = connections.dispose();
    gate.release();
    await Promise.all([canceled, closed]);
    assert.equal(opened.length, 0);
  });
});

interface Gate {
  /** Resolves when somebody is being held. */
  readonly arrived: Promise<unknown>;
  release(): void;
  fail(error: AppError): void;
}

/** The sandbox's own source, whose next answer can be held back. */
class HeldSource implements ConnectionSource {
  hold: ((issue: () => Promise<IssuedConnection>) => Promise<IssuedConnection>) | undefined;

  constructor(private readonly source: SandboxSource) {}

  get current(): IssuedConnection | undefined {
    return this.source.current;
  }

  get isStarting(): boolean {
    return this.source.isStarting;
  }

  get obstacle(): unknown {
    return this.source.obstacle;
  }

  get onDidChange(): vscode.Event<void> {
    return this.source.onDidChange;
  }

  start(): Promise<void> {
    return this.source.start();
  }

  issue(): Promise<IssuedConnection> {
    const { hold } = this;
    this.hold = undefined;
    return hold === undefined ? this.source.issue() : hold(() => this.source.issue());
  }

  /** Holds the next one back, before it is issued or after. */
  holdNext(when: "beforeIssue" | "afterIssue" = "beforeIssue"): Gate {
    const arrived = Promise.withResolvers<undefined>();
    const gate = Promise.withResolvers<undefined>();
    this.hold = async (issue) => {
      const early = when === "afterIssue" ? await issue() : undefined;
      arrived.resolve(undefined);
      await gate.promise;
      return early ?? (await issue());
    };
    return {
      arrived: arrived.promise,
      release: () => gate.resolve(undefined),
      fail: gate.reject,
    };
  }
}

/** A memento in memory, by its contract. */
function memory(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <Value>(key: string, fallback?: Value) => (values.get(key) ?? fallback) as Value,
    update: (key, value) => Promise.resolve(void values.set(key, value)),
  };
}
