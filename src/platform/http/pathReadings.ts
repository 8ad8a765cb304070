/** A segment of a path as a server may read it. */
export interface ReadSegment {
  readonly decoded: string;
  /** Without what some servers drop: parameters after `;` or `,`, spaces and dots at its ends. */
  readonly bare: string;
}

/** Nothing in it is read in two ways, but for dots and slashes, which segments are read by. */
const PLAIN_PATH = /^[\w/.~-]*$/;

/** How often a path may be decoded on its way: far more often than by gateway, server, framework. */
const DECODINGS = 8;

/**
 * The path as gateways and servers may read it (RFC 3986, section 3.3, leaves parameters to them):
 * as written, decoded again and again, with characters as their plain forms and without those that
 * cannot be seen, and up to what would end a path then. Empty segments and dots are resolved, a
 * backslash parts as a slash does.
 */
export function pathReadings(path: string): readonly (readonly ReadSegment[])[] {
  if (PLAIN_PATH.test(path)) {
    return [segmentsOf(path)];
  }
  const found = new Set([path]);
  for (let text = path, depth = 0; depth < DECODINGS; depth++) {
    text = text.replace(/(?:%[0-9a-f]{2})+/gi, decodeIfPossible);
    for (const one of [text, text.normalize("NFKC").replace(/[\p{Cc}\p{Cf}]/gu, "")]) {
      found.add(one).add(one.replace(/[?#].*$/s, ""));
    }
    found.add(text.replace(/\0.*$/s, ""));
  }
  return [...found].map(segmentsOf);
}

/** True where every escape is one of UTF-8: what others stand for, servers read in several ways. */
export function isReadablePath(path: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(path) && canDecode(path);
}

/** The segments of one reading. */
export function segmentsOf(path: string): readonly ReadSegment[] {
  const segments: ReadSegment[] = [];
  for (const part of path.split(/[/\\]/)) {
    const plain = decodeIfPossible(part.replace(/[;,].*$/s, "")).replace(/^[\s+]+|[\s+]+$/g, "");
    const bare = plain.replace(/[\s+.]+$/, "");
    if (plain === "..") {
      segments.pop();
    } else if (bare !== "") {
      segments.push({ decoded: decodeIfPossible(part), bare });
    }
  }
  return segments;
}

export function decodeIfPossible(text: string): string {
  return text.includes("%") && canDecode(text) ? decodeURIComponent(text) : text;
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
