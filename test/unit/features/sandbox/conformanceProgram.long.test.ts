import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RULES, UNCHECKED_RULES } from "../../../../src/features/sandbox/conformance/rules";
import { signInByHand } from "../../support/handBrowser";
import { startProxy } from "../../support/deviatingProxy";
import {
  type ProgramEnd,
  runProgram,
  startProgram,
  type StartedProgram,
} from "../../support/sandboxProgram";

const PROGRAM = join(process.cwd(), "dist", "conformance.js");

describe("the conformance suite as a program of its own", () => {
  let sandbox: StartedProgram;
  let folder: string;
  let facts: string;

  before(async () => {
    sandbox = await startProgram(["--clients", "60"]);
    folder = mkdtempSync(join(tmpdir(), "fp-conformance-"));
    facts = join(folder, "facts.json");
    writeFileSync(facts, JSON.stringify(sandbox.facts));
  });

  after(async () => {
    rmSync(folder, { recursive: true });
    await sandbox.end();
  });

  const run = (
    argv: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ProgramEnd> => runProgram(argv, environment, PROGRAM);
  const secrets = (): Readonly<Record<string, string>> => {
    const { subscriptionKeys, clients } = sandbox.facts;
    return {
      FP_SUBSCRIPTION_KEY: subscriptionKeys.development,
      FP_CLIENT_ID: clients.serviceAccount.clientId,
      FP_CLIENT_SECRET: clients.serviceAccount.clientSecret,
      FP_SCOPES: clients.serviceAccount.scopes.join(" "),
    };
  };

  it("says its version and explains every option and variable that it takes", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    assert.equal((await run(["--version"])).printed, `${version}\n`);
    const source = readFileSync("src/features/sandbox/conformance/commandLine.ts", "utf8");
    const options = [...source.matchAll(/^ {8}"?([\w-]+)"?: \{ type/gm)].map(([, name]) => name!);
    const variables = [...source.matchAll(/FP_[A-Z_]+\b/g)].map(([name]) => name);
    assert.ok(options.length > 12 && variables.length > 5);
    const { printed, code } = await run(["--help"]);
    assert.equal(code, 0);
    for (const option of options) {
      assert.match(printed, new RegExp(`^ {2}--${option}[ \n]`, "m"), option);
    }
    for (const variable of variables) {
      assert.ok(variable === "FP_CLIENT" || printed.includes(variable), variable);
    }
  });

  it("lists all rules with the sentences of the specification", async () => {
    const { printed } = await run(["--list"]);
    for (const { name, sentence } of [...RULES, ...UNCHECKED_RULES]) {
      assert.ok(printed.includes(`${name}\n  ${sentence}\n`), name);
    }
  });

  it("checks a sandbox that it is told of, and prints TAP", async () => {
    const { code, printed, complained } = await run(["--facts", facts]);
    assert.equal(complained, "");
    assert.equal(code, 0, printed);
    const count = RULES.length + UNCHECKED_RULES.length;
    assert.ok(printed.startsWith(`TAP version 14\n1..${count}\n`));
    assert.equal(printed.match(/^ok \d+ - /gm)?.length, count);
    assert.match(printed, /^# \d+ kept, 0 broken, \d+ skipped\n$/m);
  });

  it("reads the line of a sandbox that keeps its output open", async () => {
    const argv = [PROGRAM, "--facts", "-", "--only", "4.4 list"];
    const child = spawn(process.execPath, argv, { stdio: ["pipe", "ignore", "inherit"] });
    child.stdin.write(`${readFileSync(facts, "utf8")}\n`);
    const [code] = (await once(child, "exit")) as [number | null];
    assert.equal(code, 0);
  });

  it("reads several lines too", async () => {
    const argv = [PROGRAM, "--facts", "-", "--only", "4.4 list"];
    const child = spawn(process.execPath, argv, { stdio: ["pipe", "ignore", "inherit"] });
    child.stdin.end(JSON.stringify(sandbox.facts, undefined, 2));
    const [code] = (await once(child, "exit")) as [number | null];
    assert.equal(code, 0);
  });

  for (const [signal, expected] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    it(`removes what it wrote when ${signal} ends it at a question`, async function () {
      if (process.platform === "win32") {
        // There a signal from another process ends it at once.
        this.skip();
      }
      const proxy = await startProxy(sandbox.facts.baseUrl);
      const file = join(folder, "proxy.json");
      writeFileSync(file, JSON.stringify({ ...sandbox.facts, baseUrl: proxy.url }));
      const rules = ["--only", "4.1 PUT creates", "--only", "5.4 code"];
      const argv = [PROGRAM, "--interactive", "--facts", file, ...rules];
      const child = spawn(process.execPath, argv, { stdio: ["pipe", "ignore", "pipe"] });
      const end = once(child, "exit") as Promise<[number | null]>;
      let said = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
      while (!said.includes("Paste the address")) {
        await once(child.stderr, "data");
      }
      child.kill(signal);
      const [code] = await end;
      proxy.stop();
      const calls = proxy.passed.filter((call) => !call.startsWith("GET "));
      const put = calls.find((call) => call.startsWith("PUT ")) ?? "";
      assert.equal(code, expected);
      assert.deepEqual(calls, [put, put.replace("PUT", "DELETE")]);
    });
  }

  it("checks another service by its addresses, secrets in the environment", async () => {
    const { baseUrl, authUrl, subscriptionKeys, clients } = sandbox.facts;
    const proxy = await startProxy(baseUrl);
    const environment = secrets();
    const addresses = ["--base-url", `${proxy.url}/`, "--auth-url", authUrl];
    const kept = await run(addresses, environment);
    assert.equal(kept.code, 0, kept.printed);
    assert.match(kept.printed, /# SKIP It writes a pension: allow that with --allow-writes\./);
    assert.notEqual(proxy.passed.length, 0);
    assert.ok(proxy.passed.every((call) => call.startsWith("GET ")));

    proxy.deviate({ answer: ({ headers }) => delete headers["x-dt-requestid"] });
    const only = ["--only", "x-dt-requestid on a list", "--only", "4.4 list"];
    const broken = await run([...addresses, ...only], environment);
    proxy.stop();
    assert.equal(broken.code, 1);
    assert.match(
      broken.printed,
      /^not ok 1 - 4\.2 x-dt-requestid on a list\n {2}---\n {2}found: "An answer with 200 has no x-dt-requestid\."\n {2}rule: ".+"\n {2}\.\.\.\nok 2 - 4\.4 list of clients\n# 1 kept, 1 broken, 0 skipped\n$/m,
    );
    for (const secret of [subscriptionKeys.development, clients.serviceAccount.clientSecret]) {
      assert.ok(!`${kept.printed}${broken.printed}`.includes(secret));
    }
  });

  it("writes a pension that it is given, names what it cannot remove, and is red then", async () => {
    const { baseUrl, authUrl } = sandbox.facts;
    const bodies: string[] = [];
    const proxy = await startProxy(baseUrl);
    proxy.deviate({
      call: ({ method, body }) => {
        bodies.push(...(method === "PUT" ? [body] : []));
        return method === "DELETE" ? { status: 405, headers: {}, body: "" } : undefined;
      },
    });
    const file = join(folder, "pension.json");
    writeFileSync(file, '{ "planNumber": "GPP-1204558" }');
    const addresses = ["--base-url", proxy.url, "--auth-url", authUrl];
    const options = ["--allow-writes", "--pension-body", file, "--only", "4.1 PUT creates"];
    const { code, printed } = await run([...addresses, ...options], secrets());
    proxy.stop();
    const put = proxy.passed.find((call) => call.startsWith("PUT ")) ?? "";
    assert.deepEqual(bodies, ['{"planNumber":"GPP-1204558"}']);
    assert.match(put, /^PUT \/finances\/v1\/clients\/.+\/pensions\/fp-conformance-/);
    assert.ok(
      printed.endsWith(
        "# 1 kept, 0 broken, 0 skipped\n" +
          `# left behind: ${put.slice(4)} (DELETE was answered with 405)\n`,
      ),
      printed,
    );
    assert.equal(code, 1);
  });

  it("asks to sign in, for each rule that a person is needed for", async () => {
    const needing = RULES.filter(({ needs }) => needs?.includes("signIn") === true);
    const only = needing.flatMap(({ name }) => ["--only", name]);
    let unread = "";
    const signIn = async (said: string): Promise<string> => {
      unread += said;
      const [question, address = ""] = /^(http\S+)\nPaste the address.*: $/m.exec(unread) ?? [];
      if (question === undefined) {
        return "";
      }
      unread = "";
      return `${(await signInByHand(address)).url.href}\n`;
    };
    const argv = ["--interactive", "--facts", facts, ...only];
    const { code, printed } = await runProgram(argv, {}, PROGRAM, signIn);
    assert.equal(code, 0, printed);
    assert.match(printed, new RegExp(`^# ${needing.length} kept, 0 broken, 0 skipped$`, "m"));
  });

  it("is red where nobody answers its question", async () => {
    const argv = ["--interactive", "--facts", facts, "--only", "5.4 code"];
    const { code, printed } = await run(argv);
    assert.equal(code, 1);
    assert.match(
      printed,
      /^not ok 1 - 5\.4 code$[^]*found: "There was no address to come back to\."/m,
    );
  });

  it("is not green where nothing was checked", async () => {
    const { code, printed } = await run(["--facts", facts, "--only", "nothing"]);
    assert.deepEqual([code, printed.includes("0 kept")], [1, true]);
  });

  const key = { FP_SUBSCRIPTION_KEY: "key", FP_ACCESS_TOKEN: "token" };
  const nowhere = ["--base-url", "http://127.0.0.1:9", "--auth-url", "http://127.0.0.1:9"];
  for (const [what, argv, environment, sentence] of [
    ["an unknown option", ["--fact", "x"], {}, /^Unknown option '--fact'\. See --help\.\n$/],
    ["no key", [], {}, /^FP_SUBSCRIPTION_KEY is missing\. See --help\.\n$/],
    ["no token", [], { FP_SUBSCRIPTION_KEY: "key" }, /^FP_CLIENT_ID and FP_CLIENT_SECRET, or/],
    ["no address", [], key, /^--base-url is missing\. See --help\.\n$/],
    ["an address that is none", ["--base-url", "x"], key, /^--base-url takes an address with http/],
    [
      "a file that is not there",
      ["--facts", "none.json"],
      {},
      /^none\.json cannot be read \(ENOENT\)\.\n$/,
    ],
    ["a file that is no JSON", ["--facts", "README.md"], {}, /^README\.md is not JSON/],
    [
      "a pension that is no JSON",
      [...nowhere, "--pension-body", "README.md"],
      key,
      /^README\.md is not JSON: --pension-body takes a JSON object\.\n$/,
    ],
    [
      "two that take standard input",
      ["--interactive", "--facts", "-"],
      {},
      /^--interactive takes standard input: name a file instead of -\.\n$/,
    ],
    ["a file of something else", ["--facts", "package.json"], {}, /^package\.json has no baseUrl/],
  ] as const) {
    it(`ends with 2 and a sentence at ${what}`, async () => {
      const { code, printed, complained } = await run(argv, environment);
      assert.match(complained, sentence);
      assert.equal(complained.trimEnd().split("\n").length, 1);
      assert.deepEqual([code, printed], [2, ""]);
    });
  }
});
