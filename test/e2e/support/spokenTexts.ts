/** As much of a DOM element as is used: the tests are compiled without the browser's types. */
interface PageNode {
  readonly nodeType: number;
  readonly textContent: string | null;
}
interface PageElement extends PageNode {
  readonly localName: string;
  readonly classList: Iterable<string>;
  readonly childNodes: Iterable<PageNode>;
  readonly shadowRoot: { readonly childNodes: Iterable<PageNode> } | null;
  matches(selector: string): boolean;
  checkVisibility(options: { readonly visibilityProperty: boolean }): boolean;
  getAttribute(name: string): string | null;
}

/** What is to be read, and the element that says it. */
interface SpokenText {
  readonly text: string;
  readonly by: string;
}

/**
 * Runs in the browser, so it uses nothing from around it. Gives what is to be read in an element,
 * inside shadow roots too: texts, and attributes that are shown or read out, where they have a
 * word in letters of English. `data` selects what is left out.
 */
export function englishTexts(element: unknown, data: string): readonly SpokenText[] {
  const [elementNode, textNode] = [1, 3];
  const found = new Map<string, SpokenText>();
  const note = (text: string | null, { localName, classList }: PageElement): void => {
    if (text !== null && /[A-Za-z]{2}/.test(text)) {
      const spoken = text.replace(/\s+/g, " ").trim();
      found.set(spoken, { text: spoken, by: [localName, ...classList].slice(0, 3).join(".") });
    }
  };
  const walk = (shown: PageElement): void => {
    // What can be chosen is drawn by the browser itself, once its list is opened.
    const isShown =
      shown.matches("body, slot, select *") || shown.checkVisibility({ visibilityProperty: true });
    if (shown.matches(`script, style, ${data}`) || !isShown) {
      return;
    }
    for (const name of ["title", "aria-label", "aria-description", "placeholder", "alt", "label"]) {
      note(shown.getAttribute(name), shown);
    }
    for (const node of [...(shown.shadowRoot?.childNodes ?? []), ...shown.childNodes]) {
      if (node.nodeType === textNode) {
        note(node.textContent, shown);
      } else if (node.nodeType === elementNode) {
        walk(node as PageElement);
      }
    }
  };
  walk(element as PageElement);
  return [...found.values()];
}

/** The texts in a JSON document under the names that OpenAPI has for what people read. */
export function textsOf(document: unknown): readonly RegExp[] {
  const texts: string[] = [];
  JSON.stringify(document, (name: string, value: unknown) => {
    if (/^(?:description|summary|title)$/.test(name) && typeof value === "string") {
      texts.push(value.replace(/\s+/g, " ").trim());
    }
    return value;
  });
  // The longest first: one may be the beginning of another.
  return [...new Set(texts)]
    .sort((one, other) => other.length - one.length)
    .map((text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "g"));
}
