import type { LitElement } from "lit";

/** Pixels that the `main` of an element is scrolled down. */
export function scrollTopOf({ renderRoot }: LitElement): number {
  return renderRoot.querySelector("main")?.scrollTop ?? 0;
}

/** Scrolls the `main` of an element, once what is in it has drawn itself: buttons have no height before. */
export async function restoreScrollTop({ renderRoot }: LitElement, top: number): Promise<void> {
  const drawing = renderRoot.querySelectorAll<LitElement>("vscode-button, fp-notice");
  await Promise.all([...drawing].map((element) => element.updateComplete));
  const main = renderRoot.querySelector("main");
  if (main !== null) {
    main.scrollTop = top;
  }
}
