// Takes the lines of a suite out of the editor's console.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { format } from "node:util";

/**
 * Gives the receiver of the editor's console. Lines of the suite carry the mark and are printed;
 * the rest is the editor talking to itself and goes to the file.
 */
export function consoleReceiver(mark, file) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
  return (type, args) => {
    const parts = Array.isArray(args) ? args : [args];
    const text = format(...parts.map(readable));
    if (text.startsWith(mark)) {
      process.stdout.write(`${text.slice(mark.length)}\n`);
    } else {
      appendFileSync(file, `[${type}] ${text}\n`);
    }
  };
}

function readable(part) {
  return typeof part?.stack === "string" ? part.stack : part;
}
