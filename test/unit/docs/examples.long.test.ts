import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROGRAM } from "../support/sandboxProcess";
import { fencesOf } from "./support/fences";

interface LoggedCall {
  readonly server: string;
  readonly method: string;
  readonly status: number;
  readonly broken: readonly unknown[];
}

interface Example {
  readonly language: string;
  readonly file: string;
  /** What runs it from a folder of its own; undefined where that is not on this machine. */
  readonly command: (folder: string) => readonly [program: string, ...argv: string[]] | undefined;
  /** Of `FP_SANDBOX`, which the example starts. */
  readonly sandbox: string;
}

const EXAMPLES: readonly Example[] = [
  {
    language: "ts",
    file: "docs/examples/first_test.mts",
    command: () => [process.execPath, "docs/examples/first_test.mts"],
    sandbox: PROGRAM,
  },
  {
    language: "csharp",
    file: "docs/examples/FirstTest.cs",
    command: (folder) => {
      const version = versionOf("dotnet");
      if (version === undefined) {
        return undefined;
      }
      const project = join(folder, "FirstTest.csproj");
      cpSync("docs/examples/FirstTest.cs", join(folder, "Program.cs"));
      writeFileSync(project, projectFile(`net${version.split(".")[0] ?? ""}.0`));
      return ["dotnet", "run", "--project", project];
    },
    sandbox: PROGRAM,
  },
  {
    language: "python",
    file: "docs/examples/first_test.py",
    command: () =>
      process.platform === "win32" || versionOf("python3") === undefined
        ? undefined
        : ["python3", "docs/examples/first_test.py"],
    sandbox: [process.execPath, PROGRAM].map((part) => `'${part}'`).join(" "),
  },
];

describe("the examples of a first test against the sandbox", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fp-example-"));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  for (const { language, file, command, sandbox } of EXAMPLES) {
    it(`in ${language} stands in the page as it is in its file`, () => {
      const fences = fencesOf("docs/sandbox.md", readFileSync("docs/sandbox.md", "utf8"));
      const shown = fences.filter((fence) => fence.language === language);
      assert.deepEqual(
        shown.map(({ text }) => text.trimEnd()),
        [readFileSync(file, "utf8").trimEnd()],
      );
    });

    it(`in ${language} is green, and sends its PUT again after the 429`, async function () {
      const found = command(folder);
      if (found === undefined) {
        process.stdout.write(`${language}: not run here\n`);
        this.skip();
      }
      const log = join(folder, "calls.jsonl");
      const [program, ...argv] = found;
      const child = spawn(program, argv, {
        env: {
          ...process.env,
          FP_SANDBOX: sandbox,
          FP_SANDBOX_OPTIONS: JSON.stringify({ log }),
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
      let printed = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
      const [code] = (await once(child, "close")) as [number | null];
      assert.equal(code, 0, printed);
      assert.match(printed, /^green: \d+ clients/m);

      const lines = readFileSync(log, "utf8").trim().split("\n");
      const calls = lines.map((line) => JSON.parse(line) as LoggedCall);
      const puts = calls.filter(({ method }) => method === "PUT").map(({ status }) => status);
      assert.deepEqual(puts, [429, 201]);
      assert.equal(calls.filter(({ server }) => server === "identity").length, 1, "one token");
      assert.deepEqual(
        calls.flatMap(({ broken }) => broken),
        [],
      );
    });
  }
});

function versionOf(program: string): string | undefined {
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/** As `dotnet new console` makes it. */
function projectFile(framework: string): string {
  return `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>${framework}</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>
`;
}
