/** What a text is taken for: a key of `SENTENCES`. */
type SecretShape = "subscriptionKey" | "token" | "privateKey" | "password";

const SHORTEST = 20;
const KEY = /(?<![\w-])[0-9a-f]{32}(?![\w-])/i;
// Each of these begins where a word begins and looks a bounded way ahead: a text of a megabyte
// that is made to be looked at over and over is not.
const TOKEN = /(?<![\w-])eyJ[\w-]{8,2048}\.[\w-]{8}/;
const BEARER = /(?<!\w)Bearer[ \t]{1,8}[\w.~+/-]{16}/i;
const BLOCK = /-----BEGIN [A-Z0-9 ]{1,64}-----/;
/** Fields whose values are hashes or ids by their names. */
const NO_KEY = /(id|uuid|guid|hash|etag|checksum|digest|md5|fingerprint)$/i;
/** Fields that hold secrets by their names. */
const SECRET_NAME =
  /(secret|passw(or)?d|passphrase|token|credentials?|bearer|authori[sz]ation|(^|[a-z_-])key)$/i;
const BASE64 = /^[\w+/=.~-]+$/;
const LONGEST_SECRET = 16_384;
/** Bits per character above which nothing that people write or count is. */
const ENTROPY = 3.5;

/** True for what looks like a secret, in a member of this name. */
export function looksSecret(text: string, name: string | undefined): boolean {
  return secretShape(text, name) !== undefined;
}

/** What kind of secret a text looks like, or holds; undefined for all else. */
export function secretShape(text: string, name: string | undefined): SecretShape | undefined {
  if (text.length < SHORTEST) {
    return undefined;
  }
  if (BLOCK.test(text)) {
    return "privateKey";
  }
  if (TOKEN.test(text) || BEARER.test(text)) {
    return "token";
  }
  if (NO_KEY.test(name ?? "")) {
    return undefined;
  }
  if (holdsKey(text)) {
    return "subscriptionKey";
  }
  return name !== undefined && SECRET_NAME.test(name) && isRandom(text) ? "password" : undefined;
}

/** 32 hexadecimal digits that are neither a number nor all alike. */
function holdsKey(text: string): boolean {
  const [found] = KEY.exec(text) ?? [];
  return (
    found !== undefined &&
    /\d/.test(found) &&
    /[a-f]/i.test(found) &&
    new Set(found.toLowerCase()).size >= 6
  );
}

/** Long enough, of the characters of base64, and without the pattern that language has. */
function isRandom(text: string): boolean {
  return text.length <= LONGEST_SECRET && BASE64.test(text) && entropyOf(text) >= ENTROPY;
}

/** Shannon's, in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length;
    return sum - share * Math.log2(share);
  }, 0);
}
