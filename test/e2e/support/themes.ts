import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IS_LONG } from "../../fakes/runs";
import { TAKES_PICTURES } from "./pictures";
import { until } from "./until";
import type { Workbench } from "./workbench";

/**
 * The three looks that every screen is looked at in: label, value of the setting, and classes of the
 * window and of the body of its webviews.
 */
export const THEMES = {
  light: {
    ...{ label: "Light Modern", setting: "Light Modern" },
    ...{ className: "vs", bodyClass: "vscode-light" },
  },
  dark: {
    ...{ label: "Dark Modern", setting: "Dark Modern" },
    ...{ className: "vs-dark", bodyClass: "vscode-dark" },
  },
  highContrast: {
    ...{ label: "Dark High Contrast", setting: "Default High Contrast" },
    ...{ className: "hc-black", bodyClass: "vscode-high-contrast" },
  },
} as const;

export type ThemeName = keyof typeof THEMES;

/** Whichever look a body has. */
const BODY_LOOK = /\bvscode-(?:light|dark|high-contrast)\b/g;

/** Picks the theme as a user does and waits until the window shows it. */
export async function useTheme(workbench: Workbench, theme: ThemeName): Promise<void> {
  const { label, className } = THEMES[theme];
  await workbench.runCommand("Preferences: Color Theme");
  await workbench.quickInput.searchAndChoose(label);
  await workbench.quickInput.waitUntilClosed();
  await workbench.page.locator(`.monaco-workbench.${className}`).waitFor();
}

/**
 * Does something in each look, whatever is open over the window: it is light before and after. The
 * short form has that look alone.
 */
export async function inEachLook(
  window: Workbench,
  act: (look: ThemeName) => Promise<unknown>,
): Promise<void> {
  await act("light");
  for (const look of IS_LONG ? (["dark", "highContrast"] as const) : []) {
    await showLook(window, look);
    await act(look);
  }
  if (IS_LONG) {
    await showLook(window, "light");
  }
}

/** A picture of a step in each look, where pictures are wanted. */
export async function pictureInEachLook(
  window: Workbench,
  nameIn: (look: ThemeName) => string,
): Promise<void> {
  if (TAKES_PICTURES) {
    await inEachLook(window, (look) => window.savePicture(nameIn(look)));
  }
}

/** By the settings of the folder, which the editor watches: no menu or question has to close for it. */
async function showLook(window: Workbench, look: ThemeName): Promise<void> {
  const { setting, className, bodyClass } = THEMES[look];
  changeFolderSettings(window.folder, { "workbench.colorTheme": setting });
  await window.page.locator(`.monaco-workbench.${className}`).waitFor();
  await until(`webviews look ${look}`, async () => {
    const bodies = await window.bodyClasses();
    const shown = bodies.flatMap((classes) => classes.match(BODY_LOOK) ?? []);
    return shown.every((one) => one === bodyClass);
  });
  await window.settled();
}

function changeFolderSettings(folder: string, changes: Readonly<Record<string, unknown>>): void {
  const file = join(folder, ".vscode", "settings.json");
  const current = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as object) : {};
  mkdirSync(join(folder, ".vscode"), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...current, ...changes }));
}
