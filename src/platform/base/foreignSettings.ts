import { parse } from "jsonc-parser";

const SECTION = "financialPlanning";
/** Settings that count where the file lies, by their ids. */
type Used = ReadonlySet<string>;

/**
 * The explorer's settings that a settings file names, whatever their form: flat, as objects in
 * objects, for a language, known or made up. Comments are allowed there, as in the editor.
 */
export function settingsNamedIn(text: string, used: Used): readonly string[] {
  const root: unknown = parse(text, [], { allowTrailingComma: true });
  // A workspace file has them below "settings", beside its folders.
  const places = [root, memberOf(root, "settings")];
  const forLanguages = places.flatMap((place) =>
    entriesOf(place).flatMap(([name, value]) => (name.startsWith("[") ? [value] : [])),
  );
  return ignored(
    [...places, ...forLanguages].flatMap((place) => settingsIn("", place)),
    used,
  );
}

/** Folders that a workspace file names, each as a path or as a URI, in their order. */
export function foldersNamedIn(text: string): readonly NamedFolder[] {
  const folders = memberOf(parse(text, [], { allowTrailingComma: true }), "folders");
  return entriesOf(folders).flatMap(([, folder]) =>
    (["path", "uri"] as const).flatMap((form): readonly NamedFolder[] => {
      const value = memberOf(folder, form);
      return typeof value === "string" ? [{ form, value }] : [];
    }),
  );
}

export interface NamedFolder {
  readonly form: "path" | "uri";
  readonly value: string;
}

/** The explorer's settings in a value that the editor gives for its section. */
export function settingsOfSection(value: unknown, used: Used): readonly string[] {
  return ignored(settingsIn(SECTION, value), used);
}

function settingsIn(path: string, value: unknown): readonly string[] {
  const entries = entriesOf(value);
  if (path !== "" && (entries.length === 0 || Array.isArray(value))) {
    return value === undefined || !isOurs(path) ? [] : [path];
  }
  return entries.flatMap(([name, inner]) => {
    const inside = path === "" ? name : `${path}.${name}`;
    return isOurs(inside) ? settingsIn(inside, inner) : [];
  });
}

function isOurs(path: string): boolean {
  return path === SECTION || path.startsWith(`${SECTION}.`);
}

/** A setting whose value is an object is named with what is in it. */
function ignored(names: readonly string[], used: Used): readonly string[] {
  const isUsed = (name: string): boolean =>
    [...used].some((id) => name === id || name.startsWith(`${id}.`));
  return [...new Set(names)].filter((name) => !isUsed(name)).sort();
}

function memberOf(value: unknown, name: string): unknown {
  return entriesOf(value).find(([key]) => key === name)?.[1];
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
