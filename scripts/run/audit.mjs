// node scripts/run/audit.mjs: asks the registry for advisories about the packages that ship. All of
// them are bundled, so the build lists them; `npm audit` would ask for every tool.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findNpmCli } from "../install/npm.mjs";
import { ROOT } from "../paths.mjs";

const LONGEST_MS = 30_000;
const SERIOUS = ["high", "critical"];

const packages = shippedPackages();
const answer = await askRegistry(packages);
if (typeof answer === "string") {
  console.log(`  G18 supply: ${packages.size} packages ship, advisories not asked: ${answer}`);
} else {
  const found = Object.entries(answer).flatMap(([name, list]) =>
    list.map(({ severity, title, url }) => ({ severity, text: `${name}: ${title} (${url})` })),
  );
  found.forEach(({ severity, text }) => console.log(`  ${severity}  ${text}`));
  const serious = found.filter(({ severity }) => SERIOUS.includes(severity)).length;
  const counts = `${found.length} with advisories, ${serious} high or critical`;
  console.log(`  G18 supply: ${packages.size} packages ship, ${counts}`);
  process.exitCode = serious > 0 ? 1 : 0;
}

/** Names and versions of what ships, as the build listed it. */
function shippedPackages() {
  const list = JSON.parse(readFileSync(join(ROOT, "out", "packages.json"), "utf8"));
  const packages = new Map();
  for (const { name, version } of list) {
    packages.set(name, [...(packages.get(name) ?? []), version]);
  }
  return packages;
}

/** The advisories by package, or why there is no answer. */
async function askRegistry(packages) {
  const npm = [findNpmCli(), "config", "get", "registry"];
  const registry = spawnSync(process.execPath, npm, { cwd: ROOT, encoding: "utf8" }).stdout.trim();
  try {
    const response = await fetch(new URL("-/npm/v1/security/advisories/bulk", registry), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(Object.fromEntries(packages)),
      signal: globalThis.AbortSignal.timeout(LONGEST_MS),
    });
    return response.ok ? await response.json() : `the registry answered ${response.status}`;
  } catch (error) {
    return `the registry cannot be reached (${error.cause?.code ?? error.name})`;
  }
}
