import { createHash } from "node:crypto";
import { AppError } from "../../../platform/base/errors";
import { untilAborted } from "../../../platform/base/scope";
import type { ExportProgress, ExportSpec } from "./export";
import { ExportJob } from "./exportJob";
import type { FinishedLines, OpenedLines } from "./exportMessages";
import type {
  Converted,
  ExportResult,
  ExportSource,
  PartFacts,
  RunningExport,
  ExportsOptions,
} from "./exports";
import type { ExportThread, LinesPort } from "./exportThread";
import type { JournalHead } from "./journal";
import { makeManifest } from "./makeManifest";
import { PageWalk } from "./pageWalk";

/** Follows the path of a part whose lines became a file of another form. */
export const WHOLE_ENDING = ".whole";

interface OneExportOptions extends ExportsOptions {
  readonly thread: ExportThread;
  readonly spec: ExportSpec;
  readonly source: ExportSource;
  /** What its part holds, where it was left behind. */
  readonly left: PartFacts | undefined;
  readonly onDispose: () => void;
}

/** One export: its walk, its part, and the file that is made of it. */
export class OneExport extends ExportJob implements RunningExport {
  private made: ExportResult | undefined;
  private walk: PageWalk | undefined;
  private lineRows = 0;
  private lineBytes = 0;
  private written = 0;
  private isResumed: boolean;

  constructor(private readonly options: OneExportOptions) {
    const { locks, clock, source } = options;
    super({ locks, clock, part: source.part, onChange: source.onChange });
    this.isResumed = options.left !== undefined;
  }

  get spec(): ExportSpec {
    return this.options.spec;
  }

  get progress(): ExportProgress {
    const { state, walk } = this;
    const { left } = this.options;
    const pages = walk?.pages.length ?? left?.pages ?? 0;
    const rows = walk?.rows ?? (this.lineRows || (left?.rows ?? 0));
    const bytes = walk?.bytes ?? (this.lineBytes || (left?.bytes ?? 0));
    const claimed = walk === undefined ? left?.claimed : walk.claimed;
    const wait = state === "running" ? walk?.wait : undefined;
    return {
      ...{ state, pages, rows, bytes },
      ...(claimed === undefined ? {} : { claimed }),
      ...(wait === undefined ? {} : { waiting: wait.milliseconds }),
      ...(wait?.status === undefined ? {} : { waitingAfter: wait.status }),
      ...(state === "finishing" ? { written: this.written } : {}),
    };
  }

  get traceIds(): readonly string[] {
    return this.walk?.traceIds ?? [];
  }

  get result(): ExportResult | undefined {
    return this.made;
  }

  override run(): Promise<void> {
    this.walk?.cancelPause();
    return super.run();
  }

  override pause(): void {
    if (this.state === "running" && this.spec.scope === "all") {
      this.walk?.pause();
      super.pause();
    }
  }

  override async dispose(): Promise<void> {
    await super.dispose();
    this.options.onDispose();
  }

  protected override async work({ signal }: AbortController): Promise<void> {
    const lines = this.options.thread.port();
    try {
      const opened = await this.open(lines);
      const isOver =
        this.spec.scope === "all"
          ? await this.walkPages({ lines, opened, signal })
          : await this.addLines(lines, signal);
      if (isOver) {
        this.written = 0;
        this.enter("finishing");
        this.made = await this.finish(lines, opened, signal);
        this.enter("finished");
      }
    } finally {
      await lines.ask("close", { isUnwanted: this.made === undefined }).catch(() => undefined);
    }
  }

  private async open(lines: LinesPort): Promise<OpenedLines> {
    const { spec, source } = this.options;
    const maskingKey = spec.isMasked ? keyOf(source) : undefined;
    const keyPrint = maskingKey && printOfKey(maskingKey);
    const head: JournalHead = {
      ...{ journalVersion: 1, spec },
      ...(keyPrint === undefined ? {} : { keyPrint }),
    };
    const isAll = spec.scope === "all";
    const opened = await lines.ask("open", {
      ...{ path: source.part, rules: spec.query.rules, pageSize: spec.query.pageSize },
      ...(isAll ? { head, isResumed: this.isResumed } : {}),
      maskingKey,
    });
    this.isResumed = isAll;
    return opened;
  }

  private async walkPages({ lines, opened, signal }: Walking): Promise<boolean> {
    const { spec, source, clock, concurrency } = this.options;
    const { takesPages } = await source.endpoint();
    const walk = new PageWalk({
      ...{ query: spec.query, source, lines, opened, takesPages, clock },
      width: concurrency,
      onChange: () => this.changed(),
    });
    this.walk = walk;
    if (this.wantsPause) {
      walk.pause();
    }
    await walk.run(signal);
    return walk.isOver;
  }

  private async addLines(lines: LinesPort, signal: AbortSignal): Promise<boolean> {
    this.lineRows = 0;
    for await (const text of this.options.source.lines ?? []) {
      signal.throwIfAborted();
      const { rows, end } = await lines.ask("lines", { text });
      this.lineRows += rows;
      this.lineBytes = end;
      this.changed();
    }
    return true;
  }

  private async finish(
    lines: LinesPort,
    opened: OpenedLines,
    signal: AbortSignal,
  ): Promise<ExportResult> {
    const { spec, source, clock, tool } = this.options;
    const finished = await lines.ask("finish", {});
    signal.throwIfAborted();
    const { path, file } = await untilAborted(this.makeFile(lines, finished), signal);
    const traceIds = [...opened.runs.map(({ traceId }) => traceId), ...(this.walk?.traceIds ?? [])];
    const manifest = makeManifest({
      ...{ spec, tool, finished, file, walk: this.walk, traceIds },
      startedAt: spec.createdAt,
      finishedAt: new Date(clock.now()).toISOString(),
      maskingKey: source.maskingKey,
    });
    return { path, manifest };
  }

  private async makeFile(
    lines: LinesPort,
    { bytes, sha256 }: FinishedLines,
  ): Promise<{ readonly path: string; readonly file: Converted }> {
    const { spec, source } = this.options;
    const { rows } = this.progress;
    if (spec.form.format === "jsonl") {
      return { path: source.part, file: { bytes, sha256, rows } };
    }
    const to = source.part + WHOLE_ENDING;
    const { form } = spec;
    const file = await lines.ask("convert", { to, form }, (share) => {
      this.written = share;
      this.changed();
    });
    return { path: to, file };
  }
}

interface Walking {
  readonly lines: LinesPort;
  readonly opened: OpenedLines;
  readonly signal: AbortSignal;
}

function printOfKey(key: Uint8Array): string {
  return createHash("sha256").update("export").update(key).digest("hex").slice(0, 16);
}

/** Nothing that was to be masked is written without the key. */
function keyOf({ maskingKey }: ExportSource): Uint8Array {
  if (maskingKey === undefined) {
    throw new AppError("internal", "internal/unexpected");
  }
  return maskingKey;
}
