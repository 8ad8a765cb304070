import assert from "node:assert/strict";
// First: it stands in for the editor.
import { window } from "../../../fakes/editorSurfaces";
import type { AccessServices } from "../../../../src/features/signIn/host/services";
import { signIn } from "../../../../src/features/signIn/host/signIn";
import type { PendingSignIns } from "../../../../src/platform/auth/pendingSignIns";
import { aConnection } from "../../../fakes/connection";

const CALLBACK = "http://127.0.0.1/callback";

describe("a sign-in that is cancelled while its client is still being opened", () => {
  const { withProgress } = window;
  /** Resolves once the progress was shown, and Cancel pressed in it. */
  let canceled: Promise<void>;

  beforeEach(() => {
    canceled = new Promise((resolve) => {
      window["withProgress"] = (_options: unknown, task: (...args: object[]) => unknown) => {
        const work = task(
          { report: () => undefined },
          { onCancellationRequested: (cancel: () => void) => cancel() },
        );
        resolve();
        return work;
      };
    });
  });

  afterEach(() => {
    window["withProgress"] = withProgress;
  });

  for (const accessModel of ["userPresent", "delegation", "serviceAccount"] as const) {
    it(`opens no browser and asks for no token (${accessModel})`, async () => {
      const asked: string[] = [];
      const connection = aConnection({ accessModel, callbackUrl: CALLBACK });
      const note = (what: string) => () => Promise.resolve(void asked.push(what));
      const client = { signIn: note("token") };
      const services = {
        open: () => canceled.then(() => ({ connection, client })),
        summaries: () => [{ ...connection, connection }],
      };
      const pending = { signIn: note("browser") };
      const signingIn = signIn(
        services as unknown as AccessServices,
        pending as unknown as PendingSignIns,
        { connectionId: connection.id },
      );
      await assert.rejects(signingIn, { code: "canceled/byUser" });
      assert.deepEqual(asked, []);
    });
  }
});
