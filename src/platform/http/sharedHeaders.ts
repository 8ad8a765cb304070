import type { Attempt } from "../base/action";
import type { HeaderList } from "../base/headers";

type Header = HeaderList[number];

/** A service has fewer; others can send as many as they like. */
const MOST_NAMES = 200;
/** More differ from call to call, as dates and ids do, and are not kept. */
const MOST_VALUES = 16;

/** By name and value, each as it was first seen. */
const known = new Map<string, Map<string, Header>>();

/**
 * The same attempt in less memory: headers that came before are those of before. Of a history of
 * 100,000 requests they are most. To be called when its secrets are out.
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
  // Also of a value that is its own the name is the one of before.
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
