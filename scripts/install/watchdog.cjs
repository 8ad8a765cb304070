// Takes the place of `@vscode/native-watchdog`, whose C++ part is not built in an install without
// scripts: the extension host ends when the process that started it is gone.
"use strict";

const process = require("node:process");
const { setInterval } = require("node:timers");

const INTERVAL_MS = 3_000;

exports.start = (pid) => {
  setInterval(() => {
    try {
      process.kill(pid, 0);
    } catch {
      process.exit(87);
    }
  }, INTERVAL_MS).unref();
};

exports.exit = (code) => process.exit(code || 0);
