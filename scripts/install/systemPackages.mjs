import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { findChromium } from "../host/chromium.mjs";
import { DEBIAN_PACKAGES } from "../versions.mjs";

const FONT_FOLDERS = [
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  join(homedir(), ".fonts"),
  join(homedir(), ".local", "share", "fonts"),
];

/**
 * Chromium and fonts for the browser tests. As root on Debian they are installed; elsewhere
 * the exact command is printed and the process ends, before anything has half run.
 */
export function ensureBrowser(say = console.log) {
  const missing = missingParts();
  if (missing.length === 0) {
    return;
  }
  const commands = [
    ["apt-get", "update"],
    ["apt-get", "install", "-y", "--no-install-recommends", ...DEBIAN_PACKAGES],
  ];
  if (process.getuid?.() !== 0 || !isOnPath("apt-get")) {
    refuse(missing, commands, say);
  }
  say(`Installing ${missing.join(" and ")} with apt-get …`);
  for (const [command, ...args] of commands) {
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const result = spawnSync(command, args, { stdio: "inherit", env: environment });
    if (result.status !== 0) {
      refuse(missing, commands, say);
    }
  }
  if (missingParts().length > 0) {
    refuse(missingParts(), commands, say);
  }
}

function missingParts() {
  const missing = findChromium() === undefined ? ["Chromium"] : [];
  if (process.platform === "linux" && !FONT_FOLDERS.some(hasFont)) {
    missing.push("fonts");
  }
  return missing;
}

function refuse(missing, commands, say) {
  const shell = commands.map((command) => ["sudo", ...command].join(" ")).join(" && ");
  say(`Missing on this machine: ${missing.join(", ")}. On Debian or Ubuntu run:`);
  say(`  ${shell}`);
  say("Elsewhere install Chromium or Chrome, or set CHROMIUM to the path of its program.");
  process.exit(1);
}

function hasFont(folder) {
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((file) => /\.(ttf|otf|ttc)$/i.test(file))
  );
}

function isOnPath(name) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, name)));
}
