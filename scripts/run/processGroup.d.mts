import type { ChildProcess, SpawnOptions } from "node:child_process";

export function startGroup(
  command: string,
  args: readonly string[],
  options?: SpawnOptions & { readonly grace?: number },
): ChildProcess;
export function endGroup(child: ChildProcess): Promise<void>;
export function waitForExit(child: ChildProcess): Promise<number>;
