import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { SandboxFacts } from "../../../src/features/sandbox/messages/sandboxMessages";
import { PROGRAM } from "./sandboxProcess";

export interface ProgramEnd {
  readonly code: number | null;
  readonly printed: string;
  readonly complained: string;
}

/** Writes lines to the program, as somebody does who reads what it says on standard error. */
export type AnswerProgram = (said: string) => Promise<string>;

/** Runs the program as from a shell until it ends by itself. */
export async function runProgram(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  program = PROGRAM,
  answer?: AnswerProgram,
): Promise<ProgramEnd> {
  const child = spawn(process.execPath, [program, ...argv], {
    stdio: [answer === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const [printed, complained] = [textOf(child.stdout!), textOf(child.stderr!)];
  if (answer !== undefined) {
    child.stderr!.on("data", (said: string) => {
      void answer(said).then((line) => child.stdin!.write(line));
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, printed: printed(), complained: complained() };
}

export interface StartedProgram {
  readonly facts: SandboxFacts & { readonly adminUrl: string };
  readonly child: ChildProcess;
  /** Ends it by SIGTERM; gives its exit code. */
  readonly end: () => Promise<number | null>;
}

/** Starts the program as from a shell in a folder, with `--json`. */
export async function startProgram(
  argv: readonly string[] = [],
  { node = process.execPath, program = PROGRAM, folder = process.cwd() } = {},
): Promise<StartedProgram> {
  const child = spawn(node, [program, "--json", ...argv], {
    ...{ cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
  });
  const [printed, complained] = [textOf(child.stdout), textOf(child.stderr)];
  const gone = once(child, "close") as Promise<[number | null]>;
  while (!printed().includes("\n")) {
    const isGone = await Promise.race([gone, once(child.stdout, "data").then(() => undefined)]);
    if (isGone !== undefined) {
      throw new Error(`It ended with ${isGone[0]}: ${complained()}`);
    }
  }
  return {
    facts: JSON.parse(printed()) as StartedProgram["facts"],
    child,
    end: async () => {
      child.kill("SIGTERM");
      return (await gone)[0];
    },
  };
}

function textOf(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (piece: string) => (text += piece));
  return () => text;
}
