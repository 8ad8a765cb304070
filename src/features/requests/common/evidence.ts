import { strToU8, zipSync, type Zippable } from "fflate";
import { writeHar } from "./har";
import type { Action } from "../../../platform/base/action";
import { type TicketOptions, writeTicket } from "./ticket";

interface EvidenceOptions extends TicketOptions {
  /** Lines of the log, the oldest first; by their contract redacted already. */
  readonly logLines: readonly string[];
}

/** A zip of `requests.har`, `ticket.md` and `log.txt` about actions, all of them redacted. */
export function zipEvidence(actions: readonly Action[], options: EvidenceOptions): Uint8Array {
  const { logLines, redact, versions, writtenAt } = options;
  const log = logLines.length === 0 ? "(no lines were kept)" : logLines.map(redact).join("\n");
  const files: Zippable = {
    "ticket.md": strToU8(writeTicket(actions, options)),
    "requests.har": strToU8(writeHar(actions, { version: versions.extension, redact })),
    "log.txt": strToU8(`${log}\n`),
  };
  return zipSync(files, { mtime: zipTime(writtenAt) });
}

/** The format knows 1980 to 2099 only. */
function zipTime(milliseconds: number): number {
  return Math.min(Date.UTC(2099, 0, 1), Math.max(Date.UTC(1980, 0, 2), milliseconds));
}
