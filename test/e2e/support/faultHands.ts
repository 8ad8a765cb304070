import { untilItWorks } from "./until";
import type { Workbench } from "./workbench";

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
  await untilItWorks(async (timeout) => {
    try {
      await window.runCommand("Financial Planning: Choose Faults of Sandbox…");
      await tick(window, label, timeout);
      await onChosen();
      await window.quickInput.accept();
      await window.notifications.toast(said).first().waitFor({ timeout });
    } catch (error) {
      await window.page.keyboard.press("Escape");
      throw error;
    }
  });
  await window.notifications.dismissAll();
}

/** A second click would take the tick away: one that is there from the try before stays. */
async function tick(window: Workbench, label: string, timeout: number): Promise<void> {
  const { quickInput } = window;
  // Rows below those in sight are drawn once they are looked for.
  await quickInput.input().fill(label, { timeout });
  const row = quickInput.row(label);
  const ticked = row.and(window.page.locator('[aria-checked="true"]'));
  await row.waitFor({ timeout });
  if ((await ticked.count()) === 0) {
    await row.click({ timeout });
  }
  await ticked.waitFor({ timeout });
}
