import { readFileSync } from "node:fs";

export interface ContributedCommand {
  readonly command: string;
  readonly title: string;
  readonly category: string;
  readonly enablement?: string;
  readonly icon?: string;
}

export interface ContributedItem {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

export interface ContributedView {
  readonly id: string;
  /** Absent: rows of a tree, which may be none. */
  readonly type?: "webview";
  readonly when?: string;
}

/** What an empty view shows; links of it are lines of their own, which the editor draws as buttons. */
export interface ContributedWelcome {
  readonly view: string;
  readonly contents: string;
  readonly when?: string;
}

interface Contributes {
  readonly configuration: readonly {
    readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
  }[];
  readonly commands: readonly ContributedCommand[];
  readonly menus: Readonly<Record<string, readonly ContributedItem[]>>;
  readonly views: Readonly<Record<string, readonly ContributedView[]>>;
  readonly viewsWelcome: readonly ContributedWelcome[];
}

/** Commands, menus and views of the manifest, with the texts that a user reads. */
export function readContributes(): Contributes {
  const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly contributes: Contributes;
  };
  const texts = JSON.parse(readFileSync("package.nls.json", "utf8")) as Record<string, string>;
  const text = (key: string): string => texts[key.slice(1, -1)] ?? key;
  const commands = contributes.commands.map((one) => ({
    ...one,
    ...{ title: text(one.title), category: text(one.category) },
  }));
  const viewsWelcome = contributes.viewsWelcome.map((one) => ({
    ...one,
    contents: text(one.contents),
  }));
  return { ...contributes, commands, viewsWelcome };
}

/**
 * What the palette shows of ours while these context keys are set and no other one is, but for the
 * settings that are on until someone turns them off.
 */
export function shownInPalette(
  { configuration, commands, menus }: Contributes,
  keys: readonly string[] = [],
  values: Values = {},
): readonly ContributedCommand[] {
  const conditions = new Map(menus["commandPalette"]!.map(({ command, when }) => [command, when]));
  const settings = configuration
    .flatMap(({ properties }) => Object.entries(properties))
    .flatMap(([name, setting]) => (setting.default === true ? [`config.${name}`] : []));
  const set = [...keys, ...settings];
  return commands.filter(
    ({ command, enablement }) =>
      holds(enablement, set, values) && holds(conditions.get(command), set, values),
  );
}

/** Context keys of the editor that are texts, such as `activeWebviewPanelId`. */
type Values = Readonly<Record<string, string>>;

/** A condition of the manifest; comparisons hold for the values alone that are given. */
export function holds(
  condition: string | undefined,
  keys: readonly string[],
  values: Values = {},
): boolean {
  if (condition === undefined) {
    return true;
  }
  const [first, ...others] = split(condition, "||");
  if (others.length > 0) {
    return [first!, ...others].some((one) => holds(one, keys, values));
  }
  const [one, ...more] = split(condition, "&&");
  if (more.length > 0) {
    return [one!, ...more].every((part) => holds(part, keys, values));
  }
  const fact = condition.trim();
  if (fact.startsWith("(") && fact.endsWith(")")) {
    return holds(fact.slice(1, -1), keys, values);
  }
  return fact.startsWith("!")
    ? !holds(fact.slice(1), keys, values)
    : keys.includes(fact) || isTrueOf(fact, values);
}

/** A comparison of a value with a text or a regular expression. */
function isTrueOf(fact: string, values: Values): boolean {
  const [, key = "", operator, wanted = ""] = /^(\S+) (==|=~) (.+)$/.exec(fact) ?? [];
  const value = values[key];
  if (value === undefined) {
    return false;
  }
  return operator === "==" ? value === wanted : new RegExp(wanted.slice(1, -1)).test(value);
}

/** At its operator, but not inside of parentheses. */
function split(condition: string, operator: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const piece of condition.split(/(\(|\)|&&|\|\|)/)) {
    depth += piece === "(" ? 1 : piece === ")" ? -1 : 0;
    if (piece === operator && depth === 0) {
      parts.push("");
    } else {
      parts.push((parts.pop() ?? "") + piece);
    }
  }
  return parts;
}
