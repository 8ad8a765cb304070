import type { ReleaseName } from "./vscode.mjs";

export interface InstallFacts {
  readonly system: readonly string[];
  readonly dependencies: boolean;
  readonly editors: readonly ReleaseName[];
}

export interface InstallStep {
  readonly kind: "system" | "dependencies" | "editor";
  readonly name: string;
  readonly seconds: number;
  readonly byHand: string;
}

export function planInstall(facts: InstallFacts): readonly InstallStep[];
export function describePlan(steps: readonly InstallStep[]): readonly string[];
export function describeMissing(steps: readonly InstallStep[], reason: string): readonly string[];
