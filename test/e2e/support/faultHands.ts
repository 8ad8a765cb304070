import type { Workbench } from "./workbench";

const TRIES = 3;
const STEP_MS = 8_000;

/**
 * Chooses a fault of the sandbox, or "None", and waits for what is said. A busy window may close
 * the pick before anything is chosen in it: then it is opened again.
 */
export async function chooseFault(
  window: Workbench,
  label: string,
  said: RegExp,
  onChosen: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await window.runCommand("Financial Planning: Choose Faults of Sandbox…");
      await tick(window, label);
      await onChosen();
      await window.quickInput.accept();
      await window.notifications.toast(said).first().waitFor({ timeout: STEP_MS });
      break;
    } catch (error) {
      if (attempt === TRIES) {
        throw error;
      }
      await window.page.keyboard.press("Escape");
    }
  }
  await window.notifications.dismissAll();
}

/** A second click would take the tick away: one that is there from the try before stays. */
async function tick(window: Workbench, label: string): Promise<void> {
  const { quickInput } = window;
  // Rows below those in sight are drawn once they are looked for.
  await quickInput.input().fill(label, { timeout: STEP_MS });
  const row = quickInput.row(label);
  const ticked = row.and(window.page.locator('[aria-checked="true"]'));
  await row.waitFor({ timeout: STEP_MS });
  if ((await ticked.count()) === 0) {
    await row.click({ timeout: STEP_MS });
  }
  await ticked.waitFor({ timeout: STEP_MS });
}
