import type { Locator, Page } from "playwright-core";
import type { ListLayout } from "../../../src/features/lists/messages/listLayout";
import type { OpenGrid } from "./gridPage";
import { until } from "./until";

/** A cell by its place in the whole grid: row 0 is the header, column 0 the row numbers. */
export function cellAt(page: Page, row: number, column: number): Locator {
  return page.locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${column + 1}"]`);
}

/** Where the focus is in the grid, and what stands there. */
export async function focusedCell(page: Page): Promise<string> {
  return page.evaluate(FOCUSED);
}

/** Texts of a column of the rows in sight, from a row on. */
export async function columnTexts(page: Page, column: number, rows: number): Promise<string[]> {
  const texts: string[] = [];
  for (let row = 1; row <= rows; row++) {
    texts.push((await cellAt(page, row, column).textContent()) ?? "");
  }
  return texts;
}

/** Chooses from the menu of a column. */
export async function chooseForColumn(page: Page, column: number, item: string): Promise<void> {
  await cellAt(page, 0, column).click({ button: "right" });
  await chooseItem(page, item);
}

export async function chooseItem(page: Page, item: string): Promise<void> {
  await page.locator("fp-grid-menu .item").getByText(item, { exact: true }).click();
}

/** Presses keys one after the other; each is taken and drawn before the next. */
export async function press(grid: OpenGrid, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await grid.page.keyboard.press(key);
    await grid.settle();
  }
}

/** Turns the wheel, and waits until the rows have gone all the way: the browser takes its time. */
export async function turnWheel(grid: OpenGrid, x: number, y: number): Promise<void> {
  const scrolled = async (): Promise<readonly number[]> =>
    (await grid.page.evaluate<string>(SCROLL)).split("/").map(Number);
  const [top = 0, left = 0] = await scrolled();
  await grid.page.mouse.wheel(x, y);
  const wanted = [top + y, left + x].join();
  await until(grid.page, async () => (await scrolled()).join() === wanted, scrolled);
}

/** The layout once the grid has told where it stands. */
export async function toldPlace(grid: OpenGrid): Promise<ListLayout> {
  await until(grid.page, async () => {
    const place = await grid.page.evaluate('document.querySelector("fp-list-grid").body.place');
    return JSON.stringify(place) === JSON.stringify(grid.layout().place);
  });
  return grid.layout();
}

/** Waits until the grid has told that this pixel of all rows is at the upper edge. */
export async function toldTop(grid: OpenGrid, top: number): Promise<void> {
  const told = (): number => grid.layout().place.top;
  await until(grid.page, () => told() === top, told);
}

/** How high the browser takes the rows to be. */
export const CANVAS = `(() => {
  const { shadowRoot } = document.querySelector("fp-list-grid");
  const head = shadowRoot.querySelector(".head").offsetHeight;
  return shadowRoot.querySelector(".scroll").scrollHeight - head;
})()`;

/** Names of the columns on screen, from the left. */
export async function columnNames(page: Page): Promise<string[]> {
  return page.locator("fp-list-grid .head .cell .name").allTextContents();
}

/** How far the rows are scrolled: down, then sideways. */
export const SCROLL = `(() => {
  const scroller = document.querySelector("fp-list-grid").shadowRoot.querySelector(".scroll");
  return scroller.scrollTop + "/" + scroller.scrollLeft;
})()`;

const FOCUSED = `(() => {
  const cell = document.querySelector("fp-list-grid").shadowRoot.activeElement;
  const row = cell?.parentElement?.getAttribute("aria-rowindex");
  const text = cell?.querySelector(".name")?.textContent ?? cell?.textContent;
  return cell ? (row - 1) + "/" + (cell.getAttribute("aria-colindex") - 1) + " " + text : "";
})()`;
