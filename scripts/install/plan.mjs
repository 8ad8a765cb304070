// Decides what to install from what is missing, and describes it.
import { join } from "node:path";
import { CACHE } from "../paths.mjs";
import { DEBIAN_PACKAGES, RELEASES } from "../versions.mjs";

/** What installs took on two cores and an ordinary line. */
const SECONDS = { system: 60, dependencies: 30, editor: 20 };

const APT_GET = [
  ["apt-get", "update"],
  ["apt-get", "install", "-y", "--no-install-recommends", ...DEBIAN_PACKAGES],
];

/**
 * What has to be installed, in its order, from what was found missing: parts of the system,
 * whether node_modules is as the lock file wants it, and releases of VS Code by name.
 */
export function planInstall({ system, dependencies, editors }) {
  const steps = [];
  if (system.length > 0) {
    steps.push({
      ...{ kind: "system", name: system.join(" and "), seconds: SECONDS.system },
      ...{ how: "with apt-get", commands: APT_GET },
      byHand:
        APT_GET.map((command) => ["sudo", ...command].join(" ")).join(" && ") +
        ", elsewhere Chromium or Chrome, and CHROMIUM for the path of its program",
    });
  }
  if (dependencies) {
    steps.push({
      ...{ kind: "dependencies", name: "the dependencies of package-lock.json" },
      ...{ how: "with npm", seconds: SECONDS.dependencies, byHand: "npm ci" },
    });
  }
  for (const release of editors) {
    const { vscode } = RELEASES[release];
    steps.push({
      ...{ kind: "editor", release, name: `VS Code ${vscode}`, seconds: SECONDS.editor },
      how: "with npm, 600 MB in the cache of this user",
      byHand: `copy ${join(CACHE, `vscode-${vscode}`)} from a machine that has it`,
    });
  }
  return steps;
}

/** The plan as it is printed before anything is installed. */
export function describePlan(steps) {
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  return [
    "Missing on this machine and installed now, for later runs too:",
    ...steps.map(({ name, how, seconds }) => `  ${name} (${how}, about ${seconds} s)`),
    `That takes about ${seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`}.`,
  ];
}

/** What is said when it cannot be installed: what is missing, and how to get it by hand. */
export function describeMissing(steps, reason) {
  return [
    reason,
    "Missing on this machine, with the way to get it by hand:",
    ...steps.map(({ name, byHand }) => `  ${name}: ${byHand}`),
    "Then run this again.",
  ];
}
