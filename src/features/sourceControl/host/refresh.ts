import * as vscode from "vscode";
import { isCanceled } from "../../../platform/base/errors";
import type { ReadMany, VersionReads } from "../common/versionReads";
import type { PensionKey } from "../../pensions/common/writing/records";
import { type Report, withProgress } from "../../../platform/vscode/progress";
import { waitWords } from "../../../platform/vscode/words";
import type { BatchServices } from "./batch/batchServices";
import { countText } from "../../../platform/vscode/formats";

interface RefreshServices extends Pick<BatchServices, "open" | "mayCall" | "log"> {
  readonly reads: Pick<VersionReads, "read">;
}

/** More are not read before somebody asks for it. */
const MOST_AT_FIRST = 50;

/**
 * Reads pensions of the service, with a count and a Cancel. Throws kind `canceled`, and the first
 * error that ended the reading of a connection.
 */
export async function readVersions(
  services: RefreshServices,
  keys: readonly PensionKey[],
): Promise<void> {
  const title = vscode.l10n.t("Reading pensions of the service");
  const { errors } = await withProgress(title, (signal, report) =>
    shown(() => read(services, keys, { signal, report })),
  );
  if (errors.length > 0) {
    throw errors[0];
  }
}

/**
 * The same when the view is seen first, of pensions whose connections ask for no sign-in. What
 * fails is no news there: it stands beside each payload, and Refresh says more.
 */
export async function readAtFirst(
  services: RefreshServices,
  keys: readonly PensionKey[],
  signal: AbortSignal,
): Promise<void> {
  const callable = keys.filter(({ connectionId }) => services.mayCall(connectionId));
  if (callable.length === 0 || keys.length > MOST_AT_FIRST) {
    return;
  }
  try {
    await shown(() => read(services, callable, { signal, report: () => undefined }));
  } catch (error) {
    if (!isCanceled(error)) {
      services.log.warn("pensions: could not be read for source control", { error: String(error) });
    }
  }
}

function read(
  { reads, open }: RefreshServices,
  keys: readonly PensionKey[],
  { signal, report }: { readonly signal: AbortSignal; readonly report: Report },
): Promise<ReadMany> {
  return reads.read(keys, {
    ...{ open, signal, title: vscode.l10n.t("Read pensions") },
    onProgress: (done, of) => report(vscode.l10n.t("{0} of {1}", countText(done), countText(of))),
    onWait: (wait) => report(waitWords(wait)),
  });
}

/** The bar above the view as well, from the first moment on. */
async function shown<Result>(task: () => Promise<Result>): Promise<Result> {
  const location = vscode.ProgressLocation.SourceControl;
  return vscode.window.withProgress({ location }, task);
}
