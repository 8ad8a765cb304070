import type { Browser, LaunchOptions } from "playwright-core";

export const FAR_AWAY_MS: number;
export const FEATURES_OFF: readonly string[];
export function findChromium(): string | undefined;
export function chromiumOptions(): LaunchOptions;
export function launchChromium(): Promise<Browser>;
