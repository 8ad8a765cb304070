import * as vscode from "vscode";
import { AppError } from "../core/errors";
import { plainText } from "../shared/plainText";

/** Work shorter than this shows nothing, so that quick answers do not flicker. */
const QUIET_MILLISECONDS = 1000;

/** Tells below the title what the work is at. */
export type Report = (message: string) => void;

/**
 * Runs `task`; when it takes longer than a second, a notification shows its title, what it
 * reported last, and a Cancel that aborts the signal the task was given.
 */
export async function withProgress<Result>(
  title: string,
  task: (signal: AbortSignal, report: Report) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const shown = new Shown(title, controller);
  const work = task(controller.signal, (message) => shown.report(message));
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
  const controller = new AbortController();
  const shown = new Shown(title, controller);
  const work = task(controller.signal, (message) => shown.report(message));
  shown.showUntilSettled(work);
  return work;
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
  const tell = (): void => shown.report(words(Math.max(0, end - Date.now())));
  tell();
  const ticking = setInterval(tell, 1000);
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

/** One notification, from when it is shown. */
class Shown {
  private message: string | undefined;
  private progress: vscode.Progress<{ message?: string }> | undefined;

  constructor(
    private readonly title: string,
    private readonly controller: AbortController,
  ) {}

  report(message: string): void {
    this.message = plainText(message);
    this.progress?.report({ message: this.message });
  }

  showUntilSettled(work: Promise<unknown>): void {
    const location = vscode.ProgressLocation.Notification;
    const options = { location, title: plainText(this.title), cancellable: true };
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
