import type { Workbench } from "./workbench";

/** The three looks that every screen is looked at in: label, value of the setting, class of the window. */
export const THEMES = {
  light: { label: "Light Modern", setting: "Light Modern", className: "vs" },
  dark: { label: "Dark Modern", setting: "Dark Modern", className: "vs-dark" },
  highContrast: {
    label: "Dark High Contrast",
    setting: "Default High Contrast",
    className: "hc-black",
  },
} as const;

export type ThemeName = keyof typeof THEMES;

/** Picks the theme as a user does and waits until the window shows it. */
export async function useTheme(workbench: Workbench, theme: ThemeName): Promise<void> {
  const { label, className } = THEMES[theme];
  await workbench.runCommand("Preferences: Color Theme");
  await workbench.quickInput.searchAndChoose(label);
  await workbench.quickInput.waitUntilClosed();
  await workbench.page.locator(`.monaco-workbench.${className}`).waitFor();
}
