import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import * as v from "valibot";
import { AppError } from "../../../../src/platform/base/errors";
import { pageFailures } from "../../../../src/platform/vscode/pageFailures";
import { connectWebview } from "../../../../src/platform/vscode/webviewRpc";

const outgoing = {};
const incoming = { act: { parameters: v.string() } };

describe("what goes wrong while messages of a page are handled", () => {
  const written: unknown[] = [];
  const posted: Record<string, unknown>[] = [];
  let receive: (message: unknown) => void;
  let thrown: Error;

  before(() => {
    const log = { error: (...line: unknown[]) => void written.push(line) };
    pageFailures.writeTo(log);
    const webview = {
      postMessage: (message: Record<string, unknown>) => Promise.resolve(posted.push(message) > 0),
      onDidReceiveMessage: (listener: (message: unknown) => void) => {
        receive = listener;
        return { dispose: () => undefined };
      },
    };
    connectWebview<typeof outgoing, typeof incoming>({ webview, visible: true } as never, {
      ...{ incoming, outgoing },
      handlers: { act: () => Promise.reject(thrown) },
      describeFailure: () => ({ code: "test/failed", text: "It failed." }),
    });
  });

  beforeEach(() => {
    written.length = 0;
    posted.length = 0;
  });

  const send = async (kind: "call" | "notice", error: Error): Promise<void> => {
    thrown = error;
    receive({ kind, id: 7, name: "act", parameters: "save" });
    await setImmediate();
  };

  it("is logged by its name alone, and answered where the page waits", async () => {
    await send("call", new TypeError("secret"));
    const fields = { call: "act", code: "internal/unexpected", error: "TypeError" };
    assert.deepEqual(written, [["A message of a panel failed", fields]]);
    assert.deepEqual(posted, [{ kind: "failure", id: 7, code: "test/failed", text: "It failed." }]);
  });

  it("is logged where nobody waits for an answer", async () => {
    await send("notice", new AppError("internal", "lists/threadBroken"));
    const fields = { call: "act", code: "lists/threadBroken", error: "AppError" };
    assert.deepEqual(written, [["A message of a panel failed", fields]]);
    assert.deepEqual(posted, []);
  });

  it("is not logged where it was foreseen: the page says it", async () => {
    await send("call", new AppError("input", "input/path"));
    assert.deepEqual([written, posted.length], [[], 1]);
  });
});
