/** "" is the whole, "[]" an item of a list, "*" a member that is not named one by one. */
export function fieldPath(parent: string, name: string): string {
  const step = /^[\p{L}\p{N}_$@-]+$|^\*$/u.test(name) ? name : `[${JSON.stringify(name)}]`;
  return parent === "" || step.startsWith("[") ? `${parent}${step}` : `${parent}.${step}`;
}

/** The items of a list. */
export function itemPath(parent: string): string {
  return `${parent}[]`;
}

/** A path below another one, which may be the whole. */
export function pathBelow(parent: string, path: string): string {
  return parent === "" || path === "" || path.startsWith("[")
    ? `${parent}${path}`
    : `${parent}.${path}`;
}
