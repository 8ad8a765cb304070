/** More definitions than this are hardly in use at once; a parsed one may take megabytes. */
const MOST = 4;

/** Remembers what was made of the texts that were asked for last: connections take turns. */
export function ofLastTexts<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.has(text) ? (known.get(text) as Value) : make(text);
    known.delete(text);
    known.set(text, value);
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) {
      known.delete(oldest);
    }
    return value;
  };
}
