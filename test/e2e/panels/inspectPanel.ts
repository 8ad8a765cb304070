import type { ListContent } from "../../../src/features/lists/messages/listMessages";

/** A content to show and what must be on screen then: the place's name and its text. */
export interface Showing {
  readonly content: ListContent;
  readonly expected: Readonly<Record<string, string | null>>;
}

export interface Inspection {
  /** Texts that were compared. */
  readonly texts: number;
  /** Places where something else stood, with the number of the content. */
  readonly wrong: readonly string[];
  /** Names of all elements that there were, inside our own elements too. */
  readonly elements: readonly string[];
}

/**
 * Script that shows each content and compares the texts. All of it happens in the page: on the
 * way out of the browser lone surrogates would be replaced.
 */
export function inspectionScript(showings: readonly Showing[]): string {
  return `(${SCRIPT})(${JSON.stringify(showings)})`;
}

const SCRIPT = `async (showings) => {
  const panel = document.querySelector("fp-list-panel");
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const inside = (name) => panel.shadowRoot.querySelector(name)?.shadowRoot;
  const text = (root, selector, index = 0) =>
    (root && all(root, selector)[index]?.textContent) ?? null;
  const title = (root, selector, index = 0) =>
    (root && all(root, selector)[index]?.getAttribute("title")) ?? null;
  const grid = () => inside("fp-list-grid");
  const status = () => inside("fp-status-line");
  const notice = (kind) => inside("fp-notice[kind=" + kind + "]");
  const at = (row, column) =>
    grid()?.querySelector(
      "[aria-rowindex='" + row + "'] > [aria-colindex='" + column + "']",
    )?.textContent ?? null;
  const places = {
    title: () => text(panel.shadowRoot, "h1"),
    titleTip: () => title(panel.shadowRoot, "h1"),
    connection: () => text(panel.shadowRoot, ".connection"),
    environment: () => text(panel.shadowRoot, ".word"),
    note: () => text(panel.shadowRoot, ".note"),
    error: () => text(notice("error"), "p"),
    errorAdvice: () => text(notice("error"), "p", 1),
    action: () => text(notice("error"), "vscode-button"),
    empty: () => text(notice("empty"), "p"),
    emptyAdvice: () => text(notice("empty"), "p", 1),
    status: () => text(status(), "bdi"),
    request: () => text(status(), "code"),
    requestTip: () => title(status(), "code"),
    trace: () => text(status(), "code", 1),
    traceTip: () => title(status(), "code", 1),
    address: () => text(panel.shadowRoot, ".address bdi"),
    addressTip: () => title(panel.shadowRoot, ".address code"),
    parameter: () => text(inside("fp-parameters"), ".name"),
    parameterHelp: () => text(inside("fp-parameters"), ".help"),
    parameterOption: () => text(inside("fp-parameters"), ".option bdi"),
    parameterOwn: () => text(inside("fp-parameters"), ".own bdi"),
    parameterText: () => inside("fp-parameters")?.querySelector("#field-1")?.value ?? null,
    finding: () => text(inside("fp-findings"), "li .text"),
    findingAction: () => text(inside("fp-findings"), "vscode-button"),
    column: () => text(grid(), ".head .name"),
    columnTip: () => grid()?.querySelector(".head [aria-colindex='2']")?.title ?? null,
    nestedColumn: () => text(grid(), ".head .name", 1),
    cell: () => at(2, 2),
    nestedCell: () => at(3, 3),
    columns: () => String(all(grid() ?? panel.shadowRoot, ".head .name").length),
    label: () => grid()?.querySelector("[role=grid]").getAttribute("aria-label") ?? null,
  };
  let current;
  globalThis.answeredHere = ({ name, id, parameters }) => {
    if (name !== "rows" || current?.rows === undefined) {
      return false;
    }
    const rows = JSON.parse(current.rows);
    const { from, count, columns } = parameters;
    const places = columns.map((key) => rows.columns.indexOf(key));
    const result = {
      ...{ ...rows, from, columns, numbers: rows.numbers.slice(from, from + count) },
      rows: rows.rows
        .slice(from, from + count)
        .map((row) => places.map((place) => row[place] ?? { kind: "missing" })),
    };
    postMessage({ kind: "reply", id, result: JSON.stringify(result) }, "*");
    return true;
  };
  const found = { texts: 0, wrong: [], elements: [] };
  const names = new Set();
  const walk = async (root) => {
    for (const element of all(root, "*")) {
      names.add(element.localName);
      if (element.shadowRoot) {
        await element.updateComplete;
        await walk(element.shadowRoot);
      }
    }
  };
  for (const [index, { content, expected }] of showings.entries()) {
    current = content;
    const arrived = new Promise((resolve) =>
      addEventListener("message", resolve, { once: true }),
    );
    postMessage({ kind: "notice", name: "show", parameters: content }, "*");
    await arrived;
    await panel.updateComplete;
    await walk(document);
    // A grid that is made anew measures itself before it draws its rows.
    const isDrawn = () =>
      Object.entries(expected).every(([place, wanted]) => places[place]() === wanted);
    for (let frame = 0; frame < 1000 && !isDrawn(); frame++) {
      await new Promise(requestAnimationFrame);
    }
    await walk(document);
    for (const [place, wanted] of Object.entries(expected)) {
      found.texts++;
      const seen = places[place]();
      if (seen !== wanted) {
        const shown = (value) => JSON.stringify(value)?.slice(0, 80);
        found.wrong.push(index + " " + place + ": " + shown(seen) + " for " + shown(wanted));
      }
    }
  }
  found.elements = [...names].sort();
  return found;
}`;
