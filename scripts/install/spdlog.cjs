// Takes the place of `@vscode/spdlog`, whose C++ part is not built in an install without scripts.
// Without it VS Code writes no log files, and the Output view of an extension stays empty.
"use strict";

const { Buffer } = require("node:buffer");
const fs = require("node:fs");
const path = require("node:path");

const NAMES = ["trace", "debug", "info", "warning", "error", "critical"];

class Logger {
  constructor(_type, _name, file, maximumSize) {
    this.file = file;
    this.maximumSize = maximumSize;
    this.level = NAMES.indexOf("info");
    this.formatted = true;
    this.size = fs.existsSync(file) ? fs.statSync(file).size : 0;
  }

  trace(message) {
    this.write(0, message);
  }

  debug(message) {
    this.write(1, message);
  }

  info(message) {
    this.write(2, message);
  }

  warn(message) {
    this.write(3, message);
  }

  error(message) {
    this.write(4, message);
  }

  critical(message) {
    this.write(5, message);
  }

  write(level, message) {
    if (level < this.level) {
      return;
    }
    const line = this.formatted ? `${stamp()} [${NAMES[level]}] ${message}\n` : message;
    if (this.size + line.length > this.maximumSize) {
      this.rotate();
    }
    fs.appendFileSync(this.file, line);
    this.size += Buffer.byteLength(line);
  }

  rotate() {
    const { dir, name, ext } = path.parse(this.file);
    if (fs.existsSync(this.file)) {
      fs.renameSync(this.file, path.join(dir, `${name}.1${ext}`));
    }
    this.size = 0;
  }

  getLevel() {
    return this.level;
  }

  setLevel(level) {
    this.level = level;
  }

  // The one pattern that VS Code sets is the one that is written.
  setPattern() {}

  clearFormatters() {
    this.formatted = false;
  }

  // Every line is written at once.
  flush() {}

  drop() {}
}

function stamp() {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().replace("T", " ").replace("Z", "");
}

async function createLogger(name, file, maximumSize, maximumFiles) {
  await fs.promises.mkdir(path.dirname(file), { recursive: true });
  return new Logger("rotating", name, file, maximumSize, maximumFiles);
}

exports.version = 11;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
