import { parentPort } from "node:worker_threads";
import { isAppError } from "../../../platform/base/errors";
import type { ImportedDocument } from "../common/imports/document";
import type { ReaderAnswer, ReaderQuestion } from "../common/imports/definitionReader";
import { asObject, operationsOf } from "../common/imports/objects";
import { positionOf, readDocument } from "../common/imports/readDocument";

// The program of a thread of its own; anything but a refusal ends the thread with an error.
parentPort?.on("message", (question: ReaderQuestion) => {
  void answer(question).then((said) => parentPort?.postMessage(said));
});

async function answer({ text, pointer, later }: ReaderQuestion): Promise<ReaderAnswer> {
  try {
    if (later !== undefined) {
      const { compareDefinitions } = await import("../common/changes/compareDefinitions");
      return { changes: compareDefinitions(text, later.text, later.prefix) };
    }
    return pointer === undefined
      ? { document: imported(text) }
      : { position: positionOf(text, pointer) };
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    const { code, values } = error;
    return { code, values };
  }
}

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
