/** A segment of a path as a server may read it. */
export interface ReadSegment {
  readonly decoded: string;
  /** Without what some servers drop: parameters after `;`, spaces and dots at its ends. */
  readonly bare: string;
}

/** How often a path may be decoded on its way: by gateway, server and framework. */
const DECODINGS = 3;

/**
 * The path as gateways and servers may read it (RFC 3986, section 3.3, leaves parameters to them):
 * as written, decoded again and again, and up to what would end a path then. Empty segments and
 * dots are resolved, a backslash parts as a slash does.
 */
export function pathReadings(path: string): readonly (readonly ReadSegment[])[] {
  const found = [path];
  for (let text = path, depth = 0; depth < DECODINGS; depth++) {
    text = text.replace(/(?:%[0-9a-f]{2})+/gi, decodeIfPossible);
    found.push(text, text.replace(/[?#\0].*$/s, ""));
  }
  return [...new Set(found)].map(segmentsOf);
}

/** The segments of one reading. */
export function segmentsOf(path: string): readonly ReadSegment[] {
  const segments: ReadSegment[] = [];
  for (const part of path.split(/[/\\]/)) {
    const plain = decodeIfPossible(part.replace(/;.*$/s, "")).replace(/^[\s+]+|[\s+]+$/g, "");
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
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
