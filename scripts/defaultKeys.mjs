// Writes VS Code's default keybindings on Linux, macOS and Windows to test/fixtures/keybindings,
// which the tests compare ours with. The newest editor tells them itself: its window takes the
// system from the browser's user agent.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";
import { startGroup, waitForExit } from "./run/processGroup.mjs";
import { temporaryFolder } from "./run/temporaryFolder.mjs";

const SYSTEMS = {
  linux: "X11; Linux x86_64",
  mac: "Macintosh; Intel Mac OS X 10_15_7",
  windows: "Windows NT 10.0; Win64; x64",
};
const BROWSER = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const folder = join(ROOT, "test/fixtures/keybindings");
mkdirSync(folder, { recursive: true });
for (const [name, system] of Object.entries(SYSTEMS)) {
  const args = [
    join(ROOT, "scripts/standIn/vscode.mjs"),
    `--extensionDevelopmentPath=${ROOT}`,
    `--extensionTestsPath=${join(ROOT, "scripts/run/writeDefaultKeys.cjs")}`,
    `--user-data-dir=${join(temporaryFolder(), "data")}`,
  ];
  const env = {
    ...process.env,
    STAND_IN_USER_AGENT: `Mozilla/5.0 (${system}) ${BROWSER}`,
    DEFAULT_KEYS: join(folder, `${name}.tsv`),
  };
  const code = await waitForExit(startGroup(process.execPath, args, { stdio: "inherit", env }));
  if (code !== 0) {
    throw new Error(`The editor for ${name} ended with ${code}.`);
  }
}
