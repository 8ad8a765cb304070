import { joinedShapes, type SchemaShape } from "../schemas/shape";

/** Ways that choices inside of choices come to; where there are more, names are not held against. */
const MOST_WAYS = 32;

/** Choices that are gone through to find them; where there are more, any way is as good. */
const MOST_CHOICES = 500;

const known = new WeakMap<SchemaShape, readonly SchemaShape[]>();

/** All that a value may be: each way of each choice, joined with what holds for all of them. */
export function schemaAlternatives(shape: SchemaShape): readonly SchemaShape[] {
  if (shape.choices.length === 0) {
    return [shape];
  }
  const search: Search = { above: new Set(), choices: 0 };
  const ways = known.get(shape) ?? readWays(shape, search);
  known.set(shape, ways);
  return ways;
}

interface Search {
  /** Shapes whose ways are being read: met again among their own ways they add none. */
  readonly above: Set<SchemaShape>;
  choices: number;
}

function readWays(shape: SchemaShape, search: Search): readonly SchemaShape[] {
  if (search.above.has(shape)) {
    return [];
  }
  search.above.add(shape);
  let ways: readonly SchemaShape[] = [{ ...shape, choices: [] }];
  for (const choice of shape.choices) {
    search.choices++;
    const inner =
      search.choices > MOST_CHOICES
        ? undefined
        : choice.flatMap((view) => readWays(view.shape, search));
    if (inner === undefined || ways.length * inner.length > MOST_WAYS) {
      ways = [opened(shape)];
      break;
    }
    ways = ways.flatMap((one) => inner.map((other) => joinedWays(one, other)));
  }
  search.above.delete(shape);
  return ways;
}

/** The way is heard first: of a member that names it, it says more. */
function joinedWays(whole: SchemaShape, way: SchemaShape): SchemaShape {
  const joined = joinedShapes(way, whole);
  // Closed to all but the members of its ways is what is meant by it.
  return { ...joined, others: whole.others === false ? (way.others ?? false) : joined.others };
}

/** Too many alternatives: any field of any type is as good as any other. */
function opened(shape: SchemaShape): SchemaShape {
  return {
    ...shape,
    properties: new Map(),
    required: new Set(),
    others: true,
    choices: [],
  };
}
