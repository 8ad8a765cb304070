import type { LaunchOptions } from "playwright-core";

export const FEATURES_OFF: readonly string[];
export function findChromium(): string | undefined;
export function chromiumOptions(): LaunchOptions;
