import fc from "fast-check";

const WORDS = [
  ...["call", "notice", "reply", "failure", "show", "start", "turn", "act", "copy", "resize"],
  ...["__proto__", "constructor", "then", "toString", "url", "command", "step", "next", "retry"],
];

const NUMBERS = [0, -0, -1, 0.5, 1, 2 ** 31, 2 ** 53, 1e308, -1e308, 5e-324];

/** JSON values, with a liking for what the other side might fall for. */
const value = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.constantFrom(...NUMBERS),
  fc.constantFrom<unknown>(null, true, false, "", [], {}, [[]], { length: 3 }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: "binary", maxLength: 400 }),
);

type Mutation = readonly [kind: "set" | "drop" | "add" | "wrap", place: number, value: unknown];

const mutation: fc.Arbitrary<Mutation> = fc.tuple(
  fc.constantFrom("set", "set", "set", "drop", "add", "wrap"),
  fc.nat(),
  value,
);

/** Messages at random, random ones in the right form, and right ones with up to three changes. */
export function hostileMessages(genuine: readonly unknown[]): fc.Arbitrary<unknown> {
  const formed = fc.record(
    { kind: value, id: value, name: value, parameters: value, result: value, code: value },
    { requiredKeys: [] },
  );
  const mutated = fc
    .tuple(fc.constantFrom(...genuine), fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([message, mutations]) => mutations.reduce(mutate, structuredClone(message)));
  return fc.oneof(
    { weight: 1, arbitrary: value },
    { weight: 2, arbitrary: formed },
    {
      weight: 7,
      arbitrary: mutated,
    },
  );
}

function mutate(message: unknown, [kind, number, given]: Mutation): unknown {
  // The choices are shared: one put into itself would have no end.
  const put = structuredClone(given);
  const places = placesOf(message);
  const place = places[number % Math.max(1, places.length)];
  if (place === undefined) {
    return put;
  }
  const { owner, name } = place;
  const old: unknown = Reflect.get(owner, name);
  switch (kind) {
    case "set":
      Reflect.set(owner, name, put);
      break;
    case "drop":
      Reflect.deleteProperty(owner, name);
      break;
    case "wrap":
      Reflect.set(owner, name, [old]);
      break;
    case "add":
      // Not `set`: a member of this name, even of `__proto__`.
      Object.defineProperty(owner, WORDS[number % WORDS.length] ?? "", {
        ...{ value: put, enumerable: true, configurable: true, writable: true },
      });
  }
  return message;
}

/** The members of a value at every level, the outer ones more often than there are of them. */
function placesOf(message: unknown): readonly { owner: object; name: string }[] {
  if (typeof message !== "object" || message === null) {
    return [];
  }
  const own = Object.keys(message).map((name) => ({ owner: message, name }));
  return own.flatMap(({ owner, name }) => [
    { owner, name },
    ...placesOf(Reflect.get(owner, name) as unknown),
  ]);
}
