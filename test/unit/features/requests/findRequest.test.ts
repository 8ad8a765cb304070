import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import * as vscode from "vscode";
import { registerFinding } from "../../../../src/features/requests/host/findRequest";
import { NO_PRIVACY } from "../../../fakes/privacy";

const CALLED = "11111111-1111-4111-8111-111111111111";
const CLIENT = "22222222-2222-4222-8222-222222222222";

/** What stands in the box of an id, given what was copied. */
async function filledIn(copied: string, isOn: boolean): Promise<string | undefined> {
  Object.assign(vscode.env, { clipboard: { readText: () => Promise.resolve(copied) } });
  let find: (() => Promise<unknown>) | undefined;
  let filled: string | undefined;
  const services = {
    commands: { register: (_: string, handler: typeof find) => (find = handler) },
    dialogs: {
      input: ({ value }: { readonly value?: string }) => {
        filled = value;
        return Promise.resolve(undefined);
      },
    },
    history: { ids: { has: (id: string) => id === CALLED }, ready: () => Promise.resolve() },
    privacy: { ...NO_PRIVACY, isOn },
  };
  registerFinding(services as never);
  await find?.();
  return filled;
}

describe("the box for the id of a request", () => {
  it("has a copied id in it", async () => {
    assert.equal(await filledIn(CLIENT, false), CLIENT);
  });

  it("has in privacy mode only one that a call of the history has", async () => {
    assert.equal(await filledIn(CALLED, true), CALLED);
    assert.equal(await filledIn(CLIENT, true), undefined);
  });
});
