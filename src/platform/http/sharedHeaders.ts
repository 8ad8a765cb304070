import type { Attempt } from "../base/action";
import type { HeaderList } from "../base/headers";

type Header = HeaderList[number];

/** Bounds what a server with endless header names can fill. */
const MOST_NAMES = 200;
/** Per name: values that differ in each call, like dates and ids, are not worth keeping. */
const MOST_VALUES = 16;

/** Header pairs by name, then by value. */
const known = new Map<string, Map<string, Header>>();

/**
 * The same attempt, with equal headers held in memory once: headers are most of what a long history
 * takes. Call it after secrets are removed, as the pairs outlive the attempt.
 */
export function withSharedHeaders(attempt: Attempt): Attempt {
  const { requestHeaders, responseHeaders } = attempt;
  return {
    ...attempt,
    requestHeaders: requestHeaders.map(shared),
    responseHeaders: responseHeaders.map(shared),
  };
}

function shared(header: Header): Header {
  const [name, value] = header;
  const values = valuesOf(name);
  const before = values?.get(value);
  if (before !== undefined || values === undefined) {
    return before ?? header;
  }
  // A new value still shares the text of its name.
  const [first = header] = values.values();
  const pair: Header = [first[0], value];
  if (values.size < MOST_VALUES) {
    values.set(value, pair);
  }
  return pair;
}

function valuesOf(name: string): Map<string, Header> | undefined {
  const values = known.get(name);
  if (values !== undefined || known.size >= MOST_NAMES) {
    return values;
  }
  const none = new Map<string, Header>();
  known.set(name, none);
  return none;
}
