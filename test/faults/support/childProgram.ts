import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

/** A program of the tests, bundled, and a folder of its own. */
export interface ChildProgram {
  readonly folder: string;
  start(environment: Readonly<Record<string, string>>): ChildProcess;
  /** Ends whatever was started and takes the folder away. */
  close(): Promise<void>;
}

/** Bundles a file of `test/faults/support` into a program that real processes run. */
export async function bundleProgram(name: string): Promise<ChildProgram> {
  const folder = mkdtempSync(join(tmpdir(), "fp-windows-"));
  const outfile = join(folder, "program.js");
  await build({
    ...{ bundle: true, platform: "node", format: "cjs", target: "node22", outfile },
    absWorkingDir: process.cwd(),
    entryPoints: [`test/faults/support/${name}.ts`],
    mainFields: ["module", "main"],
    external: ["vscode"],
    define: { EXTENSION_VERSION: '"0.0.0-test"' },
    logLevel: "error",
  });
  const children: ChildProcess[] = [];
  return {
    folder,
    start: (environment) => {
      const child = fork(outfile, [], { env: { ...process.env, ...environment }, execArgv: [] });
      children.push(child);
      return child;
    },
    close: async () => {
      for (const child of children) {
        if (child.exitCode === null && child.signalCode === null) {
          const ended = once(child, "exit");
          child.kill("SIGKILL");
          await ended;
        }
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
