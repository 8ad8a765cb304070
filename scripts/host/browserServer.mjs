// Starts VS Code for the browser as users run it: desktop VS Code cannot be downloaded everywhere.
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { endGroup, startGroup } from "../run/processGroup.mjs";

/**
 * Starts VS Code for the browser as users run it, on 127.0.0.1, and resolves when it answers.
 * `profile` is the folder that holds its user data, extensions and log.
 */
export async function startBrowserServer(options) {
  const { vscode, profile, port = 0, trustAll = true, language } = options;
  mkdirSync(profile, { recursive: true });
  const args = [
    vscode.wrapper,
    ...["--auth", "none"],
    ...["--bind-addr", `127.0.0.1:${port}`],
    ...profileArguments(profile),
    "--disable-telemetry",
    "--disable-update-check",
    "--disable-getting-started-override",
    ...(trustAll ? ["--disable-workspace-trust"] : []),
    ...(language === undefined ? [] : ["--locale", language]),
  ];
  const child = startGroup(vscode.node, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: serverEnvironment(),
  });
  const url = await waitForAddress(child, join(profile, "server.log"));
  return { url, pid: child.pid, profile, child, stop: () => endGroup(child) };
}

/** Installs a packed extension into the profile, as a user's "Install from VSIX" does. */
export async function installExtension(vscode, profile, vsixFile) {
  mkdirSync(profile, { recursive: true });
  const args = [vscode.wrapper, ...profileArguments(profile), "--install-extension", vsixFile];
  const child = startGroup(vscode.node, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: serverEnvironment(),
  });
  const output = collect(child);
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0 || !/successfully installed/.test(output.text)) {
    throw new Error(`VS Code did not install ${vsixFile}:\n${output.text}`);
  }
}

/** The folders of a profile, by what they hold. */
export function profileFolders(profile) {
  const userData = join(profile, "data");
  return {
    userData,
    extensions: join(profile, "extensions"),
    userSettings: join(userData, "User", "settings.json"),
    machineSettings: join(userData, "Machine", "settings.json"),
    logs: join(userData, "logs"),
  };
}

function profileArguments(profile) {
  const folders = profileFolders(profile);
  return [
    // Its own file: otherwise one is written into the user's home directory.
    ...["--config", join(profile, "config.yaml")],
    ...["--user-data-dir", folders.userData],
    ...["--extensions-dir", folders.extensions],
  ];
}

/** Variables of an outer VS Code terminal or code-server would steer the inner one. */
export function serverEnvironment(extra = {}) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|CODE_SERVER_|ELECTRON_|PASSWORD$|HASHED_PASSWORD$|PORT$)/.test(name),
  );
  return { ...Object.fromEntries(kept), ...extra };
}

function waitForAddress(child, logFile) {
  const output = collect(child, createWriteStream(logFile));
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`VS Code did not start: ${why}\n${output.text}`));
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code) => fail(`it ended with ${code}`));
    child.stdout.on("data", () => {
      const found = /HTTP server listening on (http:\/\/[\d.]+:\d+)/.exec(output.text);
      if (found) {
        resolve(found[1]);
      }
    });
  });
}

const KEPT_OUTPUT = 20_000;

function collect(child, file) {
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output.text = (output.text + chunk).slice(-KEPT_OUTPUT);
      file?.write(chunk);
    });
  }
  return output;
}
