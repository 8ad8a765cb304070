import type { LitElement } from "lit";

/** If an update removes the focused element of a host, focus the first that fits the selector. */
export function focusFallback(host: LitElement, selector: string): void {
  let hadFocus = false;
  host.addController({
    hostUpdate: () => {
      hadFocus = host.shadowRoot?.activeElement instanceof Element;
    },
    hostUpdated: () => {
      if (hadFocus && host.shadowRoot?.activeElement === null && document.hasFocus()) {
        void focusFirst(host, selector);
      }
    },
  });
}

/** A button of before its first drawing takes no focus. */
async function focusFirst(host: LitElement, selector: string): Promise<void> {
  const found = host.renderRoot.querySelector<LitElement>(selector);
  await found?.updateComplete;
  found?.focus();
}
