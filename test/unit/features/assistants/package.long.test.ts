import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { packageMcp } from "../../../../scripts/host/packageMcp.mjs";
import { fencesOf } from "../../docs/support/fences";

/** What a client of the protocol is told of its servers. */
interface ClientSettings {
  readonly mcpServers: {
    readonly "financial-planning": { readonly command: string; readonly args: string[] };
  };
}

describe("the MCP server as an npm package", () => {
  let folder: string;
  let installed: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "fp-mcp-package-"));
    const file = await packageMcp({ stdio: "ignore" });
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    const install = ["install", "--offline", "--no-audit", "--no-fund", file];
    const { status, stderr } = spawnSync("npm", install, { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    installed = join(folder, "node_modules", "fp-explorer-mcp");
  });

  after(() => rmSync(folder, { recursive: true }));

  it("holds its programs, the definitions, its page and the licences, and nothing else", () => {
    const files = globSync("**/*.*", { cwd: installed }).filter((file) => !file.includes("media"));
    assert.deepEqual(files.sort(), [
      ...["README.md", "THIRD-PARTY-NOTICES.md"],
      ...[join("dist", "mcp.js"), join("dist", "sandbox.js"), "package.json"],
    ]);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as object;
    for (const member of ["scripts", "dependencies", "optionalDependencies"]) {
      assert.ok(!(member in manifest), member);
    }
    const notices = readFileSync(join(installed, "THIRD-PARTY-NOTICES.md"), "utf8");
    for (const name of ["@modelcontextprotocol/sdk", "zod", "undici", "oidc-provider"]) {
      assert.ok(notices.includes(`## ${name} `), name);
    }
    assert.doesNotMatch(notices, /^## (lit|express|@vscode\/codicons) /m);
  });

  it("runs by the command of its page, with a sandbox of its own", async () => {
    const fences = fencesOf("docs/assistants.md", readFileSync("docs/assistants.md", "utf8"));
    const sample = fences.find(({ language }) => language === "json")?.text ?? "";
    const { mcpServers } = JSON.parse(sample) as ClientSettings;
    const client = new Client({ name: "test", version: "1" });
    // Nothing but what is installed here.
    const env = { PATH: process.env["PATH"] ?? "", npm_config_offline: "true" };
    const server = { ...mcpServers["financial-planning"], cwd: folder, env };
    await client.connect(new StdioClientTransport(server));
    try {
      const { content } = await client.callTool({ name: "listClients", arguments: { rows: 1 } });
      const [{ text }] = content as [{ text: string }];
      assert.match(text, /"Person •/);
    } finally {
      await client.close();
    }
  });
});
