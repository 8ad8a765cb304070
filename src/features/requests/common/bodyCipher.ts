import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { AttemptBodies } from "../../../platform/base/action";
import type { KeptBodies } from "../../../platform/http/recorder";

/** Of an AES-256 key. */
export const KEY_BYTES = 32;

const CIPHER = "aes-256-gcm";
const VERSION = 1;
/** 96 random bits, as NIST SP 800-38D (section 8.2.2) has them. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PARTS = ["request", "response", "responseType"] as const;
type Part = (typeof PARTS)[number];
/** Part, nonce, tag and length of what follows. */
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES + 4;

/**
 * The bodies of an attempt as the bytes of a file. Each part is sealed alone, together with whose
 * it is, so that no file can stand for another and no part for another part.
 */
export function encryptBodies(key: Uint8Array, kept: KeptBodies): Uint8Array {
  const { request, response, responseType } = kept;
  const type = responseType === undefined ? undefined : Buffer.from(responseType);
  const values = { request, response, responseType: type };
  const pieces = PARTS.flatMap((part, index) => {
    const value = values[part];
    return value === undefined ? [] : encryptPart(key, { kept, part, index }, value);
  });
  return Buffer.concat([Buffer.from([VERSION]), ...pieces]);
}

/** Undefined when a single bit is not as it was written, or the key is another one. */
export function decryptBodies(
  key: Uint8Array,
  owner: Pick<KeptBodies, "actionId" | "attempt">,
  file: Buffer,
): AttemptBodies | undefined {
  const found: Partial<Record<Part, Buffer>> = {};
  try {
    for (let offset = 1; offset < file.length;) {
      const part = PARTS[file.readUInt8(offset)];
      const length = file.readUInt32BE(offset + HEAD_BYTES - 4);
      const end = offset + HEAD_BYTES + length;
      if (part === undefined || end > file.length || found[part] !== undefined) {
        return undefined;
      }
      found[part] = decryptPart(key, nameOf(owner, part), file.subarray(offset, end));
      offset = end;
    }
  } catch {
    return undefined;
  }
  const { responseType, ...bodies } = found;
  const type = responseType === undefined ? {} : { responseType: responseType.toString() };
  const isWhole = file[0] === VERSION && (bodies.request ?? bodies.response) !== undefined;
  return isWhole ? { ...bodies, ...type } : undefined;
}

/** Attempts are counted from 1: this is of none, so no body can stand for a text. */
const NO_ATTEMPT = 0;

/** A text about an action, in base64. */
export function encryptText(key: Uint8Array, actionId: string, text: string): string {
  const kept = { actionId, attempt: NO_ATTEMPT, response: Buffer.from(text) };
  return Buffer.from(encryptBodies(key, kept)).toString("base64");
}

/** Undefined as `decryptBodies` is. */
export function decryptText(
  key: Uint8Array,
  actionId: string,
  encrypted: string,
): string | undefined {
  const file = Buffer.from(encrypted, "base64");
  const found = decryptBodies(key, { actionId, attempt: NO_ATTEMPT }, file);
  return found?.response && Buffer.from(found.response).toString();
}

interface Place {
  readonly kept: KeptBodies;
  readonly part: Part;
  readonly index: number;
}

function encryptPart(key: Uint8Array, { kept, part, index }: Place, value: Uint8Array): Buffer[] {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(nameOf(kept, part));
  const sealed = Buffer.concat([cipher.update(value), cipher.final()]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(sealed.length);
  return [Buffer.from([index]), nonce, cipher.getAuthTag(), length, sealed];
}

function decryptPart(key: Uint8Array, name: Buffer, piece: Buffer): Buffer {
  const nonce = piece.subarray(1, 1 + NONCE_BYTES);
  const tag = piece.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv(CIPHER, key, nonce, options).setAAD(name).setAuthTag(tag);
  return Buffer.concat([decipher.update(piece.subarray(HEAD_BYTES)), decipher.final()]);
}

/** What is sealed with a part without being written: whose part it is. */
function nameOf(
  { actionId, attempt }: Pick<KeptBodies, "actionId" | "attempt">,
  part: Part,
): Buffer {
  return Buffer.from(JSON.stringify([VERSION, actionId, attempt, part]));
}
