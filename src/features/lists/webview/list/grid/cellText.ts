/**
 * Characters that act instead of being seen: controls, line ends, marks that turn the direction
 * of what follows. Joiners stay: emoji and some scripts are written with them.
 */
const UNSEEN =
  // eslint-disable-next-line no-control-regex -- controls are what it is about
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const NAMES: Readonly<Record<string, string>> = { "\t": "⇥", "\n": "↵", "\r": "␍" };

/** Whether a text has characters that have to be named to be seen. */
export function hasUnseen(text: string): boolean {
  return text.search(UNSEEN) !== -1;
}

/**
 * Sets the text of an element. Each unseen character gets an element of its own that shows its
 * name and keeps what it does to itself; the element's text is the value still.
 */
export function setText(element: HTMLElement, text: string): void {
  if (!hasUnseen(text)) {
    element.textContent = text;
    return;
  }
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const { index, 0: character } of text.matchAll(UNSEEN)) {
    parts.push(text.slice(end, index), unseen(character));
    end = index + character.length;
  }
  element.replaceChildren(...parts, text.slice(end));
}

function unseen(character: string): HTMLElement {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  const span = document.createElement("span");
  span.className = "unseen";
  span.dataset["name"] = NAMES[character] ?? `U+${code}`;
  span.textContent = character;
  return span;
}
