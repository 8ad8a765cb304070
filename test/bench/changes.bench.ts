import { mkdtempSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { createVersionReads } from "../../src/features/sourceControl/common/createVersionReads";
import { payloadPath } from "../../src/features/pensions/common/target";
import { payloadTemplate } from "../../src/features/pensions/common/template";
import { hashText } from "../../src/features/pensions/common/writing/version";
import { TypedMemento } from "../../src/platform/vscode/state";
import {
  type ChangesServices,
  PensionChanges,
} from "../../src/features/sourceControl/host/pensionChanges";
import { SourceControlCommands } from "../../src/features/sourceControl/host/changeCommands";
import {
  activateExplorer,
  type TestHandle,
  workspaceFolder,
} from "../integration/support/explorer";
import { MemoryLog } from "../unit/platform/http/support/bench";
import { keepFigure, spread } from "./support/figures";
import { longestWork, watched } from "./support/stalls";

const FILES = Number(process.env["BENCH_FILES"] ?? 1_000);
const CLIENTS = 20;
const ROUNDS = 7;
const READERS = 16;
const GOAL_MILLISECONDS = 50;

type Seen = Awaited<ReturnType<typeof watched<unknown>>>;

describe(`${FILES} payload files as source control`, function () {
  this.timeout(600_000);
  let explorer: TestHandle;
  const files: vscode.Uri[] = [];
  /** Milliseconds by which fewer of them were listed and compared. */
  const fewer: number[] = [];
  let text: string;

  before(async () => {
    explorer = await activateExplorer();
    text = payloadTemplate(await explorer.definition());
  });

  for (const count of [FILES / 100, FILES / 10]) {
    it(`prints what ${count} of them cost`, async () => {
      await writeFiles(explorer, text, { files, count });
      const seen: Seen[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const changes = changesOf(explorer);
        seen.push(await watched(() => changes.open()));
        changes.dispose();
      }
      print(`  ${count} payloads listed and compared ${line(seen.slice(1))}`);
      fewer.push(middle(seen.slice(1)));
    });
  }

  it("prints what they cost", async () => {
    await writeFiles(explorer, text, { files, count: FILES });
    const [floor, first, one, staged]: Seen[][] = [[], [], [], []];
    for (let round = 0; round <= ROUNDS; round++) {
      const base = await watched(readAndParse);
      const changes = changesOf(explorer);
      const opened = await watched(() => changes.open());
      const [file] = files.slice(round);
      await vscode.workspace.fs.writeFile(file!, encode(text.replace("{", `{ "round": ${round},`)));
      const renewed = await watched(() => changes.renew([file!]));
      const all = await watched(() => new SourceControlCommands(changes).stageAll(undefined));
      changes.dispose();
      // The first warms the file system, and is printed apart.
      if (round === 0) {
        print(`  the first time ${line([opened])}`);
        continue;
      }
      floor!.push(base);
      first!.push(opened);
      one!.push(renewed);
      staged!.push(all);
    }
    print(`${files.length} payloads of ${text.length} characters, ${ROUNDS} rounds:`);
    print(`  listing, reading and comparing ${line(first!)}`);
    print(`  reading and JSON.parse alone   ${line(floor!)}`);
    print(`  one file changed, shown        ${line(one!)}`);
    print(`  all of them staged             ${line(staged!)}`);
    const work = longestWork([...first!, ...one!, ...staged!].map(({ stall }) => stall));
    const ratio = middle(first!) / middle(floor!);
    print(`  ${ratio.toFixed(1)} times the floor`);
    keepFigure({
      work: `${files.length} payload files listed and compared`,
      ...{ floor: "reading them and JSON.parse", unit: "ms", aim: "≤ 2" },
      base: floor!.map(({ took }) => took),
      ours: first!.map(({ took }) => took),
      stall: work,
    });
    keepFigure({
      work: "payload files listed and compared",
      sizes: [`${FILES / 100} files`, `${FILES / 10} files`, `${FILES} files`],
      took: [fewer[0] ?? 0, fewer[1] ?? 0, middle(first!)],
      stall: work,
    });
    const verdict = work <= GOAL_MILLISECONDS ? "within" : "MORE than";
    print(`  longest block of the host ${work.toFixed(0)} ms: ${verdict} ${GOAL_MILLISECONDS} ms`);
  });
});

/**
 * Adds files until there are so many. A tenth of them invalid, a tenth as the service has them, a
 * tenth unknown, the others changed.
 */
async function writeFiles(
  explorer: TestHandle,
  text: string,
  { files, count }: { readonly files: vscode.Uri[]; readonly count: number },
): Promise<void> {
  for (let number = files.length; number < count; number++) {
    const clientId = `0b1c5c9e-5d6e-4e0b-9a53-${String(number % CLIENTS).padStart(12, "0")}`;
    const identity = { clientId, pensionId: `PEN-${String(number).padStart(4, "0")}` };
    const uri = vscode.Uri.joinPath(workspaceFolder(), payloadPath(identity));
    const kind = number % 10;
    const mine = kind === 0 ? `${text}}` : kind === 1 ? text : text.replace(/\d\d\d/, "987");
    await vscode.workspace.fs.writeFile(uri, encode(mine));
    if (kind !== 2) {
      await explorer.pensions.noteSeen(
        { connectionId: "sandbox", ...identity },
        {
          ...{ text, hash: hashText(text), at: Date.now(), by: "read", tag: undefined },
          source: { actionId: "noted", attempt: 1 },
        },
      );
    }
    files.push(uri);
  }
}

/** All of it anew, as in a window that sees the view for the first time. */
function changesOf(explorer: TestHandle): PensionChanges {
  const { pensions } = explorer;
  const never = new vscode.EventEmitter<void>().event;
  const sandbox = { id: "sandbox", name: "Sandbox" };
  const parts = {
    ...explorer,
    records: pensions,
    reads: createVersionReads({ records: pensions, clock: SYSTEM_CLOCK }),
    workspaceState: new TypedMemento(new NoMemory()),
    ...{ folder: join(mkdtempSync(join(tmpdir(), "fp-changes-")), "batches") },
    ...{ clock: SYSTEM_CLOCK, log: new MemoryLog() },
    describe: (error: unknown) => Promise.resolve({ what: String(error), advice: "" }),
    ...{ defaultConnection: () => sandbox, connections: () => [sandbox] },
    ...{ onDidChange: never, onDidChangeDefinition: never, mayCall: () => false },
  };
  return new PensionChanges(parts as unknown as ChangesServices);
}

class NoMemory implements vscode.Memento {
  keys(): readonly string[] {
    return [];
  }

  get<Value>(_: string, value?: Value): Value {
    return value as Value;
  }

  update(): Thenable<void> {
    return Promise.resolve();
  }
}

/** The least that has to be done: every file is listed, read and understood. */
async function readAndParse(): Promise<void> {
  const root = join(workspaceFolder().fsPath, "pensions");
  const folders = await readdir(root);
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder))).map((name) => join(root, folder, name)),
    ),
  );
  const waiting = names.flat().values();
  const readers = Array.from({ length: READERS }, async () => {
    for (const name of waiting) {
      const text = await readFile(name, "utf8");
      try {
        JSON.parse(text);
      } catch {
        // Some are no JSON.
      }
    }
  });
  await Promise.all(readers);
}

function middle(seen: readonly Seen[]): number {
  const sorted = seen.map(({ took }) => took).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function line(seen: readonly Seen[]): string {
  const [took, work] = [seen.map((one) => one.took), seen.map(({ stall }) => stall.work)];
  return `${spread(took)}, longest block ${spread(work)}`;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** With the mark by which the runner tells lines of ours from the editor's own. */
function print(text: string): void {
  // eslint-disable-next-line no-console -- the only way out of the editor's host
  console.log(`${process.env["TEST_LINE_MARK"] ?? ""}${text}`);
}
