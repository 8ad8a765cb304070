import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Caller } from "../../support/sandboxProcess";
import { runProgram, startProgram } from "../../support/sandboxProgram";
import { freePorts } from "../../../fakes/freePorts";

describe("the sandbox as a program of its own", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fp-sandbox-"));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it("says its version and nothing else", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const end = await runProgram(["--version"]);
    assert.deepEqual(end, { code: 0, printed: `${version}\n`, complained: "" });
  });

  it("explains every option that it takes", async () => {
    const source = readFileSync("src/features/sandbox/server/options.ts", "utf8");
    const options = source.slice(source.indexOf("allowNegative"), source.indexOf("} catch"));
    const names = [...options.matchAll(/^ {8}"?([\w-]+)"?: \{ type/gm)].map(([, name]) => name!);
    assert.ok(names.length > 20);
    const { printed, code } = await runProgram(["--help"]);
    assert.equal(code, 0);
    for (const name of names) {
      assert.match(printed, new RegExp(`^ {2}--(no-)?${name}[ \n]`, "m"), name);
    }
  });

  for (const [what, argv, sentence] of [
    ["an unknown option", ["--sead", "x"], /^Unknown option '--sead'\. See --help\.\n$/],
    ["an argument", ["start"], /^Unexpected argument 'start'.*See --help\.\n$/],
    [
      "a port that is none",
      ["--port", "abc"],
      /^--port takes a whole number from 0 to 65535, not "abc"\.\n$/,
    ],
    [
      "too many clients",
      ["--clients", "9000000"],
      /^--clients takes a whole number from 0 to 200000, not "9000000"\.\n$/,
    ],
    [
      "a file that is not there",
      ["--scenario", "nowhere.json"],
      /^nowhere\.json cannot be read \(ENOENT\)\.\n$/,
    ],
    [
      "a log that cannot be written",
      ["--log", "/nowhere/calls.jsonl"],
      /^\/nowhere\/calls\.jsonl cannot be written \(ENOENT\)\.\n$/,
    ],
  ] as const) {
    it(`ends with 2 and a sentence at ${what}`, async () => {
      const { code, printed, complained } = await runProgram([...argv]);
      assert.match(withoutWarnings(complained), sentence);
      assert.deepEqual([code, printed], [2, ""]);
    });
  }

  for (const [what, option, text, place] of [
    ["no JSON", "--faults", '[\n  {"fault": oops}\n]', /line 2, column 13: this is not JSON\.\n$/],
    [
      "a rule that nobody knows",
      "--faults",
      '[\n  {"falt": {}}\n]',
      /line 2, column 3: 0\.fault: "fault" is missing\.\n$/,
    ],
    [
      "a scenario of another version",
      "--scenario",
      '{ "version": 2 }',
      /line 1, column 14: version: 1 was expected, not 2\.\n$/,
    ],
    [
      "a misspelt member",
      "--scenario",
      '{\n "version": 1,\n "clients": 3 }',
      /line 3, column 13: clients: no such member is known\.\n$/,
    ],
    [
      "a client without a UUID",
      "--scenario",
      '{"version":1,"environments":{"development":{"given":[{"clientId":"x","name":{"firstName":"A","lastName":"B"}}]}}}',
      /column 66: environments\.development\.given\.0\.clientId: .*UUID/i,
    ],
  ] as const) {
    it(`ends with 2 and the place in a file with ${what}`, async () => {
      const path = file("input.json", text);
      const { code, complained } = await runProgram([option, path]);
      assert.ok(complained.startsWith(`${path}, `), complained);
      assert.match(complained, place);
      assert.equal(complained.trimEnd().split("\n").length, 1);
      assert.equal(code, 2);
    });
  }

  for (const option of ["--port", "--identity-port", "--admin-port"]) {
    it(`ends with 2 where ${option} is in use`, async () => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      const { port } = other.address() as AddressInfo;
      const { code, complained } = await runProgram([option, String(port)]);
      assert.equal(complained, `Port ${port} is in use. Choose another one.\n`);
      assert.equal(code, 2);
      other.close();
    });
  }

  it("prints one line of JSON with addresses, keys and secrets once it listens", async () => {
    const { facts, end } = await startProgram();
    const caller = await Caller.signIn(facts, facts.subscriptionKeys.production);
    assert.equal((await caller.call("/crm/v1/clients")).status, 200);
    assert.equal((await fetch(`${facts.adminUrl}/calls`)).status, 200);
    assert.equal(await end(), 0);
  });

  it("prints nothing where it is to be quiet", async () => {
    const port = await freePorts(3);
    const running = runProgram(["--quiet", "--port", String(port), "--faults", "missing.json"]);
    assert.deepEqual((await running).printed, "");
    const log = join(folder, "calls.jsonl");
    const program = await startProgram(["--quiet", "--log", log]);
    assert.ok(program.facts.baseUrl);
    await program.end();
  });

  it("adds each call to the log, secrets as fingerprints, and keeps what stood there", async () => {
    const log = file("calls.jsonl", '{"from":"before"}\n');
    const { facts, end } = await startProgram(["--log", log]);
    const caller = await Caller.signIn(facts);
    await caller.call("/crm/v1/clients?pageSize=1&pageNumber=1");
    assert.equal(await end(), 0);
    const lines = readFileSync(log, "utf8").trimEnd().split("\n");
    const calls = lines.map((line) => JSON.parse(line) as { server: string; target: string });
    assert.deepEqual(
      calls.slice(1).map(({ server, target }) => [server, target]),
      [
        ["identity", "/identity/connect/token"],
        ["service", "/crm/v1/clients?pageSize=1&pageNumber=1"],
      ],
    );
    const { clientSecret } = facts.clients.serviceAccount;
    for (const secret of [facts.subscriptionKeys.development, clientSecret]) {
      assert.ok(!lines.join("\n").includes(secret));
    }
  });

  it("saves what was written as a scenario when it ends, and starts again from it", async () => {
    const saved = join(folder, "saved.json");
    const first = await startProgram(["--save", saved, "--seed", "saving", "--clients", "25"]);
    const caller = await Caller.signIn(first.facts);
    const clientId = await caller.firstClientId();
    const path = `/finances/v1/clients/${clientId}/pensions/PEN-SAVED`;
    await caller.call(path, { method: "PUT", body: '{"value": 1204.3300}' });
    assert.ok(!existsSync(saved));
    assert.equal(await first.end(), 0);
    assert.match(readFileSync(saved, "utf8"), /"value": 1204\.3300/);
    const second = await startProgram(["--scenario", saved]);
    const again = await Caller.signIn(second.facts);
    const { totalItems } = await again.json<{ totalItems: number }>("/crm/v1/clients");
    assert.equal(totalItems, 25);
    const { text } = await again.call(path);
    assert.match(text, /"value":1204\.3300/);
    await second.end();
  });

  it("saves also when its terminal is closed", async () => {
    if (process.platform === "win32") {
      return;
    }
    const saved = join(folder, "saved.json");
    const { facts, child } = await startProgram(["--save", saved]);
    const caller = await Caller.signIn(facts);
    const path = `/finances/v1/clients/${await caller.firstClientId()}/pensions/PEN-SAVED`;
    await caller.call(path, { method: "PUT", body: "{}" });
    const closed = once(child, "close");
    child.kill("SIGHUP");
    assert.deepEqual(await closed, [0, null]);
    assert.match(readFileSync(saved, "utf8"), /PEN-SAVED/);
  });

  it("goes on where its log cannot be written any more, says so once and saves", async () => {
    if (process.platform !== "linux") {
      return;
    }
    const saved = join(folder, "saved.json");
    const { facts, child, end } = await startProgram(["--log", "/dev/full", "--save", saved]);
    let complained = "";
    child.stderr?.on("data", (text: string) => (complained += text));
    const caller = await Caller.signIn(facts);
    const path = `/finances/v1/clients/${await caller.firstClientId()}/pensions/PEN-SAVED`;
    await caller.call(path, { method: "PUT", body: "{}" });
    assert.equal(await end(), 0);
    assert.equal(
      withoutWarnings(complained),
      "/dev/full could not be written (ENOSPC). " +
        "Calls are missing in it until it can be written again.\n",
    );
    assert.match(readFileSync(saved, "utf8"), /PEN-SAVED/);
  });

  it("begins with faults of a file, and with a number of clients", async () => {
    const rules = file(
      "faults.json",
      '[{ "times": 1, "fault": { "kind": "status", "status": 503 } }]',
    );
    const { facts, end } = await startProgram(["--faults", rules, "--clients", "7"]);
    const caller = await Caller.signIn(facts);
    assert.equal((await caller.call("/crm/v1/clients")).status, 503);
    const { totalItems } = await caller.json<{ totalItems: number }>("/crm/v1/clients");
    assert.equal(totalItems, 7);
    await end();
  });
});

/** oidc-provider warns of runtimes that it was not tried with. */
function withoutWarnings(text: string): string {
  return text.replaceAll(/^oidc-provider WARNING.*\n/gm, "");
}
