import assert from "node:assert/strict";
import { CONNECTIONS_VIEW, EXPORTS_VIEW } from "../../src/manifest";
import { holds, readContributes } from "../fakes/palette";

const { commands, views, viewsWelcome } = readContributes();

/** Trees that are never seen empty: the first has the sandbox, the other hides without rows. */
const NEVER_EMPTY: readonly string[] = [CONNECTIONS_VIEW, EXPORTS_VIEW];

const trees = Object.values(views)
  .flat()
  .filter(({ type, id }) => type !== "webview" && !NEVER_EMPTY.includes(id));

/** The keys that a condition names; each one is told or not. */
const keysOf = (condition = ""): readonly string[] =>
  condition.match(/financialPlanning\.\w+/g) ?? [];

/** Every state of these keys in which the view is there. */
function statesOf({ id, when }: { readonly id: string; readonly when?: string }) {
  const conditions = viewsWelcome.filter(({ view }) => view === id).map((one) => one.when);
  const keys = [...new Set([when, ...conditions].flatMap(keysOf))];
  const states = keys.reduce<readonly (readonly string[])[]>(
    (all, key) => all.flatMap((state) => [state, [...state, key]]),
    [[]],
  );
  return states.filter((state) => holds(when, state));
}

/** Lines that are nothing but a link: those become buttons. */
const buttonsOf = (contents: string): readonly (readonly [label: string, command: string])[] =>
  [...contents.matchAll(/^\[([^\]]+)\]\(command:([\w.]+)\)$/gm)].map(([, label, command]) => [
    label!,
    command!,
  ]);

describe("welcome views", () => {
  it("are those of views that exist", () => {
    const known = new Set(Object.values(views).flatMap((all) => all.map(({ id }) => id)));
    assert.deepEqual(
      viewsWelcome.filter(({ view }) => !known.has(view)),
      [],
    );
    assert.ok(trees.length > 0);
  });

  for (const tree of trees) {
    it(`${tree.id}: one of them in each state, with a sentence and a button that runs there`, () => {
      for (const state of statesOf(tree)) {
        const shown = viewsWelcome.filter(
          ({ view, when }) => view === tree.id && holds(when, state),
        );
        assert.equal(shown.length, 1, `with ${state.join()}`);
        const { contents } = shown[0]!;
        assert.match(contents, /^[A-Z][^[]+\.\n\[/);
        const buttons = buttonsOf(contents);
        assert.ok(buttons.length > 0, contents);
        for (const [label, id] of buttons) {
          const command = commands.find((one) => one.command === id);
          assert.ok(command, id);
          assert.ok(holds(command.enablement, state), `${id} is off with ${state.join()}`);
          assert.deepEqual(wordsBeside(command.title, label), [], `${label}: ${command.title}`);
        }
      }
    });
  }
});

/** Words of a button that the title of its command does not have: "Start Sandbox" has none. */
function wordsBeside(title: string, label: string): readonly string[] {
  const words = title.split(" ");
  return label.split(" ").filter((word) => !words.includes(word));
}
