// Finds errors of ours in what an editor wrote to its console, which no test would notice.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";

const { publisher, name } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const EXTENSION = `${publisher}.${name}`;

/** Rejections and exceptions that nobody handled, whoever caused them. */
const UNHANDLED = /promise not handled|\bunhandled\b|\buncaught\b/i;
/** What the editor reports as an error of the extension. */
const REPORTED = new RegExp(`\\berror\\b.*\\[${literally(EXTENSION)}\\]`, "i");
/** The editor warns of files that are not there, with the stack of whoever looked for them. */
const WARNING = /\[warn(ing)?\]/;
/** VS Code 1.103 logs the `CancellationError` of a tool that the user cancelled, and handles it. */
const CANCELED = /^Canceled: Canceled/;
/** A frame of a stack inside the bundle, installed or run from the checkout. */
const FRAME = /^\s+at\s/;
const OUR_FRAME = new RegExp(
  `^\\s+at\\s.*(${literally(EXTENSION)}-[^/\\\\]+|${literally(ROOT)})[/\\\\]dist[/\\\\]`,
);

/**
 * Unhandled rejections and errors of the extension in a console or a log file of an editor, each
 * with its stack. The extension's own log does not belong here: it tells of failed calls as well.
 */
export function findConsoleProblems(text) {
  return entriesOf(text).filter(
    (entry) =>
      UNHANDLED.test(entry) ||
      REPORTED.test(entry) ||
      (!WARNING.test(entry) &&
        !CANCELED.test(entry) &&
        entry.split("\n").some((line) => OUR_FRAME.test(line))),
  );
}

/** Lines, each with the frames of the stack that follows it. */
function entriesOf(text) {
  const entries = [];
  for (const line of text.split(/\r?\n/)) {
    if (FRAME.test(line) && entries.length > 0) {
      entries.push(`${entries.pop()}\n${line}`);
    } else {
      entries.push(line);
    }
  }
  return entries;
}

function literally(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
