import { AppError, isAppError } from "../../../platform/base/errors";
import { createMasking } from "../../privacy/common/masking";
import type { Converted } from "./exports";
import type { ExportsAnswer, LinesCall, LinesCalls, ToExports } from "./exportMessages";
import { convertLines } from "./formats/convert";
import { maskLine } from "./formats/maskLines";
import { RowWriter } from "./rowWriter";
import { partError } from "./partErrors";
import { readPartFacts } from "./partFacts";

interface KeptLines {
  readonly lines: RowWriter;
  readonly path: string;
  /** Aborted when nobody wants them any more. */
  readonly closing: AbortController;
  converting?: Promise<unknown>;
}

/** What runs in the thread: the lines of all lists that are on their way. */
export class ExportProgram {
  private readonly all = new Map<number, KeptLines>();

  constructor(private readonly tell: (answer: ExportsAnswer) => void) {}

  /** Does what it is told; what is about one file in the order in which it is told. */
  take({ call, lines, name, parameters }: ToExports): void {
    void this.answer(call, async () =>
      name === "convert"
        ? await this.convert(lines, parameters as never, (share) => this.tell({ call, share }))
        : await this.do(lines, name, parameters),
    );
  }

  private async do(
    id: number,
    name: Exclude<LinesCall, "convert">,
    parameters: LinesCalls[LinesCall]["parameters"],
  ): Promise<unknown> {
    // The parameters were typed where they were asked with; between threads they are data.
    const given = parameters as never;
    switch (name) {
      case "read":
        return readPartFacts(given);
      case "open":
        return await this.open(id, given);
      case "page":
        return await this.linesOf(id).page(given);
      case "goOn":
        return this.linesOf(id).goOn();
      case "note":
        return this.linesOf(id).note(given);
      case "lines":
        return this.linesOf(id).add(given);
      case "flush":
        return this.linesOf(id).flush();
      case "finish":
        return this.linesOf(id).finish();
      case "close":
        return await this.close(id);
    }
  }

  private async open(id: number, parameters: LinesCalls["open"]["parameters"]): Promise<unknown> {
    const { maskingKey, path } = parameters;
    const masking = maskingKey === undefined ? undefined : createMasking(maskingKey);
    const mask = masking && ((row: string): string => maskLine(row, masking));
    const { lines, opened } = await RowWriter.open(parameters, mask);
    this.all.set(id, { lines, path, closing: new AbortController() });
    return opened;
  }

  private async convert(
    id: number,
    { to, form }: LinesCalls["convert"]["parameters"],
    tell: (share: number) => void,
  ): Promise<Converted> {
    const kept = this.kept(id);
    const { signal } = kept.closing;
    const onProgress = inPercents(tell);
    const converting = convertLines({ from: kept.path, to, form, signal, onProgress });
    kept.converting = converting;
    try {
      return await converting;
    } catch (error) {
      throw partError(error);
    }
  }

  private async close(id: number): Promise<void> {
    const kept = this.all.get(id);
    this.all.delete(id);
    kept?.closing.abort();
    // What it takes back may have the name of what is made next.
    await kept?.converting?.catch(() => undefined);
    kept?.lines.close();
  }

  private linesOf(id: number): RowWriter {
    return this.kept(id).lines;
  }

  private kept(id: number): KeptLines {
    const kept = this.all.get(id);
    if (kept === undefined) {
      throw new AppError("canceled", "canceled/disposed");
    }
    return kept;
  }

  private async answer(call: number, work: () => Promise<unknown>): Promise<void> {
    let message: ExportsAnswer;
    try {
      message = { call, result: (await work()) ?? {} };
    } catch (error) {
      // Anything but a refusal of ours means that the program is broken, and ends the thread.
      if (!isAppError(error)) {
        throw error;
      }
      const { kind, code, values } = error;
      message = { call, error: { kind, code, values } };
    }
    this.tell(message);
  }
}

/** Tells of whole percents alone: blocks are many. */
function inPercents(tell: (share: number) => void): (share: number) => void {
  let told = 0;
  return (share) => {
    const percents = Math.floor(share * 100);
    if (percents !== told) {
      told = percents;
      tell(percents / 100);
    }
  };
}
