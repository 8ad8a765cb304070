/** How a body was read as text. */
export interface TextEncoding {
  /** As the Encoding Standard names it: "utf-8", "utf-16le", "windows-1252". */
  readonly name: string;
  /** False when bytes that mean nothing in this encoding were read as U+FFFD. */
  readonly exact: boolean;
  /** Where the first of those bytes is, from 0. */
  readonly badByteOffset?: number;
}

export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/**
 * A body as text: by its byte order mark, which is stripped once, else by the charset that its
 * `Content-Type` declares, else as UTF-8 (RFC 8259, section 8.1). Checked strictly; what does
 * not pass is read all the same, and says so.
 */
export function decodeText(body: Uint8Array, contentType: string | undefined): DecodedText {
  const name = markedEncoding(body) ?? declaredEncoding(contentType) ?? "utf-8";
  try {
    const text = new TextDecoder(name, { fatal: true }).decode(body);
    return { text, encoding: { name, exact: true } };
  } catch {
    const text = new TextDecoder(name).decode(body);
    return { text, encoding: { name, exact: false, badByteOffset: findBadByte(body, name) } };
  }
}

/** By the byte order mark (Encoding Standard, "BOM sniff"). */
function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return "utf-8";
  }
  if (first === 0xff && second === 0xfe) {
    return "utf-16le";
  }
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

function declaredEncoding(contentType: string | undefined): string | undefined {
  const [, quoted, plain] =
    /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType ?? "") ?? [];
  const label = quoted ?? plain;
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    // A name that nobody knows: as if there were none.
    return undefined;
  }
}

/** No character of any encoding is longer, in bytes. */
const LONGEST_CHARACTER = 8;

/**
 * The place where a strict decoder stops, closed in on with ever smaller pieces; the last ones
 * are single bytes, which show where the character began that did not come to an end.
 */
function findBadByte(body: Uint8Array, name: string): number {
  let good = 0;
  for (const piece of [65_536, 512]) {
    good = decodeWhileGood(body, name, { from: good, piece }).read;
  }
  const from = Math.max(0, good - LONGEST_CHARACTER);
  return decodeWhileGood(body, name, { from, piece: 1 }).complete;
}

function decodeWhileGood(
  body: Uint8Array,
  name: string,
  { from, piece }: { readonly from: number; readonly piece: number },
): { readonly read: number; readonly complete: number } {
  const decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true });
  decoder.decode(body.subarray(0, from), { stream: true });
  let [read, complete] = [from, from];
  try {
    while (read < body.length) {
      const text = decoder.decode(body.subarray(read, read + piece), { stream: true });
      read = Math.min(read + piece, body.length);
      complete = text === "" ? complete : read;
    }
  } catch {
    // This is the piece that was looked for.
  }
  return { read, complete };
}
