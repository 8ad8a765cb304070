import { isUuid } from "../../../../platform/base/uuid";

/**
 * Name of the partition. The service writes its members in camel case: `clientId` of a row is
 * another name, also for engines that take capitals for small letters.
 */
export const PARTITION = "client_id";

/** The rows of one client. */
export const PART_FILE = "part-00000.jsonl";

/** The same while it comes: engines skip what begins with a dot, and no `*.jsonl` finds it. */
export const UNFINISHED_PART = ".part-00000";

export const DATA_SET_MANIFEST = "_manifest.json";
export const DATA_SET_JOURNAL = "_journal.jsonl";
/** What is needed to go on; it goes when the data set is whole. */
export const DATA_SET_SPEC = "_resume.json";

/** Bytes of a file's name, on every system. */
const LONGEST_NAME = 255;

/** What Hive escapes in a value (`FileUtils.escapePathName`), and what Windows does not take. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const ESCAPED = /[\u0001-\u001f"#%'*/:=?\\\u007f{[\]^<>|]/g;

/**
 * The folder of a client, as Hive names it: engines read `client_id` from it. Undefined where
 * the id cannot be one. No two ids have one folder, also where a disk takes A for a.
 */
export function partitionFolder(clientId: string): string | undefined {
  const known = isUuid(clientId) ? clientKey(clientId) : withoutCapitals(clientId);
  const folder = `${PARTITION}=${known.replace(/[ .]$/, escaped)}`;
  // Disks take É for é, and both for an e with its accent apart; engines unescape none of them.
  const small = clientId.replace(/[A-Z]/g, "");
  const isOne = small === small.toLowerCase().normalize("NFC");
  const isName = clientId !== "" && !clientId.includes("\0") && clientId.isWellFormed() && isOne;
  return isName && Buffer.byteLength(folder) <= LONGEST_NAME ? folder : undefined;
}

/** What one client is known again by: UUIDs are the same in any letters (RFC 9562, section 4). */
export function clientKey(clientId: string): string {
  return isUuid(clientId) ? clientId.toLowerCase() : clientId;
}

/** Name of the data set: what follows the client in the path, `holdings`. */
export function dataSetName(pathTemplate: string, clientParameter: string): string {
  const parts = pathTemplate.split("/");
  const own = parts.slice(parts.indexOf(`{${clientParameter}}`) + 1);
  const names = own.filter((part) => part !== "" && !part.startsWith("{"));
  return names.map(plain).join("_") || "rows";
}

/** Capitals of one id may be the small letters of another; the escapes keep them apart. */
function withoutCapitals(clientId: string): string {
  return clientId
    .replace(ESCAPED, escaped)
    .replace(/%[0-9A-F]{2}|[A-Z]/g, (found) => (found.length === 1 ? escaped(found) : found));
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** A name that is one on every system, and that no engine skips. */
function plain(part: string): string {
  return part.replace(/[^A-Za-z0-9-]+/g, "_").replace(/^_+|_+$/g, "") || "rows";
}
