import * as vscode from "vscode";
import { AppError } from "../base/errors";
import type { CommandId } from "../../manifest";
import { plainText } from "../base/plainText";

/** Work shorter than this shows nothing, so that quick answers do not flicker. */
const QUIET_MILLISECONDS = 1000;

/** A link that runs a command: a progress has no buttons but Cancel. */
export interface ProgressLink {
  readonly label: string;
  readonly command: CommandId;
}

/** Tells below the title what the work is at, and what can be done meanwhile. */
export type Report = (message: string, links?: readonly ProgressLink[]) => void;

/**
 * Runs `task`; when it takes longer than a second, a notification shows its title, what it
 * reported last, and a Cancel that aborts the signal the task was given; none where the task could
 * not be ended by it.
 */
export async function withProgress<Result>(
  title: string,
  task: (signal: AbortSignal, report: Report) => Promise<Result>,
  { isCancellable = true }: { readonly isCancellable?: boolean } = {},
): Promise<Result> {
  const { shown, work } = begin(title, task, isCancellable);
  const timer = setTimeout(() => shown.showUntilSettled(work), QUIET_MILLISECONDS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** The same for work that waits for the user: it is shown at once. */
export async function withShownProgress<Result>(
  title: string,
  task: (signal: AbortSignal, report: Report) => Promise<Result>,
): Promise<Result> {
  const { shown, work } = begin(title, task);
  shown.showUntilSettled(work);
  return work;
}

function begin<Result>(
  title: string,
  task: (signal: AbortSignal, report: Report) => Promise<Result>,
  isCancellable = true,
): { readonly shown: Shown; readonly work: Promise<Result> } {
  const controller = new AbortController();
  const shown = new Shown(title, controller, isCancellable);
  const work = task(controller.signal, (...reported) => shown.report(...reported));
  return { shown, work };
}

/**
 * Waits, and says so at once; the user may end it. Throws kind `canceled` then.
 * `words` gets the milliseconds that are left, once a second.
 */
export async function waitWithProgress(
  title: string,
  milliseconds: number,
  words: (left: number) => string,
): Promise<void> {
  const controller = new AbortController();
  const shown = new Shown(title, controller);
  const end = Date.now() + milliseconds;
  const report = (): void => shown.report(words(Math.max(0, end - Date.now())));
  report();
  const ticking = setInterval(report, 1000);
  let timer: NodeJS.Timeout | undefined;
  const work = new Promise<void>((resolve, reject) => {
    timer = setTimeout(resolve, milliseconds);
    controller.signal.addEventListener("abort", () =>
      reject(new AppError("canceled", "canceled/byUser")),
    );
  });
  shown.showUntilSettled(work);
  try {
    await work;
  } finally {
    clearTimeout(timer);
    clearInterval(ticking);
  }
}

function written(links: readonly ProgressLink[]): string {
  return links.map(({ label, command }) => `[${plainText(label)}](command:${command})`).join(" · ");
}

/** One notification, from when it is shown. */
class Shown {
  private message: string | undefined;
  private progress: vscode.Progress<{ message?: string }> | undefined;

  constructor(
    private readonly title: string,
    private readonly controller: AbortController,
    private readonly isCancellable = true,
  ) {}

  report(...[message, links = []]: Parameters<Report>): void {
    this.message = plainText(message) + (links.length === 0 ? "" : ` ${written(links)}`);
    this.progress?.report({ message: this.message });
  }

  showUntilSettled(work: Promise<unknown>): void {
    const location = vscode.ProgressLocation.Notification;
    const options = { location, title: plainText(this.title), cancellable: this.isCancellable };
    void vscode.window.withProgress(options, (progress, token) => {
      this.progress = progress;
      if (this.message !== undefined) {
        progress.report({ message: this.message });
      }
      token.onCancellationRequested(() => this.controller.abort());
      return work.then(
        () => undefined,
        // The caller hears of it; the notification only goes away.
        () => undefined,
      );
    });
  }
}
