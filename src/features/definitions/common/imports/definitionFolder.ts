import { hash } from "node:crypto";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { AppError } from "../../../../platform/base/errors";
import { replaceFile } from "../../../../platform/files/replaceFile";
import type { Log } from "../../../../platform/base/log";
import {
  decodeChoices,
  decodeEntry,
  decodeIndex,
  type DefinitionEntry,
  type DefinitionIndex,
  EMPTY_INDEX,
  encodeChoices,
  encodeEntry,
  encodeIndex,
  isOfLaterVersion,
} from "./definitionIndex";

const INDEX = "index.json";
const DAMAGED = "index.damaged.json";
const CHOICES = "choices.json";
const FIRST_LINE = 1_000_000;

/**
 * Definitions on disk: an index, and a file for each document whose first line says what the index
 * says of it. What connections chose is in a folder beside it, as windows of an earlier version
 * delete what they do not know in this one. All that writes is called under the lock of the windows.
 */
export class DefinitionFolder {
  readonly choicesPath: string;
  private hasWarned = false;

  constructor(
    readonly path: string,
    private readonly log: Log,
  ) {
    this.choicesPath = `${path}-choices`;
  }

  /** What is there; made from the documents where the index cannot be read. Never throws. */
  async read(): Promise<DefinitionIndex> {
    return this.readFrom(await this.indexText(), await this.choicesText());
  }

  /**
   * The same to be written again: what the disk does not give, as of a file that another program
   * holds, is not damaged, and would be lost.
   * @throws AppError `definition/notKept`
   */
  async readToChange(): Promise<DefinitionIndex> {
    const texts = [await this.indexText(), await this.choicesText()] as const;
    if (texts.includes(UNREADABLE)) {
      throw new AppError("internal", "definition/notKept");
    }
    return this.readFrom(...texts);
  }

  private async readFrom(text: string, choicesText: string): Promise<DefinitionIndex> {
    if (text === MISSING) {
      return EMPTY_INDEX;
    }
    const index = await this.readIndex(text);
    const choices = decodeChoices(choicesText, index.entries);
    return choices === undefined ? index : { ...index, choices };
  }

  private async readIndex(text: string): Promise<DefinitionIndex> {
    const index = decodeIndex(text);
    if (index !== undefined && index.lost === 0) {
      return index;
    }
    this.warnOnce("definitions: the list of definitions was damaged, what could be read is used");
    return index ?? (await this.restored());
  }

  /**
   * The document as it was kept; undefined where it is gone or damaged. The file itself says what
   * it has to hold: another window may just have put it there anew.
   */
  async document(id: string): Promise<string | undefined> {
    const text = await readFile(this.pathOf(id), "utf8").catch(() => "");
    const end = text.indexOf("\n");
    const document = text.slice(end + 1);
    const entry = decodeEntry(text.slice(0, Math.max(0, end)));
    const isWhole = entry?.facts.id === id && entry.documentHash === sha256(document);
    return isWhole ? document : undefined;
  }

  /** Throws what the disk throws. */
  async putDocument(entry: DefinitionEntry, document: string): Promise<void> {
    await replaceFile(this.path, `${entry.facts.id}.json`, `${encodeEntry(entry)}\n${document}`);
  }

  /**
   * Throws what the disk throws; what the index does not name any more is deleted.
   * @throws AppError `definition/laterVersion`
   */
  async putIndex(index: DefinitionIndex): Promise<void> {
    const old = await this.indexText();
    const oldChoices = await this.choicesText();
    if (isOfLaterVersion(old) || isOfLaterVersion(oldChoices)) {
      throw new AppError("input", "definition/laterVersion");
    }
    if (old !== MISSING && decodeIndex(old) === undefined) {
      await rename(`${this.path}/${INDEX}`, `${this.path}/${DAMAGED}`).catch(() => undefined);
    }
    await replaceFile(this.path, INDEX, encodeIndex(index));
    const choices = encodeChoices(index.choices);
    if (choices !== oldChoices) {
      await replaceFile(this.choicesPath, CHOICES, choices);
    }
    await this.clean(new Set(index.entries.map(({ facts }) => `${facts.id}.json`)));
  }

  private indexText(): Promise<string> {
    return readFile(`${this.path}/${INDEX}`, "utf8").catch(placeholderOf);
  }

  private choicesText(): Promise<string> {
    return readFile(`${this.choicesPath}/${CHOICES}`, "utf8").catch(placeholderOf);
  }

  private pathOf(id: string): string {
    return `${this.path}/${id}.json`;
  }

  /** Without the index the active versions are lost: the default is our description again. */
  private async restored(): Promise<DefinitionIndex> {
    const names = (await this.names()).filter(
      (name) => name.endsWith(".json") && name !== INDEX && name !== DAMAGED,
    );
    const entries = (await Promise.all(names.map((name) => this.readEntry(name)))).filter(
      (entry) => entry !== undefined,
    );
    return { ...EMPTY_INDEX, entries, lost: Math.max(1, names.length - entries.length) };
  }

  /** Of all that lies in the folder; none where it cannot be read. */
  private names(): Promise<readonly string[]> {
    return readdir(this.path).catch(() => []);
  }

  private async readEntry(name: string): Promise<DefinitionEntry | undefined> {
    const line = await readFirstLine(`${this.path}/${name}`).catch(() => "");
    const entry = decodeEntry(line);
    return entry !== undefined && `${entry.facts.id}.json` === name ? entry : undefined;
  }

  /** Left by a window that ended while it wrote, or let go. */
  private async clean(kept: ReadonlySet<string>): Promise<void> {
    const names = await this.names();
    const over = names.filter((name) => !kept.has(name) && name !== INDEX && name !== DAMAGED);
    await Promise.all(
      // A file that another program holds open is deleted next time.
      over.map((name) => rm(`${this.path}/${name}`, { force: true }).catch(() => undefined)),
    );
  }

  private warnOnce(message: string): void {
    if (!this.hasWarned) {
      this.hasWarned = true;
      this.log.warn(message);
    }
  }
}

/** Stands for a file that is not there; no text of ours is like it. */
const MISSING = "\0missing";
/** Stands for one that is there, and that the disk does not give now. */
const UNREADABLE = "\0unreadable";

function placeholderOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code === "ENOENT" ? MISSING : UNREADABLE;
}

async function readFirstLine(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(FIRST_LINE);
    const { bytesRead } = await file.read(buffer, 0, FIRST_LINE, 0);
    const end = buffer.subarray(0, bytesRead).indexOf(10);
    return buffer.toString("utf8", 0, Math.max(0, end));
  } finally {
    await file.close();
  }
}

/** In hexadecimal, of the text as UTF-8. */
export function sha256(text: string): string {
  return hash("sha256", text, "hex");
}
