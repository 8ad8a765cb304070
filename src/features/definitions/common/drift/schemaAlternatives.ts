import { type Schema, typesOf } from "../../../../platform/service/definition/schema";
import { commonTypes } from "../../../../platform/service/definition/schemaGraph";

/** Alternatives that choices come to; where there are more, names of members are not compared. */
const MOST_ALTERNATIVES = 32;

/** Choices that are gone through to find them; where there are more, any alternative is as good. */
const MOST_CHOICES = 500;

const known = new WeakMap<Schema, readonly Schema[]>();

/** All that a value may be: each branch of each choice, joined with what holds for all of them. */
export function schemaAlternatives(schema: Schema): readonly Schema[] {
  if (schema.choices === undefined) {
    return [schema];
  }
  const alternatives = known.get(schema) ?? readChoices(schema, { above: new Set(), choices: 0 });
  known.set(schema, alternatives);
  return alternatives;
}

interface Search {
  /** Schemas whose choices are being read: among their own branches they add none. */
  readonly above: Set<Schema>;
  choices: number;
}

function readChoices(schema: Schema, search: Search): readonly Schema[] {
  if (search.above.has(schema)) {
    return [];
  }
  search.above.add(schema);
  const { choices = [], ...whole } = schema;
  let found: readonly Schema[] = [whole];
  for (const branches of choices) {
    search.choices++;
    const inner =
      search.choices > MOST_CHOICES
        ? undefined
        : branches.flatMap((branch) => readChoices(branch, search));
    if (inner === undefined || found.length * inner.length > MOST_ALTERNATIVES) {
      found = [opened(whole)];
      break;
    }
    found = found.flatMap((one) => inner.map((branch) => joined(one, branch)));
  }
  search.above.delete(schema);
  return found;
}

/** Of a member that both name, the branch says more. */
function joined(whole: Schema, branch: Schema): Schema {
  const types = commonTypes([typesOf(whole), typesOf(branch)]);
  // Closed to all but the members of its branches is what is meant by it.
  const others =
    whole.additionalProperties === false
      ? (branch.additionalProperties ?? false)
      : (branch.additionalProperties ?? whole.additionalProperties);
  return {
    ...whole,
    ...branch,
    ...(types === undefined ? {} : { type: types }),
    properties: { ...whole.properties, ...branch.properties },
    required: [...(whole.required ?? []), ...(branch.required ?? [])],
    ...(others === undefined ? {} : { additionalProperties: others }),
  };
}

/** Too many alternatives: any field of any type is as good as any other. */
function opened({ type, items }: Schema): Schema {
  return {
    ...(type === undefined ? {} : { type }),
    ...(items === undefined ? {} : { items }),
    additionalProperties: true,
  };
}
