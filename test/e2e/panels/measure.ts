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
