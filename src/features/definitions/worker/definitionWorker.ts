import { parentPort } from "node:worker_threads";
import { serve } from "../../../platform/workers/serve";
import type { ReaderCalls } from "../common/imports/definitionReader";
import type { ImportedDocument } from "../common/imports/document";
import { asObject, operationsOf } from "../common/imports/objects";
import { positionOf, readDocument } from "../common/imports/readDocument";

serve<ReaderCalls>(parentPort, {
  read: imported,
  positionOf: ({ text, pointer }) => positionOf(text, pointer),
  compare: async ({ before, after, prefix }) => {
    const { compareDefinitions } = await import("../common/changes/compareDefinitions");
    return compareDefinitions(before, after, prefix);
  },
});

function imported(text: string): ImportedDocument {
  const { document, ...facts } = readDocument(text);
  const servers = Array.isArray(document["servers"]) ? document["servers"] : [];
  return {
    ...facts,
    json: JSON.stringify(document),
    servers: servers.flatMap((server) => asObject(server)?.["url"] ?? []).map(String),
    endpoints: operationsOf(document).map(({ method, path }) => ({
      method: method.toUpperCase(),
      path,
    })),
  };
}
