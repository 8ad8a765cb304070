/** As much of the DOM as is used: the tests are compiled without the browser's types. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
interface PageNode {
  readonly textContent: string | null;
  readonly parentElement: PageElement | null;
}
interface PageElement extends PageNode {
  readonly clientWidth: number;
  readonly clientHeight: number;
  readonly clientLeft: number;
  readonly clientTop: number;
  readonly placeholder: string;
  matches(selector: string): boolean;
  closest(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  checkVisibility(options: { readonly visibilityProperty: boolean }): boolean;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Box;
}
interface Style {
  readonly font: string;
  readonly overflowX: string;
  readonly overflowY: string;
  readonly paddingLeft: string;
  readonly paddingRight: string;
}
declare const document: {
  readonly documentElement: PageElement;
  createRange(): { selectNodeContents(node: PageNode): void; getClientRects(): Iterable<Box> };
  createTreeWalker(root: PageElement, show: number): { nextNode(): PageNode | null };
  createElement(name: "canvas"): {
    getContext(kind: "2d"): { font: string; measureText(text: string): { readonly width: number } };
  };
};
declare function getComputedStyle(element: PageElement): Style;

/**
 * Runs in the browser, so it uses nothing from around it. Gives the texts of an element that are
 * not to be seen whole: that reach over an edge of the window or of what clips them, an ellipsis
 * included. What is scrolled to may lie above or below its edges. What `shortened` selects may be
 * cut where its row, if it is in one, is read out with it.
 */
export function cutTexts(element: unknown, shortened: string): readonly string[] {
  const SHOW_TEXT = 4;
  const surface = element as PageElement;
  const found = new Set<string>();
  const plain = (text: string | null): string => (text ?? "").replace(/\s+/g, " ").trim();
  const isSeen = (one: PageElement): boolean => one.checkVisibility({ visibilityProperty: true });

  /** Half a line is nothing that can be read, letters with accents may be higher than their line. */
  const isIn = (text: Box, box: Box, isScrolled: boolean): boolean => {
    const slack = (text.bottom - text.top) / 4;
    const isBeside = text.left < box.left - 1 || text.right > box.right + 1;
    const isAbove = text.top < box.top - slack || text.bottom > box.bottom + slack;
    return !isBeside && (isScrolled || !isAbove);
  };
  const roomOf = (one: PageElement): Box => {
    const { left, top } = one.getBoundingClientRect();
    const [x, y] = [left + one.clientLeft, top + one.clientTop];
    return { left: x, top: y, right: x + one.clientWidth, bottom: y + one.clientHeight };
  };
  const isWhole = (text: Box, parent: PageElement): boolean => {
    let isScrolled = false;
    for (let one: PageElement | null = parent; one !== null; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      const isClip =
        one === document.documentElement || `${overflowX}${overflowY}` !== "visiblevisible";
      if (isClip && !isIn(text, roomOf(one), isScrolled)) {
        return false;
      }
      isScrolled ||= one.matches(".monaco-list-row, .welcome-view-content > *");
    }
    return true;
  };
  const isReadOut = (text: string, parent: PageElement): boolean => {
    const spoken = parent.closest(".monaco-list-row")?.getAttribute("aria-label") ?? text;
    // A path of several folders is shown behind the name of its folder, and is read out without it.
    const named = text.replace(/^.* • /, "");
    return plain(spoken).toLowerCase().includes(named.toLowerCase());
  };

  const range = document.createRange();
  const walker = document.createTreeWalker(surface, SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const [text, parent] = [plain(node.textContent), node.parentElement ?? surface];
    if (text !== "" && isSeen(parent)) {
      range.selectNodeContents(node);
      const isCut = [...range.getClientRects()].some((line) => !isWhole(line, parent));
      const isFree = parent.closest(shortened) !== null && isReadOut(text, parent);
      if (isCut && !isFree) {
        found.add(text);
      }
    }
  }
  const canvas = document.createElement("canvas").getContext("2d");
  for (const input of surface.querySelectorAll("input[placeholder]")) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    canvas.font = font;
    const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (isSeen(input) && canvas.measureText(input.placeholder).width > room + 1) {
      found.add(input.placeholder);
    }
  }
  return [...found];
}
