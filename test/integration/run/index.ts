import { globSync } from "node:fs";
import { join } from "node:path";
import Mocha from "mocha";

const LONG = process.env["TEST_LENGTH"] === "long";

/** Entry of the suites inside the extension host; VS Code ends with a failure when it throws. */
export async function run(): Promise<void> {
  const mocha = new Mocha({
    ui: "bdd",
    reporter: required("TEST_REPORTER"),
    timeout: LONG ? 120_000 : 30_000,
    forbidOnly: true,
  });
  const folder = join(__dirname, "..", "..");
  const files = globSync("**/*.{test,bench}.js", { cwd: folder }).sort();
  files.forEach((file) => mocha.addFile(join(folder, file)));
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) {
    throw new Error(`${String(failures)} tests failed.`);
  }
  if (files.length === 0) {
    throw new Error("No test was found.");
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set: the runner starts these suites.`);
  }
  return value;
}
