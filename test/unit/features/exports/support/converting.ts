import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExportForm, ExportFormat } from "../../../../../src/features/exports/common/export";
import type { Converted, ConvertOptions } from "../../../../../src/features/exports/common/exports";
import { convertLines } from "../../../../../src/features/exports/common/formats/convert";

export function formOf(format: ExportFormat, given: Partial<ExportForm> = {}): ExportForm {
  return { format, byteOrderMark: false, guardFormulas: true, ...given };
}

/** What became of lines, with the file that was made. */
export interface Made extends Converted {
  readonly file: Buffer;
  readonly text: string;
  readonly mode: number;
}

/** A folder for files of one suite, with what converts lines in it. */
export class ConvertingBench {
  private folder = "";

  async open(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), "formats-"));
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Each line ends with a line feed. */
  async writeLines(lines: readonly string[]): Promise<string> {
    const path = this.path("lines.part");
    await writeFile(path, lines.map((line) => `${line}\n`).join(""));
    return path;
  }

  async convert(
    lines: readonly string[],
    form: ExportForm,
    given: Partial<ConvertOptions> = {},
  ): Promise<Made> {
    const [from, to] = [await this.writeLines(lines), this.path("made")];
    const converted = await convertLines({ from, to, form, ...given });
    const file = await readFile(to);
    return { ...converted, file, text: file.toString(), mode: (await stat(to)).mode & 0o777 };
  }
}
