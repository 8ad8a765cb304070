import { setTimeout as wait } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { FAR_AWAY_MS } from "../../../scripts/host/chromium.mjs";
import { type ContextMenu, exactly } from "./contextMenu";
import { until, untilItWorks, untilUncovered } from "./until";

/** Labels from a top node down to the wanted one. */
export type TreePath = readonly (string | RegExp)[];

export interface TreeRow {
  readonly index: number;
  readonly level: number;
  readonly label: string;
  readonly description: string;
  readonly expanded: boolean | undefined;
}

/** As much of a DOM element as is used: the tests are compiled without the browser's types. */
interface RowElement {
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  querySelector(selector: string): { readonly textContent: string | null } | null;
}

const ROW = ".monaco-list-rows > .monaco-list-row";
const POLL_MS = 100;
const TWO_FRAMES = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(resolve));
})`;
const ROW_HEIGHT = 22;
/** 50 pixels times the sensitivity that the tests' settings give. */
const NOTCH_HEIGHT = 200;
/** A tree of so few rows fits into every window. */
const FEW_ROWS = 5;
const TOP_ROUNDS = 500;

/** The tree in the side bar; rows are named by the labels on the way to them. */
export class TreeView {
  private readonly list: Locator;

  constructor(
    private readonly page: Page,
    private readonly menu: ContextMenu,
  ) {
    this.list = page.locator(".part.sidebar .tree-explorer-viewlet-tree-view:visible").first();
  }

  /** Waits for the row and gives it; scrolls, because rows out of sight do not exist. */
  async row(...path: TreePath): Promise<Locator> {
    return this.at(await this.find(path));
  }

  /** Waits for a row with this label that is in sight: looks no further, and so takes no time itself. */
  async waitFor(label: RegExp): Promise<void> {
    await this.list.locator(`${ROW} .label-name`, { hasText: label }).first().waitFor();
  }

  /**
   * What the row shows now: looked for in sight first, then from the top of the tree down, where
   * rows that were in sight on the way are remembered.
   */
  async find(path: TreePath): Promise<TreeRow> {
    await this.waitForRows();
    const until = Date.now() + FAR_AWAY_MS;
    const inSight = follow(await this.rows(), path);
    if (inSight) {
      return inSight;
    }
    for (;;) {
      const seen = new Map<number, TreeRow>();
      const found = await this.findFromTop(path, seen);
      if (found) {
        return found;
      }
      if (Date.now() > until) {
        throw new Error(`No row ${path.join(" > ")} in the tree:\n${outline(inOrder(seen))}`);
      }
      await wait(POLL_MS);
    }
  }

  /** Waits until the tree shows anything. */
  async waitForRows(): Promise<void> {
    await this.list.locator(ROW).first().waitFor();
  }

  async expand(...path: TreePath): Promise<void> {
    await this.toggle(path, true);
  }

  async collapse(...path: TreePath): Promise<void> {
    await this.toggle(path, false);
  }

  async click(...path: TreePath): Promise<void> {
    await untilUncovered(this.page, async (timeout) => {
      const row = await this.row(...path);
      await row.locator(".label-name").first().click({ timeout });
    });
  }

  /** Clicks until it is open: drawn anew under a click, a row is selected and opens nothing. */
  async open(path: TreePath, opened: Locator): Promise<void> {
    await untilItWorks(async (timeout) => {
      await this.click(...path);
      await opened.waitFor({ timeout });
    });
  }

  /** Clicks an icon that a row shows while the mouse is over it. */
  async inlineAction(path: TreePath, title: string): Promise<void> {
    await untilUncovered(this.page, async (timeout) => {
      const row = await this.row(...path);
      await row.hover({ timeout });
      await row.locator(`.actions .action-label[aria-label^="${title}"]`).click({ timeout });
    });
  }

  /** Chooses an entry of the row's context menu. */
  async menuItem(path: TreePath, title: string): Promise<void> {
    await this.openMenu(...path);
    await this.menu.choose(title, () => this.openMenu(...path));
    // A hover card of the row below the mouse would cover what the entry opens.
    await this.page.mouse.move(0, 0);
  }

  async openMenu(...path: TreePath): Promise<void> {
    await untilUncovered(this.page, async (timeout) => {
      const row = await this.row(...path);
      try {
        await row.locator(".label-name").first().click({ button: "right", timeout });
      } catch (error) {
        // The click may have arrived, and only its answer be late: the menu then covers the row.
        if (!(await this.menu.isOpen())) {
          throw error;
        }
      }
      // The row may have been drawn anew under the click.
      await this.menu.opened(timeout);
    });
  }

  /** The rows that exist now: those in sight. */
  async rows(): Promise<readonly TreeRow[]> {
    const rows = await this.list.locator(ROW).evaluateAll(readRows);
    return rows.sort((one, other) => one.index - other.index);
  }

  /** Only as long as it has this place: the tree may change at any time. */
  private at({ index, label }: TreeRow): Locator {
    const name = this.page.locator(".label-name", { hasText: exactly(label) });
    return this.list.locator(`${ROW}[data-index="${String(index)}"]`).filter({ has: name });
  }

  private async toggle(path: TreePath, isExpanded: boolean): Promise<void> {
    const isSo = ({ expanded }: TreeRow): boolean => (expanded === true) === isExpanded;
    await untilUncovered(this.page, async (timeout) => {
      const row = await this.find(path);
      if (!isSo(row)) {
        await this.at(row).locator(".monaco-tl-twistie").click({ timeout });
      }
      const what = `${path.join(" > ")} is ${isExpanded ? "expanded" : "collapsed"}`;
      await until(what, async () => isSo(await this.find(path)), timeout);
    });
  }

  private async findFromTop(
    path: TreePath,
    seen: Map<number, TreeRow>,
  ): Promise<TreeRow | undefined> {
    await this.scrollToTop();
    for (;;) {
      const shown = await this.rows();
      if (shown.every((row) => seen.has(row.index))) {
        return undefined;
      }
      shown.forEach((row) => seen.set(row.index, row));
      const found = follow(inOrder(seen), path);
      if (found || shown.length < FEW_ROWS) {
        return found;
      }
      await this.scroll(1, shown.length);
    }
  }

  private async scrollToTop(): Promise<void> {
    for (let round = 0; round < TOP_ROUNDS; round += 1) {
      const shown = await this.rows();
      if ((shown[0]?.index ?? 0) === 0) {
        return;
      }
      await this.scroll(-1, shown.length);
    }
  }

  /** A little less than a page. VS Code takes every wheel event for one notch, whatever it says. */
  private async scroll(direction: 1 | -1, rowsInSight: number): Promise<void> {
    const notches = Math.max(1, Math.floor((rowsInSight * ROW_HEIGHT) / NOTCH_HEIGHT) - 1);
    await untilUncovered(this.page, (timeout) => this.list.hover({ timeout }));
    for (let notch = 0; notch < notches; notch += 1) {
      await this.page.mouse.wheel(0, direction * NOTCH_HEIGHT);
    }
    // The editor scrolls at once, and draws the rows that came into sight in the next frame.
    await this.page.evaluate(TWO_FRAMES);
  }
}

/** Runs in the browser, so it uses nothing from around it. */
function readRows(elements: readonly RowElement[]): TreeRow[] {
  return elements.map((element) => ({
    index: Number(element.getAttribute("data-index")),
    level: Number(element.getAttribute("aria-level")),
    label: element.querySelector(".label-name")?.textContent ?? "",
    description: element.querySelector(".label-description")?.textContent ?? "",
    expanded: element.hasAttribute("aria-expanded")
      ? element.getAttribute("aria-expanded") === "true"
      : undefined,
  }));
}

function inOrder(rows: ReadonlyMap<number, TreeRow>): readonly TreeRow[] {
  return [...rows.values()].sort((one, other) => one.index - other.index);
}

function outline(rows: readonly TreeRow[]): string {
  return rows.map(({ level, label }) => `${"  ".repeat(level)}${label}`).join("\n");
}

/** Follows the labels down: each one among the children of the one before. */
function follow(rows: readonly TreeRow[], path: TreePath): TreeRow | undefined {
  let candidates = rows;
  let found: TreeRow | undefined;
  for (const label of path) {
    const level = found ? found.level + 1 : undefined;
    found = candidates.find(
      (row) => matches(row.label, label) && (level === undefined || row.level === level),
    );
    if (!found) {
      return undefined;
    }
    candidates = childrenOf(rows, found);
  }
  return found;
}

function childrenOf(rows: readonly TreeRow[], parent: TreeRow): readonly TreeRow[] {
  const below = rows.filter((row) => row.index > parent.index);
  const end = below.findIndex((row) => row.level <= parent.level);
  return end < 0 ? below : below.slice(0, end);
}

function matches(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? text.trim() === wanted : wanted.test(text);
}
