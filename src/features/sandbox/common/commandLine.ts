import type { SandboxFacts, SandboxOptions } from "../messages/sandboxMessages";

/** Options of the program under another name on the command line. */
const FLAGS: Partial<Record<keyof SandboxOptions, string>> = { servicePort: "port" };

/**
 * The arguments that start a sandbox as these options say. Those that have their default are left
 * out; ports of 0 are free ones.
 */
export function argumentsOf(
  options: SandboxOptions,
  defaults: SandboxOptions = {},
): readonly string[] {
  return (Object.keys(options) as (keyof SandboxOptions)[]).flatMap((name) => {
    const value = options[name];
    if (value === undefined || value === defaults[name] || typeof value === "object") {
      return [];
    }
    const flag = FLAGS[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (typeof value === "boolean") {
      return [value ? `--${flag}` : `--no-${flag}`];
    }
    return [`--${flag}`, String(value)];
  });
}

/** A command line for the shell of any system: what is not plain is in double quotes. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@+-]+$/.test(word) ? word : `"${word}"`)).join(" ");
}

/** The ports of addresses that are in use, for a program that is to have the same ones. */
export function portsOf({ baseUrl, authUrl }: SandboxFacts, adminUrl: string): SandboxOptions {
  const portOf = (url: string): number => Number(new URL(url).port);
  return {
    servicePort: portOf(baseUrl),
    identityPort: portOf(authUrl),
    adminPort: portOf(adminUrl),
  };
}
