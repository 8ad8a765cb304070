import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  describeMissing,
  describePlan,
  type InstallFacts,
  planInstall,
} from "../../../scripts/install/plan.mjs";
import { IS_LONG } from "../../fakes/runs";

const NOTHING: InstallFacts = { system: [], dependencies: false, editors: [] };

describe("the install before the suites", () => {
  it("has no step where nothing is missing", () => {
    assert.deepEqual(planInstall(NOTHING), []);
  });

  it("says each part that is missing and how long all of it takes", () => {
    const all: InstallFacts = {
      system: ["Chromium", "fonts"],
      dependencies: true,
      editors: ["newest", "oldest"],
    };
    const lines = describePlan(planInstall(all)).join("\n");
    assert.match(lines, /Chromium and fonts \(with apt-get, about 60 s\)/);
    assert.match(lines, /package-lock\.json \(with npm, about 30 s\)/);
    assert.match(lines, /VS Code 1\.139\.1 \(.*600 MB.*\)\n.*VS Code 1\.103\.2 \(/);
    assert.match(lines, /about 2 minutes\.$/);
    const missing = describeMissing(planInstall(all), "No network.").join("\n");
    assert.match(missing, /apt-get install .*chromium[^]*npm ci[^]*vscode-1\.139\.1/);
  });

  it("names only what is missing", () => {
    const steps = planInstall({ ...NOTHING, editors: ["oldest"] });
    assert.deepEqual(
      steps.map(({ name }) => name),
      ["VS Code 1.103.2"],
    );
  });

  describe("on a checkout without its dependencies", () => {
    let checkout: string;

    beforeEach(() => {
      checkout = mkdtempSync(join(tmpdir(), "checkout-"));
      for (const name of ["scripts", "package.json", "package-lock.json"]) {
        cpSync(join(process.cwd(), name), join(checkout, name), { recursive: true });
      }
    });

    afterEach(() => rmSync(checkout, { recursive: true, force: true }));

    it("ends with what is missing where no registry can be reached", async () => {
      const registry = await listen(createServer());
      const address = addressOf(registry);
      registry.close();
      const { code, output } = await runTests(address);
      assert.equal(code, 1, output);
      assert.match(output, /cannot be reached \(ECONNREFUSED\)[^]*package-lock\.json: npm ci/);
      expectPlain(output);
    });

    it("ends with npm's own words where the registry refuses", async function () {
      if (!IS_LONG) {
        this.skip();
      }
      const registry = await listen(
        createServer((_request, response) => response.writeHead(403).end("{}")),
      );
      const { code, output } = await runTests(addressOf(registry));
      registry.closeAllConnections();
      registry.close();
      assert.equal(code, 1, output);
      assert.match(
        output,
        /npm ci ended with 1:[^]*(E403|403 Forbidden)[^]*package-lock\.json: npm ci/,
      );
      expectPlain(output);
    });

    /** `npm run test:unit` needs neither browser nor editor, so that nothing else is installed. */
    async function runTests(registry: string): Promise<{ code: unknown; output: string }> {
      const child = spawn(process.execPath, [join(checkout, "scripts", "test.mjs"), "unit"], {
        env: {
          ...process.env,
          npm_config_registry: registry,
          npm_config_cache: join(checkout, "npm-cache"),
          npm_config_userconfig: join(checkout, "npmrc"),
          XDG_CACHE_HOME: join(checkout, "cache"),
        },
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => (output += text));
      }
      const [code] = (await once(child, "close")) as [unknown];
      return { code, output };
    }

    function expectPlain(output: string): void {
      assert.match(output, /^Missing on this machine and installed now/);
      assert.doesNotMatch(output, /^\s+at /m, "a stack trace");
      assert.ok(!existsSync(join(checkout, "node_modules", ".bootstrap-stamp")));
    }
  });
});

async function listen(server: Server): Promise<Server> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
