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
export function idToFileName(id: string, spelled = false): string | undefined {
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
export function idOfFileName(name: string): string | undefined {
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
