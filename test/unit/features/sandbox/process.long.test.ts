import assert from "node:assert/strict";
import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingsFrom } from "../../support/sandboxSettings";
import {
  SANDBOX_DEFINITIONS,
  type SandboxOptions,
} from "../../../../src/features/sandbox/messages/sandboxMessages";
import { Caller, PROGRAM, SandboxRefusal, startSandbox } from "../../support/sandboxProcess";

describe("the sandbox's process", () => {
  it("gives the same data for the same seed, and other data for another", async () => {
    const texts: string[] = [];
    for (const seed of ["one", "one", "two"]) {
      const sandbox = await startSandbox({ seed });
      const caller = await Caller.signIn(sandbox.facts);
      const clientId = await caller.firstClientId();
      const paths = [
        "/crm/v1/clients?pageSize=200&pageNumber=3",
        `/finances/v1/clients/${clientId}/holdings?pageSize=200`,
        `/profiling/v1/clients/${clientId}/results?fields=factors`,
      ];
      const answers = await Promise.all(paths.map(async (path) => (await caller.call(path)).text));
      texts.push(answers.join("\n"));
      await sandbox.stop();
    }
    assert.equal(texts[0], texts[1]);
    assert.notEqual(texts[0], texts[2]);
  });

  it("makes its keys and secrets anew at each start", async () => {
    const [one, two] = [await startSandbox(), await startSandbox()];
    const secrets = [one, two].flatMap(({ facts }) => [
      ...Object.values(facts.subscriptionKeys),
      ...Object.values(facts.clients).map(({ clientSecret }) => clientSecret),
    ]);
    assert.equal(new Set(secrets).size, secrets.length);
    await Promise.all([one.stop(), two.stop()]);
  });

  it("prints nothing as a child, and has no secret on its command line", async () => {
    const sandbox = await startSandbox();
    await Caller.signIn(sandbox.facts);
    assert.deepEqual(sandbox.child.spawnargs.slice(1), [PROGRAM]);
    await sandbox.stop();
    assert.equal(sandbox.printed(), "");
  });

  it("serves results under the prefix it was given, and nowhere else", async () => {
    const sandbox = await startSandbox({ resultsPrefix: "/crm/v1" });
    const caller = await Caller.signIn(sandbox.facts);
    const clientId = await caller.firstClientId();
    assert.equal((await caller.call(`/crm/v1/clients/${clientId}/results`)).status, 200);
    assert.equal((await caller.call(`/profiling/v1/clients/${clientId}/results`)).status, 404);
    await sandbox.stop();
  });

  it("lets pensions be read only when it is told to", async () => {
    const sandbox = await startSandbox({ pensionReading: false });
    const caller = await Caller.signIn(sandbox.facts);
    const path = `/finances/v1/clients/${await caller.firstClientId()}/pensions/PEN-1`;
    assert.equal((await caller.call(path, { method: "PUT", body: "{}" })).status, 201);
    const read = await caller.call(path);
    assert.deepEqual([read.status, read.headers.allow], [405, "PUT, DELETE"]);
    await sandbox.stop();
  });

  for (const option of ["servicePort", "identityPort"] as const) {
    it(`says which port is in use: ${option}`, async () => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      const { port } = other.address() as AddressInfo;
      await assert.rejects(startSandbox({ [option]: port }), (error: unknown) => {
        assert.ok(error instanceof SandboxRefusal);
        assert.deepEqual([error.code, error.values], ["sandbox/portInUse", { port }]);
        return true;
      });
      await new Promise((resolve) => other.close(resolve));
    });
  }

  it("takes ports that were set", async () => {
    const first = await startSandbox();
    const ports = [first.facts.baseUrl, first.facts.authUrl].map((url) =>
      Number(new URL(url).port),
    );
    await first.stop();
    const [servicePort, identityPort] = ports as [number, number];
    const second = await startSandbox({ servicePort, identityPort });
    assert.deepEqual(
      [second.facts.baseUrl, second.facts.authUrl],
      [first.facts.baseUrl, first.facts.authUrl],
    );
    await second.stop();
  });

  it("listens on loopback only", async () => {
    const sandbox = await startSandbox();
    for (const url of [sandbox.facts.baseUrl, sandbox.facts.authUrl]) {
      assert.equal(new URL(url).hostname, "127.0.0.1");
    }
    await sandbox.stop();
  });

  it("ends with its parent, also when that is killed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sandbox-parent-"));
    const script = join(folder, "parent.cjs");
    writeFileSync(
      script,
      `const { fork } = require("node:child_process");
       const child = fork(${JSON.stringify(PROGRAM)}, [], { execArgv: [] });
       child.once("message", () => process.send(child.pid));
       setInterval(() => undefined, 1000);`,
    );
    const parent: ChildProcess = fork(script, [], { execArgv: [] });
    const pid = await new Promise<number>((resolve) => parent.once("message", resolve));
    assert.ok(isAlive(pid));
    parent.kill("SIGKILL");
    while (isAlive(pid)) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    rmSync(folder, { recursive: true });
  });

  it("explains itself on the command line", () => {
    const { stdout, status } = spawnSync(process.execPath, [PROGRAM, "--help"], {
      encoding: "utf8",
    });
    assert.equal(status, 0);
    for (const flag of ["results-prefix", "proof-key", "no-discovery", "consent-seconds"]) {
      assert.match(stdout, new RegExp(`--${flag} `));
    }
  });

  it("prints what is needed to reach it, where nobody listens", async () => {
    const child = spawn(process.execPath, [PROGRAM], { stdio: ["ignore", "pipe", "inherit"] });
    let printed = "";
    for await (const piece of child.stdout.setEncoding("utf8") as AsyncIterable<string>) {
      printed += piece;
      if (printed.includes("Press Ctrl+C")) {
        break;
      }
    }
    child.kill();
    const base = /^Service +(\S+)$/m.exec(printed)?.[1];
    assert.ok(base);
    for (const path of SANDBOX_DEFINITIONS) {
      assert.ok(printed.includes(` ${base}${path}\n`), path);
    }
  });

  for (const [option, value] of [
    ["tokenLifetime", 0],
    ["proofKey", "off"],
    ["consentSeconds", "a day"],
    ["discovery", "no"],
  ] as const) {
    it(`refuses an option that it cannot take, by name: ${option}`, () => {
      const options = { [option]: value } as SandboxOptions;
      return assert.rejects(startSandbox(options), (error: unknown) => {
        assert.ok(error instanceof SandboxRefusal);
        assert.deepEqual(error.values, { reason: option });
        return true;
      });
    });
  }

  it("takes every option as a flag too", () => {
    const flags = [
      ..."--proof-key refused --no-refresh-rotation --no-discovery".split(" "),
      ..."--consent-seconds 60 --consent-claim --no-any-loopback-port".split(" "),
    ];
    const { proofKey, refreshRotation, discovery, consentSeconds, consentClaim, anyLoopbackPort } =
      settingsFrom(flags);
    assert.deepEqual([proofKey, refreshRotation, discovery], ["refused", false, false]);
    assert.deepEqual([consentSeconds, consentClaim, anyLoopbackPort], [60, true, false]);
    const defaults = settingsFrom([]);
    assert.deepEqual([defaults.proofKey, defaults.refreshRotation], ["on", true]);
    assert.deepEqual([defaults.discovery, defaults.consentSeconds], [true, 30 * 86_400]);
    assert.deepEqual([defaults.consentClaim, defaults.anyLoopbackPort], [false, true]);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
