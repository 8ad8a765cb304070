// Says what this machine lacks and how long its install may take, then installs it.
import { performance } from "node:perf_hooks";
import { PROJECT_NODE } from "../paths.mjs";
import { areDependenciesInstalled, ensureDependencies } from "./dependencies.mjs";
import { InstallError } from "./installError.mjs";
import { checkRegistry } from "./npm.mjs";
import { describeMissing, describePlan, planInstall } from "./plan.mjs";
import { canInstallSystem, installSystem, missingSystemParts } from "./systemPackages.mjs";
import { ensureVSCode, isVSCodeInstalled } from "./vscode.mjs";

/**
 * Installs what is missing of what is wanted and says so first; ends the process with the whole
 * list and what to do by hand where it cannot.
 */
export async function installMissing({ browser, editors }, say = console.log) {
  const steps = planInstall({
    system: browser ? missingSystemParts() : [],
    dependencies: !areDependenciesInstalled(),
    editors: editors.filter((name) => !isVSCodeInstalled(name)),
  });
  if (steps.length === 0) {
    return;
  }
  try {
    await install(steps, say);
  } catch (error) {
    if (!(error instanceof InstallError)) {
      throw error;
    }
    const system = missingSystemParts();
    const left = steps.filter((step) => isMissing(step, system));
    describeMissing(left.length > 0 ? left : steps, error.message).forEach((line) => say(line));
    process.exit(1);
  }
}

async function install(steps, say) {
  const of = (kind) => steps.filter((step) => step.kind === kind);
  if (of("system").length > 0 && !canInstallSystem()) {
    throw new InstallError("Only root of a Debian machine can have all of it installed here.");
  }
  describePlan(steps).forEach((line) => say(line));
  if (steps.length > of("system").length) {
    await checkRegistry();
  }
  for (const step of of("system")) {
    await timed(step, () => installSystem(step.commands), say);
  }
  for (const step of of("dependencies")) {
    await timed(step, () => ensureDependencies(say), say);
  }
  // At once: each mostly waits for the registry and for the disk.
  const node = PROJECT_NODE;
  const editors = of("editor").map((step) =>
    timed(step, () => ensureVSCode(step.release, { node, say }), say),
  );
  const failed = (await Promise.allSettled(editors)).find(({ status }) => status === "rejected");
  if (failed) {
    throw failed.reason;
  }
}

function isMissing({ kind, release }, system) {
  if (kind === "editor") {
    return !isVSCodeInstalled(release);
  }
  return kind === "system" ? system.length > 0 : !areDependenciesInstalled();
}

async function timed({ name }, work, say) {
  const started = performance.now();
  await work();
  say(`Installed ${name} in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
}
