import { joinedShapes, type SchemaShape } from "../schemas/shape";

/** Ways that choices inside of choices come to; where there are more, names are not held against. */
const MOST_WAYS = 32;

/** Choices inside of choices that are looked at. */
const MOST_NESTED = 8;

const known = new WeakMap<SchemaShape, readonly SchemaShape[]>();

/** All that a value may be: each way of each choice, joined with what holds for all of them. */
export function waysOf(shape: SchemaShape): readonly SchemaShape[] {
  if (shape.choices.length === 0) {
    return [shape];
  }
  const ways = known.get(shape) ?? readWays(shape, 0);
  known.set(shape, ways);
  return ways;
}

function readWays(shape: SchemaShape, depth: number): readonly SchemaShape[] {
  let ways: readonly SchemaShape[] = [{ ...shape, choices: [] }];
  for (const choice of shape.choices) {
    const inner = choice.flatMap((view) =>
      depth < MOST_NESTED ? readWays(view.shape, depth + 1) : [{ ...view.shape, choices: [] }],
    );
    if (ways.length * inner.length > MOST_WAYS) {
      return [opened(shape, [...ways, ...inner])];
    }
    ways = ways.flatMap((one) => inner.map((other) => joinedWays(one, other)));
  }
  return ways;
}

/** The way is heard first: of a member that names it, it says more. */
function joinedWays(whole: SchemaShape, way: SchemaShape): SchemaShape {
  const joined = joinedShapes(way, whole);
  // Closed to all but the members of its ways is what is meant by it.
  return { ...joined, others: whole.others === false ? (way.others ?? false) : joined.others };
}

/** Too many ways: any field of any type is as good as any other. */
function opened(shape: SchemaShape, ways: readonly SchemaShape[]): SchemaShape {
  const isTyped = ways.every(({ types }) => types !== undefined);
  return {
    ...shape,
    types: isTyped ? shape.types : undefined,
    properties: new Map(),
    required: new Set(),
    others: true,
    choices: [],
  };
}
