import assert from "node:assert/strict";
import type { FrameLocator } from "playwright-core";

/**
 * Script that measures what does not fit the width of its document, as sentences: what reaches
 * over an edge, what is cut off, and what scrolls sideways that is not to. Inside shadow roots
 * too. To scroll sideways is for `.scroll` and regions with a tab stop alone, to be cut for what
 * ends in an ellipsis.
 */
export const TOO_WIDE = `(() => {
  const { clientWidth: width, scrollWidth } = document.documentElement;
  const found = scrollWidth > width ? ["the document needs " + scrollWidth + " of " + width] : [];
  const nameOf = ({ localName, id, classList }) =>
    [localName + (id && "#" + id), ...classList].join(".");
  // What is typed moves in its field, and the browser itself shortens the choice of a select.
  const isField = (element) => element.matches("input, textarea, select, progress, svg *");
  const walk = (element, isInScroll) => {
    const style = getComputedStyle(element);
    // For screen readers alone.
    if (style.display === "none" || style.clipPath.startsWith("inset(50%")) return;
    const { left, right, height, width: wide } = element.getBoundingClientRect();
    const isSeen = wide > 0 && height > 0 && style.visibility === "visible";
    if (isSeen && !isInScroll && (right > width + 1 || left < -1)) {
      found.push(nameOf(element) + " is from " + left.toFixed() + " to " + right.toFixed());
    }
    const isShortened = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    const isScroll = element.matches(".scroll, [role=region][tabindex]") && /auto|scroll/.test(style.overflowX);
    const isFree = isField(element) || isShortened || isScroll || style.display === "inline";
    if (isSeen && !isFree && element.scrollWidth > element.clientWidth + 1) {
      const room = " needs " + element.scrollWidth + " of " + element.clientWidth;
      found.push(nameOf(element) + room);
    }
    if (isShortened) return;
    for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) {
      walk(child, isInScroll || isScroll);
    }
  };
  walk(document.body, false);
  return found;
})()`;

/**
 * Script that tells what ends in an ellipsis and says the rest in no tooltip of its own or of what
 * it is in. What is not to be had then is lost for those who read a longer language.
 */
export const SHORTENED = `(() => {
  const found = [];
  const walk = (element, hasTooltip) => {
    const style = getComputedStyle(element);
    if (style.display === "none" || style.visibility === "hidden") return;
    const says = hasTooltip || (element.getAttribute("title") ?? "") !== "";
    const isShortened = style.textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth;
    if (isShortened && !says && element.querySelector("[title]") === null) {
      found.push("shortened: " + [element.localName, ...element.classList].join("."));
    }
    for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) {
      walk(child, says);
    }
  };
  walk(document.body, false);
  return [...new Set(found)];
})()`;

/**
 * Script that brings each stop of the Tab key into view and tells which ones cannot be had: out of
 * sight wherever it is scrolled to, or under something else.
 */
export const OUT_OF_REACH = `(() => {
  const found = [];
  const STOP = "button, input, select, textarea, summary, a[href], [tabindex='0']";
  const nameOf = (element) =>
    [element.localName, ...element.classList].join(".") + " " +
    (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
  const hitAt = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    for (;;) {
      const inner = hit?.shadowRoot?.elementFromPoint(x, y);
      if (!inner || inner === hit) return hit;
      hit = inner;
    }
  };
  const isIn = (element, root) => {
    for (let one = root ? element : null; one; one = one.parentNode ?? one.host) if (one === root) return true;
    return false;
  };
  const check = (element) => {
    element.scrollIntoView({ block: "center", inline: "nearest" });
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2) return;
    const x = Math.min(Math.max(left + width / 2, left + 1), innerWidth - 1);
    // What is higher than its room is seen in part.
    const hits = [8, height / 2, height - 8]
      .map((down) => top + Math.min(Math.max(down, 1), height - 1))
      .filter((y) => y >= 0 && y < innerHeight && left < innerWidth && left + width > 0)
      .map((y) => hitAt(x, y));
    const isHit = (hit) =>
      isIn(hit, element) || isIn(element, hit) || isIn(element, hit?.closest?.("label"));
    if (hits.length === 0) {
      found.push("out of sight: " + nameOf(element));
    } else if (!hits.some((hit) => hit && isHit(hit))) {
      found.push("covered: " + nameOf(element) + " by " + (hits[0] ? nameOf(hits[0]) : "nothing"));
    }
  };
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.matches(STOP) && element.checkVisibility({ visibilityProperty: true })) check(element);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  scrollTo(0, 0);
  return found;
})()`;

/** Script that tells rows of the side bar of which nothing but the way to them is in sight. */
export const CUT_LABELS = `[...document.querySelectorAll(".part.sidebar .monaco-list-row")].flatMap((row) => {
  const name = row.querySelector(".label-name");
  if (!name) return [];
  return name.getBoundingClientRect().left > row.getBoundingClientRect().right - 40
    ? [name.textContent ?? ""]
    : [];
})`;

/** All that a panel shows is as wide as the panel, or says in a tooltip what there is no room for. */
export async function assertFits(panel: FrameLocator): Promise<void> {
  for (const measure of [TOO_WIDE, SHORTENED]) {
    assert.deepEqual(await panel.locator("body").evaluate(measure), []);
  }
}
