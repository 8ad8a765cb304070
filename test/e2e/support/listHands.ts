import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { Locator } from "playwright-core";
import { EDITOR_FRAME, type Workbench } from "./workbench";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;
/** Clients of the sandbox whose lists are out of the ordinary, by the end of their id. */
const EDGES = { Many: 1, Wide: 2, Hostile: 6, Numbers: 8, Series: 9 } as const;
export type EdgeName = keyof typeof EDGES;

/** The id of one of the sandbox's edge clients. */
export function edgeId(name: EdgeName): string {
  return `ed9ec11e-0000-4000-8000-${String(EDGES[name]).padStart(12, "0")}`;
}

/** A list panel in a window, used by hand. */
export class ListHands {
  constructor(private readonly window: Workbench) {}

  /** Looks a client up by its id, as a user who was told it. */
  async openClient(name: EdgeName): Promise<void> {
    const { window } = this;
    await window.runCommand("Financial Planning: Open Client by Id…");
    await window.quickInput.fill(edgeId(name));
    await window.quickInput.accept();
    await window.quickInput.waitUntilClosed();
    await window.tree.row(...CLIENTS, nameOf(name), "Results");
  }

  /** Opens a list of a client that is in the tree, alone in the window. */
  async openList(name: EdgeName, list: "Holdings" | "Results"): Promise<void> {
    const { window } = this;
    const tab = window.tab(new RegExp(`^${list} · Zygmunt, ${name}`));
    await window.tree.open([...CLIENTS, nameOf(name), list], tab);
    await this.cell(1, 1).waitFor();
  }

  /** A cell by its place: row 0 is the header, column 0 the row numbers. */
  cell(row: number, column: number): Locator {
    return this.window
      .webview()
      .locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${column + 1}"]`);
  }

  /** The header of a column by its name. */
  head(name: string): Locator {
    return this.window
      .webview()
      .locator(".head .cell")
      .filter({ has: this.window.page.locator(".name").getByText(name, { exact: true }) });
  }

  async fromMenu(of: Locator, item: string): Promise<void> {
    await of.click({ button: "right" });
    const items = this.window.webview().locator("fp-grid-menu .item");
    await items.getByText(item, { exact: true }).click();
  }

  button(name: string | RegExp): Locator {
    return this.window.webview().getByRole("button", { name, exact: true });
  }

  /** The sentence in which the pager says where we are. */
  async page(wanted: string): Promise<void> {
    await this.window.webview().locator("fp-pager .page").getByText(wanted).waitFor();
  }

  /** How many rows the grid says there are. */
  async counts(wanted: string): Promise<void> {
    await this.window
      .webview()
      .locator("fp-grid-bar .count")
      .getByText(wanted, { exact: true })
      .waitFor();
  }

  /** The text of a cell that has the focus. */
  async focused(wanted: string): Promise<void> {
    await this.window
      .webview()
      .locator("fp-list-grid [role=gridcell]:focus")
      .getByText(wanted, { exact: true })
      .waitFor();
  }

  /** No violation of any rule of axe in the panel; the policy of the page lets it in from outside. */
  async assertAccessible(): Promise<void> {
    const { page } = this.window;
    const outer = await page.locator(`${EDITOR_FRAME}:visible`).elementHandle();
    const frame = (await outer.contentFrame())?.childFrames()[0];
    assert.ok(frame, "the panel has a frame");
    await frame.evaluate(AXE);
    const found = await frame.evaluate<readonly string[]>(RUN_AXE);
    assert.deepEqual(found, []);
  }
}

function nameOf(name: EdgeName): RegExp {
  return new RegExp(`^Zygmunt, ${name}`);
}

const load = createRequire(resolve("package.json"));
const AXE = readFileSync(load.resolve("axe-core/axe.min.js"), "utf8");
const RUN_AXE = `axe.run(document, { preload: false }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`;
