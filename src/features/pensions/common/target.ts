import { isUuid } from "../../../platform/base/uuid";
import { AppError } from "../../../platform/base/errors";
import { PAYLOAD_FOLDER, PAYLOAD_SUFFIX } from "../../../manifest";

/** The pension that a payload file is for. */
export interface PensionIdentity {
  readonly clientId: string;
  readonly pensionId: string;
}

/** What a payload file is for: a pension, and the connection where it is bound to one. */
export interface PayloadTarget extends PensionIdentity {
  /** Undefined for whichever connection is in use. */
  readonly connectionId?: string | undefined;
}

/** True for the same pension; client ids are the same in either case (RFC 9562, section 4). */
export function samePension(one: PensionIdentity, other: PensionIdentity): boolean {
  return (
    one.pensionId === other.pensionId && one.clientId.toLowerCase() === other.clientId.toLowerCase()
  );
}

/** What is known of a document that is called otherwise from now on. */
interface Renaming {
  /** What was chosen for it, if anything was. */
  readonly chosen: PayloadTarget | undefined;
  /** The pensions that its paths name, if they do. */
  readonly before: PensionIdentity | undefined;
  readonly after: PensionIdentity | undefined;
}

/**
 * What has to be remembered so that a target stays when its document is called otherwise. A path
 * that named the target before, and another one now, is taken at its word.
 */
export function stayingTarget({ chosen, before, after }: Renaming): PayloadTarget | undefined {
  if (chosen === undefined) {
    return after === undefined ? before : undefined;
  }
  const isOfPath = before !== undefined && samePension(chosen, before);
  return isOfPath && after !== undefined ? { ...chosen, ...after } : chosen;
}

/** True for the UUID shape that client ids have (specification, section 2). */
export function isClientId(text: string): boolean {
  return isUuid(text);
}

/** True for ids that can be part of an address: any text but dots, by which a path is climbed. */
export function isPensionId(text: string): boolean {
  return text !== "" && text !== "." && text !== ".." && text.isWellFormed();
}

/** Throws `input/clientId` or `input/pensionId` unless both can be part of a path. */
export function demandIdentity({ clientId, pensionId }: PensionIdentity): void {
  if (!isClientId(clientId)) {
    throw new AppError("input", "input/clientId");
  }
  if (!isPensionId(pensionId)) {
    throw new AppError("input", "input/pensionId");
  }
}

/**
 * `pensions/{clientId}/{pensionId}.pension.json`, relative to a folder, with slashes; `spelled` where
 * a file is there whose name differs in capitals alone. Throws `input/pensionIdLong`, too.
 */
export function payloadPath({ clientId, pensionId }: PensionIdentity, spelled = false): string {
  demandIdentity({ clientId, pensionId });
  const name = idToFileName(pensionId, spelled);
  if (name === undefined) {
    throw new AppError("input", "input/pensionIdLong");
  }
  return `${PAYLOAD_FOLDER}/${clientId}/${name}${PAYLOAD_SUFFIX}`;
}

/** Whether `payloadPath` gives one: a pension may have an id that no file can be called after. */
export function hasPayloadPath({ clientId, pensionId }: PensionIdentity): boolean {
  return isClientId(clientId) && isPensionId(pensionId) && idToFileName(pensionId) !== undefined;
}

/** The pension that a path names, wherever its `pensions` folder is; slashes only. */
export function targetOfPath(path: string): PensionIdentity | undefined {
  const [name = "", clientId = "", folder] = path.split("/").reverse();
  if (folder !== PAYLOAD_FOLDER || !name.endsWith(PAYLOAD_SUFFIX)) {
    return undefined;
  }
  const pensionId = idOfFileName(name.slice(0, -PAYLOAD_SUFFIX.length));
  return pensionId !== undefined && isClientId(clientId) && isPensionId(pensionId)
    ? { clientId, pensionId }
    : undefined;
}

/** Longer names are refused by many disks, where the suffix and a folder have to fit, too. */
const LONGEST = 200;
/** Characters that are the same in a file name on every disk; a capital is another one there, or not. */
const PLAIN = /[A-Za-z0-9._~-]/;
/** Names of devices, whatever ending they have, and hidden files. */
const TAKEN = /^(?:\.|(?:con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$))/i;

/**
 * An id as the name of a file, percent-encoded (RFC 3986, section 2.1) where disks differ; undefined
 * where it does not fit. With `spelled` letters are, too: then the name differs from that of an id
 * that differs in capitals alone, also where capitals do not count.
 */
function idToFileName(id: string, spelled = false): string | undefined {
  const isPlain = (character: string, index: number): boolean =>
    PLAIN.test(character) &&
    !(index === 0 && TAKEN.test(id)) &&
    !(spelled && /[A-Za-z]/.test(character));
  const name = Array.from(id, (character, index) =>
    isPlain(character, index) ? character : encoded(character),
  ).join("");
  return name.length <= LONGEST ? name : undefined;
}

/** The id that a name stands for; undefined for one that is read otherwise on another disk. */
function idOfFileName(name: string): string | undefined {
  // Disks write letters with accents in one character or in two.
  if (/[^\x20-\x7e]/.test(name)) {
    return undefined;
  }
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

function encoded(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}
