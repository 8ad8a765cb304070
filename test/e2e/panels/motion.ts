/** Draws each element of ours anew: the setting is read when something is drawn. */
export const REDRAW = `(async () => {
  const walk = async (root) => {
    for (const element of root.querySelectorAll("*")) {
      element.requestUpdate?.();
      await element.updateComplete;
      if (element.shadowRoot) await walk(element.shadowRoot);
    }
  };
  await walk(document);
})()`;

/** What turns, runs or glides, or would once something changes, inside shadow roots too. */
export const MOVING = `(() => {
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      for (const part of [null, "::before", "::after"]) {
        const style = getComputedStyle(element, part);
        const isMoving = style.animationName !== "none" || style.scrollBehavior === "smooth" ||
          style.transitionDuration.split(", ").some((time) => parseFloat(time) > 0) ||
          (part === null && element.getAnimations().length > 0);
        if (isMoving && style.display !== "none") {
          found.push([element.localName, ...element.classList, part ?? ""].filter(Boolean).join("."));
        }
      }
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  return found;
})()`;
