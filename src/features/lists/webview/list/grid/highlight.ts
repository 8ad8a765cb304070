const NAME = "fp-found";

/** Marks a text wherever it stands below an element, without changing what is there. */
export function markText(root: Element, text: string): void {
  CSS.highlights.delete(NAME);
  const wanted = text.toLowerCase();
  if (wanted === "") {
    return;
  }
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest(".gutter") === null) {
      ranges.push(...rangesIn(node, wanted));
    }
  }
  CSS.highlights.set(NAME, new Highlight(...ranges));
}

function rangesIn(node: Node, wanted: string): readonly Range[] {
  const text = node.textContent ?? "";
  const lower = text.toLowerCase();
  const ranges: Range[] = [];
  // Some letters are longer in lower case: places in one would not be places in the other.
  if (lower.length !== text.length) {
    return ranges;
  }
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + wanted.length)) {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + wanted.length);
    ranges.push(range);
  }
  return ranges;
}
