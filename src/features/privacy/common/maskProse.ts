const CODE = "[0-9A-HJKMNP-TV-Z]";
const MASKS = [
  "•{4}[0-9a-f]{4}(?:-•{4}){4}[0-9a-f]{8}",
  `•${CODE}{3}-${CODE}{2}-${CODE}{2}`,
  `•${CODE}{8}(?:@masked\\.invalid)?`,
  `•${CODE}{6}(?:\\.•+)?`,
].join("|");
const BEFORE = "(?<![\\p{L}\\p{N}])(?:Person |Name |[A-Z]{1,4}[-_])";
/** As `Masks` writes them, with the word or prefix before it. What is joined to it is no part of it. */
const MASK = `(?:${BEFORE})?(?:${MASKS})(?:['’]s(?![\\p{L}\\p{N}]))?`;
/** A word with what may be inside one: "client's", "crm.read", "page_size", "n/a". */
const WORD = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}'’_.@/-]*[\\p{L}\\p{N}])?";
const TOKEN = new RegExp(`(${MASK})|${WORD}`, "gu");
/** Only spaces between two words that are hidden: first and last name become one. */
const BETWEEN = /^[ ,]{1,2}$/;

/**
 * A sentence of the service, which can name anybody: words that such sentences are made of stay,
 * all others are hidden. A capital that begins no sentence makes any word a name.
 */
export function maskProse(text: string, mask: (hidden: string) => string): string {
  let masked = "";
  let done = 0;
  let hidden: { from: number; to: number } | undefined;
  const flush = (): void => {
    if (hidden !== undefined) {
      masked += text.slice(done, hidden.from) + mask(text.slice(hidden.from, hidden.to));
      done = hidden.to;
      hidden = undefined;
    }
  };
  for (const { 0: word, 1: masks, index } of text.matchAll(TOKEN)) {
    if (masks !== undefined || isHarmless(text, word, index)) {
      flush();
    } else {
      const isJoined = hidden !== undefined && BETWEEN.test(text.slice(hidden.to, index));
      if (!isJoined) {
        flush();
      }
      hidden = { from: isJoined && hidden ? hidden.from : index, to: index + word.length };
    }
  }
  flush();
  return masked + text.slice(done);
}

function isHarmless(text: string, word: string, index: number): boolean {
  const parts = word
    .replace(/['’]s?$|n['’]t$/u, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u);
  const isPlain = parts.every(
    (part) => HARMLESS.has(part.toLowerCase()) || /^v?\d{1,3}$/.test(part),
  );
  const isCapital = /^\p{Lu}/u.test(word) && !/^(?:[A-Z]{2,6}|HTTP.*)$/.test(word);
  const isFirst = !NAMES.test(word) && beginsSentence(text.slice(Math.max(0, index - 10), index));
  return isPlain && (!isCapital || isFirst);
}

/** Harmless where they are written small alone. */
const NAMES = /^(?:May|Page|Long|Day|Small|Price|Right)$/;

function beginsSentence(before: string): boolean {
  return /(?:^|[.!?:·\n"“([]) ?$/u.test(before);
}

/** None that is a name of people when it is written small. */
const HARMLESS: ReadonlySet<string> = new Set(
  `a about above absent accept accepted access account active after again all allow allowed already
  also an and another any api application are as ask asked at authentication authorisation
  authorise authorised authorization authorize authorized available bad be because been before
  begin being below between body both but by call can cannot change changed character check claim
  client clients code conflict connection contact contain contains content could create created
  credential credentials crm currency current currently data date day delete deleted denied
  different do does domain duplicate each either empty end endpoint entry environment error errors
  exceed exceeded exceeds exist existing exists expected expire expired failed failure false field
  fields file finance finances first for forbidden format found from fund get given gone greater
  had has have header holding holdings hour how id identifier if ignored in incorrect information
  input insufficient integer internal invalid is issue issued it item items its json key known
  large last later least length less limit list locked long longer lower malformed many match
  matches maximum may maybe message method minimum minute mismatch missing modified more most must
  name need needed needs negative never new next no none not nothing null number object of on once
  one only operation operator or other out outside owner page pages parameter parse
  patch path payload pension pensions per permission permissions permit permitted person please
  policy positive possible post present privilege profile profiling prohibited property provide
  provided provider put query range rate reached read reason receive received record records refuse
  refused reject rejected release removed request requested requests require required requires
  reserved resource resources response result results retry right rights role row rows same schema
  scheme scope scopes second seconds secret sent server service should sign signed size slow small
  smaller some something specified start state status still string subscription such support
  supported system than that the their them then there these they this those time to today token
  too total try type unable unauthorised unauthorized under unexpected unknown unsupported
  until update updated upper url use used user users uuid valid validation value values version via
  was were when where which who whose with without wrong year yet you your zero
  acceptable array boolean choices digits entity gateway implemented media moved multiple ok partial
  permanent permanently precondition redirect see temporarily temporary timeout unavailable unprocessable uri
  filter left letters redacted sort text true`.split(/\s+/),
);
