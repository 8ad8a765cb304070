let isPressed = false;

addEventListener("pointerdown", () => (isPressed = true), { capture: true });
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => (isPressed = false), { capture: true });
}

/**
 * Runs `act` when no button of the mouse is down and its click is done. What moves between press and
 * release gets no click: UI Events gives it to what press and release have in common.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) {
    act();
    return;
  }
  const over = new AbortController();
  const end = (): void => {
    over.abort();
    // The click follows in the same task.
    setTimeout(act);
  };
  addEventListener("pointerup", end, { signal: over.signal });
  addEventListener("pointercancel", end, { signal: over.signal });
}
