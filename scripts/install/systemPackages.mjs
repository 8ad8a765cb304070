// Installs Chromium and fonts on Debian machines, such as CI's.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { findChromium } from "../host/chromium.mjs";
import { failedCommand, InstallError } from "./installError.mjs";

const FONT_FOLDERS = [
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  join(homedir(), ".fonts"),
  join(homedir(), ".local", "share", "fonts"),
];

/** No mirror is asked again and again; what apt-get prints is kept for the case that it fails. */
const PATIENCE = ["-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=30"];
const LONGEST_MS = 10 * 60_000;

/** Of Chromium and fonts, which the browser tests need, those that are not there. */
export function missingSystemParts() {
  const missing = findChromium() === undefined ? ["Chromium"] : [];
  if (process.platform === "linux" && !FONT_FOLDERS.some(hasFont)) {
    missing.push("fonts");
  }
  return missing;
}

export function canInstallSystem() {
  return process.getuid?.() === 0 && isOnPath("apt-get");
}

export function installSystem(commands) {
  for (const [command, ...args] of commands) {
    const { status, signal, stdout, stderr } = spawnSync(command, [...args, ...PATIENCE], {
      ...{ encoding: "utf8", maxBuffer: 2 ** 26, timeout: LONGEST_MS },
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (status !== 0) {
      throw failedCommand(`${command} ${args[0]}`, status ?? signal, `${stdout}${stderr}`);
    }
  }
  if (missingSystemParts().length > 0) {
    throw new InstallError("apt-get has installed its packages, but not all is there.");
  }
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
