// Entry of the suites inside the extension host; VS Code ends with a failure when it throws.
// TEST_BUNDLE names the bundle of the tests, TEST_REPORTER the reporter.
"use strict";

const process = require("node:process");
const mocha = require("mocha");

/** Node 22 gives an ES module's namespace where Node 24 gives what it stands for. */
const Mocha = mocha.default ?? mocha;

/** For a test that hangs: on a busy machine the slowest of them takes a tenth of it. */
const TEST_LIMIT_MS = 10 * 60_000;

exports.run = async function run() {
  const suite = new Mocha({
    ui: "bdd",
    reporter: required("TEST_REPORTER"),
    timeout: TEST_LIMIT_MS,
    forbidOnly: true,
  });
  suite.addFile(required("TEST_BUNDLE"));
  const failures = await new Promise((resolve) => suite.run(resolve));
  if (failures > 0) {
    throw new Error(`${failures} tests failed.`);
  }
};

function required(name) {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set: the runner starts these suites.`);
  }
  return value;
}
