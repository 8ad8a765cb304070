import type { PropertyDeclaration } from "lit";

type Declarations<Name extends string> = Readonly<Record<Name, PropertyDeclaration>>;

/** Properties that a parent sets; they have no attribute. */
export function propertiesOf<Name extends string>(...names: readonly Name[]): Declarations<Name> {
  return declare(names, { attribute: false });
}

/** What an element keeps for itself, and is drawn again by. */
export function statesOf<Name extends string>(...names: readonly Name[]): Declarations<Name> {
  return declare(names, { state: true });
}

function declare<Name extends string>(
  names: readonly Name[],
  declaration: PropertyDeclaration,
): Declarations<Name> {
  const entries = names.map((name) => [name, { ...declaration }] as const);
  return Object.fromEntries(entries) as Declarations<Name>;
}
