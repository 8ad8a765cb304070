// Packs the MCP server as an npm package of its own: fp-explorer-mcp-VERSION.tgz beside the .vsix.
import { packageProgram } from "./packageProgram.mjs";

/** Everything that ships; without a connection it starts the sandbox beside it. */
const FILES = {
  "dist/mcp.js": "dist/mcp.js",
  "dist/sandbox.js": "dist/sandbox.js",
  "media/service": "media/service",
  "docs/assistants.md": "README.md",
  LICENSE: "LICENSE",
  "out/mcp-notices.md": "THIRD-PARTY-NOTICES.md",
};

/** Packs what was built and gives the file's path. Nothing is installed with it, and nothing runs. */
export function packageMcp(options) {
  const manifest = {
    description:
      "Reads the Financial Planning Open API for assistants, over MCP. It changes nothing.",
    bin: { "fp-explorer-mcp": "dist/mcp.js" },
    engines: { node: ">=22.15" },
    keywords: ["financial-planning", "mcp", "model-context-protocol", "assistant"],
  };
  return packageProgram({ name: "fp-explorer-mcp", files: FILES, manifest }, options);
}
