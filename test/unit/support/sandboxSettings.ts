import assert from "node:assert/strict";
import { readCommandLine, type Settings } from "../../../src/features/sandbox/server/options";

/** The settings that a command line of the sandbox asks for. */
export function settingsFrom(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Settings {
  const line = readCommandLine(argv, environment);
  assert.ok(line.action === "run");
  return line.settings;
}
