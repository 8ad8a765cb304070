import { LRUCache } from "lru-cache";

/** More definitions than this are hardly in use at once; a parsed one may take megabytes. */
const MOST = 4;

/** Remembers what was made of the texts that were asked for last: connections take turns. */
export function memoizeLastTexts<Value>(make: (text: string) => Value): (text: string) => Value {
  // In an object each, as the cache takes `undefined` for no value.
  const known = new LRUCache<string, { readonly value: Value }>({ max: MOST });
  return (text) => {
    const made = known.get(text) ?? { value: make(text) };
    known.set(text, made);
    return made.value;
  };
}
