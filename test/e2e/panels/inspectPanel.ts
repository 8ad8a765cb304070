import type { PanelContent } from "../../../src/shared/listPanel";

/** A content to show and what must be on screen then: the place's name and its text. */
export interface Showing {
  readonly content: PanelContent;
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
  const grid = () => inside("fp-grid");
  const status = () => inside("fp-status-line");
  const notice = (kind) => inside("fp-notice[kind=" + kind + "]");
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
    column: () => text(grid(), "th"),
    columnTip: () => title(grid(), "th"),
    nestedColumn: () => text(grid(), "th", 1),
    cell: () => text(grid(), "td"),
    nestedCell: () => text(grid(), "td", 3),
    columns: () => String(all(grid(), "th").length),
    label: () => grid()?.querySelector("table").getAttribute("aria-label") ?? null,
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
    const arrived = new Promise((resolve) =>
      addEventListener("message", resolve, { once: true }),
    );
    postMessage({ kind: "notice", name: "show", parameters: content }, "*");
    await arrived;
    await panel.updateComplete;
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
