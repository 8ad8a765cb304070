/**
 * Loads the font of the icons, which the browser begins only with the first icon that it draws:
 * all of them would be blank for a moment. Without the font there are words still.
 */
export async function loadIconFont(): Promise<void> {
  await document.fonts.load("16px codicon").catch(() => undefined);
}
