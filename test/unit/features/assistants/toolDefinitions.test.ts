import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isAppError } from "../../../../src/platform/base/errors";
import { readInput } from "../../../../src/features/assistants/common/runTool";
import { TOOL_DEFINITIONS } from "../../../../src/features/assistants/common/toolDefinitions";
import { confirmationWords } from "../../../../src/features/assistants/texts/confirmations";
import { ASSISTANT_TOOLS, editorToolName, MCP_PROVIDER } from "../../../../src/manifest";
import { fillText } from "../../../../src/platform/base/texts";

interface Tool {
  readonly name: string;
  readonly displayName: string;
  readonly userDescription: string;
  readonly modelDescription: string;
  readonly toolReferenceName: string;
  readonly icon: string;
  readonly inputSchema: { readonly type: string; readonly additionalProperties?: boolean };
}

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly languageModelTools: readonly Tool[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
  };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const { languageModelTools: tools, mcpServerDefinitionProviders } = manifest.contributes;
const texts = JSON.parse(readFileSync("package.nls.json", "utf8")) as Record<string, string>;

describe("the tools of assistants in the manifest", () => {
  it("are those that the source has, with its schemas", () => {
    const flags = ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "scripts/generateTools.mjs"];
    const { status, stderr } = spawnSync(process.execPath, [...flags, "--check"], {
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
    assert.deepEqual(
      tools.map(({ name }) => name),
      ASSISTANT_TOOLS.map(editorToolName),
    );
    assert.deepEqual(
      mcpServerDefinitionProviders.map(({ id }) => id),
      [MCP_PROVIDER],
    );
  });

  it("say when to use them and when not, and take nothing that their schema does not name", () => {
    for (const { name, modelDescription, toolReferenceName, icon, inputSchema } of tools) {
      assert.match(modelDescription, /\bUse it\b|\bAsk for\b|\bFinds\b/, name);
      assert.match(modelDescription, /\bNot for\b|\bIt calls nobody\b/, name);
      assert.match(toolReferenceName, /^fp[A-Z]\w+$/);
      assert.match(icon, /^\$\([a-z-]+\)$/);
      assert.equal(inputSchema.type, "object");
      assert.equal(inputSchema.additionalProperties, false, name);
    }
    assert.equal(
      new Set(tools.map(({ toolReferenceName }) => toolReferenceName)).size,
      tools.length,
    );
  });

  it("are called the same for people in the editor and by the server", () => {
    for (const tool of ASSISTANT_TOOLS) {
      assert.equal(texts[`tool.${tool}.title`], TOOL_DEFINITIONS[tool].title);
    }
  });

  it("activate by their use alone", () => {
    const events = manifest.activationEvents.filter((event) => /LanguageModel|Mcp|lm/i.test(event));
    assert.deepEqual(events, [], "the editor adds onLanguageModelTool: by itself");
  });
});

describe("what a tool is called with", () => {
  it("gets its defaults, and what does not fit is refused by the place", () => {
    assert.deepEqual(readInput("listClients", {}), { page: 1, rows: 20 });
    for (const [given, names] of [
      [{ rows: 51 }, "rows"],
      [{ rows: 0, page: 1.5 }, "page, rows"],
      [{ other: 1 }, "other"],
      ["text", undefined],
    ] as const) {
      assert.throws(
        () => readInput("listClients", given),
        (error) =>
          isAppError(error) && error.code === "assistants/input" && error.values["names"] === names,
        JSON.stringify(given),
      );
    }
  });
});

describe("the question before a tool runs", () => {
  const asked = { connection: "'Acme · PRODUCTION'", isProduction: true } as const;

  it("names the connection, and says how data are told", () => {
    for (const tool of ASSISTANT_TOOLS.filter((name) => name !== "listConnections")) {
      const words = confirmationWords({ ...asked, tool, mode: "masked" }, fillText);
      assert.match(`${words.title} ${words.message}`, /'Acme · PRODUCTION'/, tool);
      assert.doesNotMatch(words.message, /as (?:they are|it is)/, tool);
    }
    const { message } = confirmationWords({ ...asked, tool: "pageList", mode: "asItIs" }, fillText);
    assert.match(message, /as they are.*asked once more/);
  });
});
