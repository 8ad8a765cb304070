// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import type { EnteredSecrets } from "../../../../src/features/connections/common/enteredSecrets";
import {
  Connections,
  type ConnectionsOptions,
} from "../../../../src/features/connections/host/connections";
import { type Bench, MemoryLog } from "../../platform/http/support/bench";

const untold = () => ({ dispose: () => undefined });

/** A sandbox that was not started. */
export function restingSandbox(): object {
  return { current: undefined, isStarting: false, obstacle: undefined, onDidChange: untold };
}

/** Those of a trusted window whose one stored connection is the bench's. */
export function connectionsOf(
  { connection, network }: Bench,
  entered: EnteredSecrets,
  source = restingSandbox(),
): Connections {
  const options = {
    ...{ log: new MemoryLog(), entered, source, isTrusted: () => true, onDidTrust: untold },
    network: () => Promise.resolve(network),
    records: { all: [connection], find: () => connection, onDidChange: untold },
    choices: { resultsPrefix: () => undefined, networking: () => undefined },
  };
  return new Connections(options as unknown as ConnectionsOptions);
}
