import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import type { Uri } from "vscode";
import { openCallback } from "../../../../src/features/signIn/host/editorCallback";
import type { AccessServices } from "../../../../src/features/signIn/host/services";
import type { StartedSignIn } from "../../../../src/platform/auth/browserSignIn";
import type { PendingSignIns } from "../../../../src/platform/auth/pendingSignIns";
import { MemoryLog } from "../../platform/http/support/bench";

describe("an address that no sign-in waits for", () => {
  it("is told once, however often a page opens it, and again after a sign-in was begun", async () => {
    const told: string[] = [];
    const log = new MemoryLog();
    const desk = {
      latest: undefined as StartedSignIn | undefined,
      complete: () => Promise.resolve({ outcome: "rejected" }),
    };
    const dialogs = { notify: (_: string, text: string) => Promise.resolve(told.push(text)) };
    const services = { log, dialogs, showError: () => undefined } as unknown as AccessServices;
    const open = (address: Partial<Uri>): Promise<void> =>
      openCallback(services, desk as unknown as PendingSignIns, address as Uri);
    const flood = async (): Promise<void> => {
      for (let count = 0; count < 20; count++) {
        await open({ path: `/page-${count}`, query: "", fragment: "" });
        await open({ path: "/callback", query: `code=x&state=${count}`, fragment: "" });
      }
    };
    await flood();
    assert.equal(told.length, 1);
    assert.equal(log.lines.length, 40);
    desk.latest = { state: "s" } as StartedSignIn;
    await flood();
    assert.equal(told.length, 2);
  });
});
