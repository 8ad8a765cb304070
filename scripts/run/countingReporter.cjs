// Mocha reporter of every suite: one line per group of tests, failures in full, and the counts
// written to the file that TEST_RESULT_FILE names, which is how the runner learns of them.
// TEST_SLOWEST=20 adds the twenty tests and hooks that took longest, and the twenty such groups.
"use strict";

const console = require("node:console");
const fs = require("node:fs");
const process = require("node:process");
const { reporters, Runner } = require("mocha");

const { EVENT_HOOK_END, EVENT_RUN_END, EVENT_SUITE_END } = Runner.constants;
const { EVENT_TEST_END, EVENT_TEST_FAIL, EVENT_TEST_PASS } = Runner.constants;

class CountingReporter extends reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    this.passedBySuite = new Map();
    this.ended = [];
    runner.on(EVENT_TEST_PASS, (test) => this.count(test.parent));
    runner.on(EVENT_TEST_FAIL, (test) => print(`  ✗ ${test.fullTitle()}`));
    runner.on(EVENT_SUITE_END, (suite) => this.printSuite(suite));
    runner.on(EVENT_TEST_END, (test) => this.ended.push(test));
    runner.on(EVENT_HOOK_END, (hook) => this.ended.push(hook));
    runner.on(EVENT_RUN_END, () => this.finish());
  }

  count(parent) {
    const suite = topmost(parent);
    this.passedBySuite.set(suite, (this.passedBySuite.get(suite) ?? 0) + 1);
  }

  printSuite(suite) {
    const passed = this.passedBySuite.get(suite);
    if (suite === topmost(suite) && passed !== undefined) {
      print(`  ✓ ${suite.title || "tests outside a group"}: ${passed}`);
    }
  }

  printSlowest(count) {
    const each = this.ended.map((one) => ({ duration: one.duration ?? 0, title: one.fullTitle() }));
    const groups = new Map();
    for (const one of this.ended) {
      const { title } = topmost(one.parent);
      groups.set(title, (groups.get(title) ?? 0) + (one.duration ?? 0));
    }
    const whole = [...groups].map(([title, duration]) => ({
      duration,
      title: `${title || "tests outside a group"} (all)`,
    }));
    for (const list of [each, whole]) {
      list.sort((one, other) => other.duration - one.duration);
      for (const { duration, title } of list.slice(0, count)) {
        print(`  ${(duration / 1000).toFixed(1).padStart(6)} s  ${title}`);
      }
    }
  }

  finish() {
    this.printSlowest(Number(process.env.TEST_SLOWEST ?? 0));
    this.failures.forEach((test, index) => printFailure(test, index + 1));
    const { passes, failures, pending } = this.stats;
    const file = process.env.TEST_RESULT_FILE;
    if (file) {
      fs.writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, pending }));
    }
    print(`  ${passes} passed, ${failures} failed${pending ? `, ${pending} left out` : ""}`);
  }
}

/** Inside the editor its own console shares the way; the mark tells the suite's lines apart. */
function print(text) {
  const mark = process.env.TEST_LINE_MARK ?? "";
  for (const line of text.split("\n")) {
    console.log(mark + line);
  }
}

function topmost(suite) {
  let current = suite;
  while (current.parent && !current.parent.root) {
    current = current.parent;
  }
  return current;
}

function printFailure(test, number) {
  const error = test.err ?? {};
  print(`\n  ${number}) ${test.fullTitle()}`);
  print(indent(error.stack ?? String(error.message ?? error)));
}

function indent(text) {
  return text.replace(/^/gm, "     ");
}

module.exports = CountingReporter;
