import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ElementHandle, Frame, Page } from "playwright-core";
import { until } from "./until";
import type { Workbench } from "./workbench";

const MARK = "data-focused";

/**
 * What a screen reader has of a window: which element has the focus, with its role, name and
 * state as the browser computes them, and what live regions say. Kept as a text beside the pictures.
 */
export class Heard {
  private said: string[] = [];
  /** How much of what was said is in the file. */
  private printed = 0;

  private constructor(
    private readonly page: Page,
    private readonly file: string,
  ) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
  }

  /** Listens from the next document on: the window is loaded anew. */
  static async of(window: Workbench, name: string): Promise<Heard> {
    const { page } = window;
    const file = join(process.cwd(), "test", "e2e", "screenshots", `${name}.txt`);
    const heard = new Heard(page, file);
    await page.exposeFunction("saidAloud", (text: string) => {
      heard.said.push(text.replace(/\s+/g, " ").trim());
    });
    await page.addInitScript(LISTEN);
    await window.reload();
    return heard;
  }

  /** Forgets what was said before this. */
  forget(): void {
    this.print();
    this.said = [];
    this.printed = 0;
  }

  /** Waits until a live region says this. */
  async saying(wanted: RegExp): Promise<string> {
    const find = (): string | undefined => this.said.find((text) => wanted.test(text));
    await until(
      `a live region says ${String(wanted)}; heard were ${JSON.stringify(this.said)}`,
      () => find() !== undefined,
    );
    return find() ?? "";
  }

  /** What has the focus, as role, name and states; a description follows in brackets. */
  async focused(): Promise<string> {
    for (const frame of this.page.frames()) {
      const found = await this.focusedIn(frame);
      if (found !== undefined) {
        return found;
      }
    }
    return "nothing";
  }

  /** The name of the question over the window, which is read when it opens; toasts are dialogs too. */
  async dialog(): Promise<string> {
    const snapshot = await this.page.locator(".monaco-dialog-box").ariaSnapshot();
    const [line = ""] = snapshot.split("\n");
    this.note("a question", line);
    return line;
  }

  /** Waits until what has the focus reads like this, and notes it as a step. */
  async focus(step: string, wanted: RegExp, limit?: number): Promise<string> {
    let found = "";
    const isThere = async (): Promise<boolean> => wanted.test((found = await this.focused()));
    try {
      await until(`the focus is on ${String(wanted)}`, isThere, limit);
    } catch (error) {
      const pages = await this.focusOfPages();
      throw new Error(`The focus is on ${found}, not on ${String(wanted)}: ${pages}`, {
        cause: error,
      });
    }
    this.note(step, found);
    return found;
  }

  /** Whether anybody can see where the focus is. */
  async isFocusSeen(): Promise<boolean> {
    for (const frame of this.page.frames()) {
      const element = await focusedElement(frame);
      if (element !== undefined) {
        return frame.evaluate<boolean>(`(${IS_MARKED})(globalThis.focusedElement)`);
      }
    }
    return false;
  }

  /** Of each document that has the focus or is around it, the element that it has it in. */
  private async focusOfPages(): Promise<string> {
    const states = this.page.frames().map(async (frame, at) => {
      const place = `${at} ${frame.name() || frame.url().replace(/\?.*/s, "")}`;
      return `${place}: ${await frame.evaluate<string>(ACTIVE).catch(() => "gone")}`;
    });
    return (await Promise.all(states)).filter((state) => !state.endsWith(AWAY)).join(", ");
  }

  note(step: string, focused: string): void {
    this.print();
    this.write(`${step}\n    focus: ${focused}`);
  }

  private print(): void {
    for (const text of this.said.slice(this.printed)) {
      this.write(`    said: ${text}`);
    }
    this.printed = this.said.length;
  }

  private write(line: string): void {
    appendFileSync(this.file, `${line}\n`);
  }

  private async focusedIn(frame: Frame): Promise<string | undefined> {
    const element = await focusedElement(frame);
    if (element === undefined) {
      return undefined;
    }
    try {
      const description = await frame.evaluate<string>(`(${DESCRIBE})(globalThis.focusedElement)`);
      const snapshot = await frame.locator(`[${MARK}]`).first().ariaSnapshot({ timeout: 1000 });
      const [line = ""] = snapshot.split("\n");
      // As YAML: in quotes where it has to be, and a quote in them is two.
      const focused = line.replace(/^- '?/, "").replace(/'?:$/, "").replaceAll("''", "'");
      return focused + (description && ` (${description})`);
    } catch {
      // It was drawn anew meanwhile.
      return undefined;
    }
  }
}

async function focusedElement(frame: Frame): Promise<ElementHandle | undefined> {
  try {
    const handle = await frame.evaluateHandle<unknown>(FOCUSED);
    return (handle.asElement() as ElementHandle | null) ?? undefined;
  } catch {
    // The frame is gone, or not there yet.
    return undefined;
  }
}

// As texts: the tests are compiled without the browser's types.

/** Tells of each change in a live region, also of those in shadow roots. */
const LISTEN = `(() => {
  const LIVE = "[aria-live=polite], [aria-live=assertive], [role=alert], [role=status], [role=log]";
  const isElement = (node) => node?.nodeType === 1;
  const around = (node) => {
    for (let one = node; one; one = one.parentNode ?? one.host) {
      // The status bar is one that says of itself that it is quiet.
      if (isElement(one) && one.getAttribute("aria-live") === "off") return undefined;
      if (isElement(one) && one.matches(LIVE)) return one;
    }
  };
  const textOf = (region) => region.innerText ?? region.textContent ?? "";
  const observe = (root) =>
    new MutationObserver((records) => {
      const regions = new Set();
      for (const { target, addedNodes } of records) {
        regions.add(around(target));
        for (const node of addedNodes) {
          // A region that comes with its text is read only where it is an alert.
          if (isElement(node) && node.matches("[role=alert]")) regions.add(node);
        }
      }
      for (const region of regions) {
        if (region && textOf(region).trim() !== "") void globalThis.saidAloud?.(textOf(region));
      }
    }).observe(root, { subtree: true, childList: true, characterData: true });
  observe(document);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    observe(root);
    return root;
  };
})()`;

/** The element that has the focus in this document, marked; null where another frame has it. */
const FOCUSED = `(() => {
  let element = document.hasFocus() ? document.activeElement : null;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element.localName === "iframe") return null;
  const id = element.getAttribute("aria-activedescendant");
  const active = (id && element.getRootNode().getElementById(id)) || element;
  globalThis.focusedElement?.removeAttribute("${MARK}");
  active.setAttribute("${MARK}", "");
  globalThis.focusedElement = active;
  return active;
})()`;

const AWAY = "away";

/** The active element of a document that has the focus. */
const ACTIVE = `document.hasFocus() ? document.activeElement?.localName ?? "none" : "${AWAY}"`;

/** What is said of an element behind its name. */
const DESCRIBE = `(element) => {
  const ids = (element.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
  const root = element.getRootNode();
  const texts = ids.map((id) => root.getElementById(id)?.textContent ?? "");
  return [element.getAttribute("aria-description") ?? "", ...texts]
    .map((text) => text.replace(/\\s+/g, " ").trim()).filter(Boolean).join(" ");
}`;

/** Whether a ring or an edge of its own shows the element, what is in it, or what it is in. */
const IS_MARKED = `(element) => {
  const isDrawn = (colour, width) =>
    Number.parseFloat(width) > 0 && !/transparent|, 0\\)$/.test(colour);
  const hasRing = (one, pseudo) => {
    const { outlineStyle, outlineColor, outlineWidth, boxShadow } = getComputedStyle(one, pseudo);
    return (outlineStyle !== "none" && isDrawn(outlineColor, outlineWidth)) || boxShadow !== "none";
  };
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--vscode-focusBorder)";
  const focusColour = getComputedStyle(probe).color;
  probe.remove();
  const hasEdge = (one) => {
    const { borderTopColor, borderTopWidth } = getComputedStyle(one);
    return borderTopColor === focusColour && isDrawn(borderTopColor, borderTopWidth);
  };
  const isSeen = (one) => [null, "::before", "::after"].some((part) => hasRing(one, part)) || hasEdge(one);
  const inside = [...(element.shadowRoot ?? element).querySelectorAll("*")];
  const outside = [];
  for (let one = element; one && outside.length < 4; one = one.parentElement ?? one.getRootNode().host) {
    outside.push(one);
  }
  return [...outside, ...inside.slice(0, 20)].some(isSeen);
}`;
