import type { Locator } from "playwright-core";
import { CUT_LABELS } from "../panels/measure";
import { cutTexts } from "./cutTexts";
import { untilItWorks, untilRead } from "./until";
import type { Workbench } from "./workbench";

/** The view of plans and reports, under that of changes. */
const BATCHES = '.part.sidebar .pane:has(.pane-header[aria-label^="Pensions to Write"])';

/** What the editor ends in an ellipsis by design: a row is read out whole. */
const SHORTENED = ".label-name, .label-description, .title-label";

/** Pensions in the source-control view of a window, used by hand. */
export class ChangesHands {
  constructor(private readonly window: Workbench) {}

  /** Opens the view, and waits for payloads in it. */
  async open(): Promise<void> {
    await this.window.openContainer("Source Control");
    await this.provider().waitFor();
  }

  /** Folds git's graph, which takes half of the view once it knows that there is something. */
  async makeRoom(): Promise<void> {
    await this.window.page.locator(".part.sidebar .scm-history-view .monaco-list-row").waitFor();
    await this.fold("Graph", true);
  }

  /** The line of our provider: there is one of git as well. */
  provider(): Locator {
    return this.rows(".scm-provider").filter({ hasText: "Pensions" });
  }

  /** The line of a group with how many it has. */
  group(name: string, count?: number): Locator {
    const text = new RegExp(`^\\s*${name}\\s*${count === undefined ? "" : String(count)}\\s*$`);
    return this.rows(".resource-group").filter({ hasText: text });
  }

  /** A payload in any group of ours: git may list the same file. */
  payload(pensionId: string): Locator {
    return this.rows(".resource")
      .filter({ hasText: `${pensionId}.pension.json` })
      .and(this.window.page.locator('[aria-label*="Pension: "]'));
  }

  /** Waits for the letter of a payload: decorations are drawn a little later than their lines. */
  async letter(pensionId: string, wanted: string): Promise<void> {
    const icons = this.payload(pensionId).locator(".monaco-icon-label");
    await untilRead(`the letter of ${pensionId}`, wanted, () => icons.evaluateAll(firstLetter));
  }

  /** Clicks an icon that a line shows while the mouse is over it; the view may draw it anew. */
  async press(line: Locator, title: string): Promise<void> {
    const action = line.first().locator(`.actions .action-label[aria-label^="${title}"]`);
    await untilItWorks(async (timeout) => {
      await line.first().hover({ timeout });
      await action.click({ timeout });
    });
  }

  /**
   * What cannot be read in the side bar, however narrow it is: names out of sight, and what is cut of
   * our own rows. Beside them are git's, with a hint that the editor ends in an ellipsis.
   */
  async unreadable(): Promise<readonly string[]> {
    const { page } = this.window;
    const groups = this.rows(".resource-group");
    const pensions = this.rows(".resource").and(page.locator('[aria-label*="Pension: "]'));
    const ours = [...(await this.provider().or(groups).or(pensions).all()), page.locator(BATCHES)];
    const cut = await Promise.all(ours.map((one) => one.evaluate(cutTexts, SHORTENED)));
    return [...(await page.evaluate<readonly string[]>(CUT_LABELS)), ...cut.flat()];
  }

  /** Folded, its view leaves all the room to the payloads above. */
  async showBatches(isShown: boolean): Promise<void> {
    await this.fold("Pensions to Write", !isShown);
  }

  /** The rows of the plans and reports below, by their text. */
  batch(text: string | RegExp): Locator {
    return this.window.page.locator(`${BATCHES} .monaco-list-row`).filter({ hasText: text });
  }

  private async fold(name: string, isFolded: boolean): Promise<void> {
    const header = this.window.page.locator(
      `.part.sidebar .pane-header[aria-label^="${name}"]:visible`,
    );
    await header.waitFor();
    if ((await header.getAttribute("aria-expanded")) === String(isFolded)) {
      // Its buttons come up to its middle.
      await header.click({ position: { x: 12, y: 10 } });
    }
  }

  private rows(inside: string): Locator {
    const { page } = this.window;
    return page
      .locator(".part.sidebar .scm-view .monaco-list-row")
      .filter({ has: page.locator(inside) });
  }
}

/** As much of the browser as is used: the tests are compiled without its types. */
interface Styles {
  readonly content: string;
}
interface LabelElement {
  readonly ownerDocument: {
    readonly defaultView: { getComputedStyle(element: unknown, pseudo: string): Styles } | null;
  };
}

/** Runs in the browser: decorations are drawn by a style, after the label. */
function firstLetter([element]: readonly unknown[]): string {
  const view = (element as LabelElement | undefined)?.ownerDocument.defaultView;
  return (view?.getComputedStyle(element, "::after").content ?? "").replaceAll('"', "");
}
