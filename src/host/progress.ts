import * as vscode from "vscode";

/** Work shorter than this shows nothing, so that quick answers do not flicker. */
const QUIET_MILLISECONDS = 1000;

/**
 * Runs `task`; when it takes longer than a second, a notification shows its title with a
 * Cancel that aborts the signal the task was given.
 */
export async function withProgress<Result>(
  title: string,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const work = task(controller.signal);
  const timer = setTimeout(() => {
    showUntilSettled(title, work, controller);
  }, QUIET_MILLISECONDS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

function showUntilSettled(
  title: string,
  work: Promise<unknown>,
  controller: AbortController,
): void {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  void vscode.window.withProgress(options, (_, token) => {
    token.onCancellationRequested(() => controller.abort());
    return work.then(
      () => undefined,
      // The caller of withProgress hears of it; the notification only goes away.
      () => undefined,
    );
  });
}
