import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type ContributedItem, readContributes, shownInPalette } from "../fakes/palette";

const contributes = readContributes();
const { commands, menus } = contributes;

/**
 * The groups in the menus of our views and panels, in the order in which VS Code sorts and names
 * those of its own, and what titles in them begin with: the same kind of action is in the same group
 * everywhere. Beside these there are `inline` and `navigation`, for what a row, a view or an editor
 * is there for.
 */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "1_open": ["Open", "Show", "Find", "Go", "New"],
  "2_run": [
    ...[
      "Sign",
      "Test",
      "Check",
      "Send",
      "Start",
      "Stop",
      "Cancel",
      "Pause",
      "Resume",
      "Apply",
      "Refresh",
    ],
    ...["Reload", "Retry", "PUT", "Dry", "Plan", "Load", "Read", "Measure"],
    ...["Run", "Reset"],
  ],
  "3_compare": ["Compare", "Explain"],
  "4_export": ["Export", "Import", "Keep", "Save"],
  "5_cutcopypaste": ["Copy", "Paste"],
  "7_modification": [
    ...["Add", "Edit", "Duplicate", "Move", "Change", "Choose", "Enter", "Use", "Set", "Pin"],
    ...["Unpin", "Unlock", "Lock", "Take", "Undo", "Turn", "Stage", "Unstage", "Switch"],
    ...["Answer", "Filter"],
  ],
  "9_danger": ["Delete", "Remove", "Discard", "Clear"],
};

const CHANGES = [...GROUPS["7_modification"]!, ...GROUPS["9_danger"]!];

/**
 * The groups of menus that VS Code fills itself, and what titles of ours begin with in them; empty
 * where nothing of ours belongs. Those of editors and files are documented as the defaults of each menu
 * (https://code.visualstudio.com/api/references/contribution-points#Sorting-of-groups); beside them the
 * title of an editor has one of ours, as Git has its `2_git` there. Those of source control are Git's
 * (`test/integration/menus.long.test.ts`).
 */
const OF_VSCODE: Readonly<Record<string, typeof GROUPS>> = {
  "editor/context": {
    "1_modification": CHANGES,
    "9_cutcopypaste": GROUPS["5_cutcopypaste"]!,
    z_commands: [],
  },
  "explorer/context": {
    "2_workspace": GROUPS["2_run"]!,
    "3_compare": GROUPS["3_compare"]!,
    "4_search": [],
    "5_cutcopypaste": GROUPS["5_cutcopypaste"]!,
    "6_copypath": [],
    "7_modification": CHANGES,
  },
  "editor/title": {
    "1_run": [],
    "1_diff": GROUPS["3_compare"]!,
    "2_financialPlanning": [...GROUPS["2_run"]!, ...GROUPS["5_cutcopypaste"]!, ...CHANGES],
    "3_open": GROUPS["1_open"]!,
    "5_close": [],
  },
  "scm/title": { "1_header": [], "2_main": CHANGES, "3_footer": [] },
  "scm/resourceGroup/context": { "1_modification": CHANGES },
  "scm/resourceState/context": { "1_modification": CHANGES, "2_view": [] },
};
/** Menus of what is ours alone: their groups are `GROUPS`. */
const OF_OURS = ["view/title", "view/item/context", "webview/context"];

/** Small inside of a title, as in VS Code's own. */
const SMALL = new Set([
  ...["a", "an", "the", "and", "or", "of", "in", "on", "at", "to", "by", "for", "from", "with"],
  ...["as", "into", "per"],
]);

/** What is a whole without an object. */
const WHOLE = /^(Sign In|Sign Out)$/;

/** Icons in the title of a view or an editor; the rest is behind the three dots. */
const MOST_ICONS = 4;

const titleOf = (id: string): string => commands.find(({ command }) => command === id)?.title ?? "";
const groupOf = ({ group = "" }: ContributedItem): string => group.split("@")[0]!;
const menuEntries = Object.entries(menus).filter(([menu]) => menu !== "commandPalette");

describe("titles of commands", () => {
  it("begin with a verb that menus know, and name what it is done with", () => {
    const verbs = new Set(Object.values(GROUPS).flat());
    const wrong = commands
      .map(({ title }) => title)
      .filter((title) => {
        const words = title.replace("…", "").split(" ");
        const hasObject = words.length > 1 && words[1] !== "as";
        return !verbs.has(words[0]!) || !(hasObject || WHOLE.test(title));
      });
    assert.deepEqual(wrong, []);
  });

  it("are in title case", () => {
    const wrong = commands
      .map(({ title }) => title)
      .filter((title) => {
        const words = title.replace("…", "").split(" ");
        return words.some((word, index) => {
          const isEdge = index === 0 || index === words.length - 1;
          return isEdge || !SMALL.has(word) ? !/^[A-Z]/.test(word) : false;
        });
      });
    assert.deepEqual(wrong, []);
  });

  // Three dots: the command always asks before it acts, unless what it is called for says the answer.
  // A question that comes in some states only does not count: which one, where there are several, or a
  // yes where something would be lost. So does VS Code: Close Editor may ask whether to save.
  it("end in one character for three dots, or a letter, and are unlike one another", () => {
    const titles = commands.map(({ title }) => title);
    assert.deepEqual(
      titles.filter((title) => !/^[^…]*\w…?$/.test(title)),
      [],
    );
    assert.equal(new Set(titles).size, titles.length);
  });

  it("come first in the palette when they are typed", () => {
    const titles = shownInPalette(contributes).map(({ title }) => title);
    const wrong = titles.flatMap((typed) =>
      titles
        .filter((other) => other !== typed && isFoundBy(typed, other))
        .filter((other) => other.localeCompare(typed, "en") < 0)
        .map((other) => `${other} before ${typed}`),
    );
    assert.deepEqual(wrong, []);
  });

  it("are in one category", () => {
    assert.deepEqual(
      [...new Set(commands.map(({ category }) => category))],
      ["Financial Planning"],
    );
  });
});

describe("menus", () => {
  it("have the same kind of action in the same group, VS Code's own where it has the menu", () => {
    const known = [...Object.keys(OF_VSCODE), ...OF_OURS];
    assert.deepEqual(menuEntries.map(([menu]) => menu).sort(), known.sort());
    const wrong = menuEntries.flatMap(([menu, items]) =>
      items
        .filter((item) => !["inline", "navigation"].includes(groupOf(item)))
        .filter((item) => {
          const verbs = (OF_VSCODE[menu] ?? GROUPS)[groupOf(item)];
          return !verbs?.includes(titleOf(item.command).split(" ")[0]!);
        })
        .map((item) => `${menu}: ${item.command} in ${item.group ?? "none"}`),
    );
    assert.deepEqual(wrong, []);
  });

  it("say the order in a group, no two with the same place", () => {
    const places = menuEntries.flatMap(([menu, items]) =>
      items.flatMap(({ command, when = "", group = "" }) => {
        assert.match(group, /^\w+@\d+$/, `${menu}: ${command}`);
        const [, kinds = ""] = /viewItem =~ \/\^\(([\w|]+)\)(?:\$|[:\\])/.exec(when) ?? [];
        const rest = when.replace(kinds, "");
        return kinds.split("|").map((kind) => `${menu} ${group} ${rest} ${kind}`);
      }),
    );
    assert.equal(new Set(places).size, places.length);
  });

  it("have an icon for each action that is drawn as one", () => {
    const drawn = menuEntries.flatMap(([menu, items]) =>
      items.filter(
        (item) =>
          groupOf(item) === "inline" || (menu.endsWith("title") && groupOf(item) === "navigation"),
      ),
    );
    assert.ok(drawn.length > 20);
    const without = drawn
      .map(({ command }) => commands.find((one) => one.command === command)!)
      .filter(({ icon = "" }) => !/^\$\([a-z-]+\)$/.test(icon));
    assert.deepEqual(without, []);
  });

  it("name icons that the editor has", () => {
    const library = "node_modules/@vscode/codicons/dist/codiconsLibrary.ts";
    const known = new Set(
      [...readFileSync(library, "utf8").matchAll(/register\('([^']+)'/g)].map(([, name]) => name),
    );
    const named = [...readFileSync("package.json", "utf8").matchAll(/\$\(([^)]*)\)/g)];
    assert.ok(named.length > 50, String(named.length));
    assert.deepEqual(
      named.map(([, name]) => name).filter((name) => !known.has(name)),
      [],
    );
  });

  it("draw a few icons only in the title of a view or an editor", () => {
    const titles = menuEntries.filter(([menu]) => menu.endsWith("/title"));
    assert.deepEqual(titles.map(([menu]) => menu).sort(), [
      "editor/title",
      "scm/title",
      "view/title",
    ]);
    for (const [menu, items] of titles) {
      const icons = new Map<string, Set<string>>();
      for (const item of items.filter((one) => groupOf(one) === "navigation")) {
        const view = /view == ([\w.]+)/.exec(item.when ?? "")?.[1] ?? menu;
        // Two in one place are never shown together.
        icons.set(view, (icons.get(view) ?? new Set()).add(item.group ?? ""));
      }
      for (const [view, places] of icons) {
        assert.ok(places.size <= MOST_ICONS, `${view} has ${places.size} icons`);
      }
    }
  });
});

/** Whether the palette finds a title by what is typed: it has the same words, others between them. */
function isFoundBy(typed: string, title: string): boolean {
  const rest = wordsOf(title);
  return wordsOf(typed).every((word) => {
    const place = rest.findIndex((one) => one.startsWith(word));
    rest.splice(0, place + 1);
    return place !== -1;
  });
}

function wordsOf(title: string): string[] {
  return title.replace("…", "").toLowerCase().split(/[ -]/);
}
