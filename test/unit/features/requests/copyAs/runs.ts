import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Read } from "./readers";

const run = promisify(execFile);

export const VARIABLES = { FP_TOKEN: "live.token-1", FP_SUBSCRIPTION_KEY: "live-key-1" };

export function isHere(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}

/** Runs each text on its own, one after the other, in an empty folder. Gives what was printed. */
export async function runEach(
  language: Language,
  texts: readonly string[],
  variables: Readonly<Record<string, string>> = VARIABLES,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "fp-copy-"));
  try {
    const { program, values } = PROGRAMS[language](folder, texts);
    const { stdout } = await run(program, values, {
      cwd: folder,
      env: { ...process.env, ...variables, NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" },
      maxBuffer: 50_000_000,
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs curl once, for all requests one after the other, with arguments as they are. */
export async function runCurl(reads: readonly Read[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fp-copy-"));
  try {
    const values = reads.flatMap((read, index) => {
      const body = join(folder, String(index));
      writeFileSync(body, read.file ?? "");
      const own = read.values.map((value) => (value === "@FILE" ? `@${body}` : value));
      return [...(index === 0 ? [] : ["--next"]), "--silent", "--noproxy", "*", ...own];
    });
    await run("curl", values, { maxBuffer: 50_000_000 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Language = "bash" | "python" | "typescript";

interface Program {
  readonly program: string;
  readonly values: readonly string[];
}

const PROGRAMS: Readonly<Record<Language, (folder: string, texts: readonly string[]) => Program>> =
  {
    bash: (folder, texts) => {
      const files = write(folder, texts, "sh");
      const loop = 'for file; do . "$file" || exit 1; done';
      return { program: "bash", values: ["-c", loop, "bash", ...files] };
    },
    python: (folder, texts) => {
      const files = write(folder, texts, "py");
      const loop = "import sys\nfor file in sys.argv[1:]:\n  exec(open(file, 'rb').read(), {})";
      return { program: "python3", values: ["-c", loop, ...files] };
    },
    typescript: (folder, texts) => {
      const blocks = texts.map((text) => `{\n${text}}`);
      const [file] = write(folder, [blocks.join("\n")], "mts");
      return {
        program: process.execPath,
        values: ["--disable-warning=ExperimentalWarning", file!],
      };
    },
  };

function write(folder: string, texts: readonly string[], ending: string): readonly string[] {
  return texts.map((text, index) => {
    const file = join(folder, `${String(index)}.${ending}`);
    writeFileSync(file, text);
    return file;
  });
}
