import { SeenLists } from "../../../../../src/features/lists/common/seenLists";
import type { TreeSources } from "../../../../../src/features/explorer/host/tree";
import { NO_MASKING } from "../../../../../src/platform/base/masking";
import type { ServiceClient } from "../../../../../src/platform/service/client";
import { DEFINITION } from "../../../platform/http/support/bench";

/** The tree of one connection that nothing is known of beside its client. */
export function treeSources(connectionId: string, client: ServiceClient): TreeSources {
  return {
    describe: () => Promise.resolve({ code: "", what: "Refused.", advice: "" }),
    connectionIds: () => [connectionId],
    client: () => Promise.resolve(client),
    pensions: () => Promise.resolve([]),
    listRules: () => ({}),
    setListRules: () => Promise.resolve(),
    seenLists: new SeenLists(),
    pageSize: () => undefined,
    definition: () => Promise.resolve(DEFINITION),
    pinned: () => Promise.resolve([]),
    connection: () => undefined,
    domainDescription: () => undefined,
    faults: () => [],
    privacy: { masking: NO_MASKING },
    isUnlocked: () => false,
    sameKey: () => undefined,
  };
}
