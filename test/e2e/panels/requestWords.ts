import type { Action } from "../../../src/platform/base/action";

/** The environment in the words that the host has for it. */
export function environmentOf({ environment }: Action): {
  readonly word: string;
  readonly icon: string;
} {
  return {
    sandbox: { word: "Sandbox", icon: "beaker" },
    development: { word: "Development", icon: "plug" },
    production: { word: "PRODUCTION", icon: "shield" },
  }[environment];
}
