"use strict";

// Entry of the suites inside the extension host; VS Code ends with a failure when it throws.
// TEST_BUNDLE names the bundle of the tests, TEST_REPORTER the reporter.

const process = require("node:process");
const Mocha = require("mocha");

/** For a test that hangs: on a busy machine the slowest of them takes a tenth of it. */
const TEST_LIMIT_MS = 10 * 60_000;

exports.run = async function run() {
  const mocha = new Mocha({
    ui: "bdd",
    reporter: required("TEST_REPORTER"),
    timeout: TEST_LIMIT_MS,
    forbidOnly: true,
  });
  mocha.addFile(required("TEST_BUNDLE"));
  const failures = await new Promise((resolve) => mocha.run(resolve));
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
