import { type CommandLine, readCommandLine, USAGE } from "./commandLine";
import { checkConformance, type Result } from "./conformance";
import { RULES, UNCHECKED_RULES } from "./rules";
import { Service } from "./service";
import { SignInPrompt } from "./signInPrompt";
import type { Target } from "./target";
import { UsageError } from "./usageError";
import type { LeftBehind } from "./writtenPensions";

declare const EXTENSION_VERSION: string;

type Choice = Pick<CommandLine, "only" | "without">;

void main();

async function main(): Promise<void> {
  try {
    const line = readCommandLine(process.argv.slice(2), process.env);
    switch (line.action) {
      case "help":
        print(USAGE);
        break;
      case "version":
        print(`${EXTENSION_VERSION}\n`);
        break;
      case "list":
        [...RULES, ...UNCHECKED_RULES].forEach(({ name, sentence }) =>
          print(`${name}\n  ${sentence}\n`),
        );
        break;
      case "run":
        await run(line);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

async function run({ interactive, readTarget, ...choice }: CommandLine): Promise<void> {
  const target = readTarget();
  if (!interactive) {
    return check(target, choice);
  }
  const prompt = new SignInPrompt();
  try {
    await check({ ...target, signIn: (address) => prompt.ask(address) }, choice);
  } finally {
    prompt.close();
  }
}

async function check(target: Target, { only, without }: Choice): Promise<void> {
  const isWanted = ({ name }: { readonly name: string }): boolean =>
    (only.length === 0 || only.some((text) => name.includes(text))) &&
    !without.some((text) => name.includes(text));
  const rules = RULES.filter(isWanted);
  const unchecked = UNCHECKED_RULES.filter(isWanted);
  const counts = { kept: 0, broken: 0, skipped: 0 };
  print(`TAP version 14\n1..${rules.length + unchecked.length}\n`);
  let number = 0;
  const service = new Service(target);
  endAtSignals(service);
  for await (const result of checkConformance(service, rules)) {
    number++;
    counts[result.outcome]++;
    print(testPoint(number, result));
  }
  for (const { name, reason } of unchecked) {
    number++;
    print(`ok ${number} - ${name} # SKIP ${reason}\n`);
  }
  print(
    `# ${counts.kept} kept, ${counts.broken} broken, ${counts.skipped + unchecked.length} skipped\n`,
  );
  const left = await service.removeWritten();
  print(remarks(left));
  process.exitCode = counts.broken > 0 || counts.kept === 0 || left.length > 0 ? 1 : 0;
}

/** Removes what was written before it ends; a second signal of the same kind ends it at once. */
function endAtSignals(service: Service): void {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.once(signal, () => {
      void service.removeWritten().then((left) => {
        print(remarks(left));
        process.exit(code);
      });
    });
  }
}

/** Comments of TAP that name what is still among the data of the client. */
function remarks(left: readonly LeftBehind[]): string {
  return left
    .map(({ path, isCertain, found }) => {
      const what = isCertain ? "left behind" : "perhaps left behind";
      return `# ${what}: ${path} (${found})\n`;
    })
    .join("");
}

/** A result as TAP version 14 has it, with a diagnostic block for what is broken. */
function testPoint(number: number, { rule, outcome, reason }: Result): string {
  const { name, sentence } = rule;
  switch (outcome) {
    case "kept":
      return `ok ${number} - ${name}\n`;
    case "skipped":
      return `ok ${number} - ${name} # SKIP ${reason}\n`;
    case "broken": {
      const block = { found: reason, rule: sentence };
      const lines = Object.entries(block).map(
        ([key, text]) => `  ${key}: ${JSON.stringify(text)}\n`,
      );
      return `not ok ${number} - ${name}\n  ---\n${lines.join("")}  ...\n`;
    }
  }
}

function print(text: string): void {
  process.stdout.write(text);
}
