import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { askConsentEnd, type ConsentClock } from "../../../../src/features/signIn/host/consent";
import type { AccessServices } from "../../../../src/features/signIn/host/services";
import { writeConsentEnd } from "../../../../src/platform/auth/typedConsentEnd";
import type { Session } from "../../../../src/platform/base/session";
import type { InputRequest } from "../../../../src/platform/vscode/dialogs";
import { aSession } from "../../../fakes/browserClient";
import { aConnection } from "../../../fakes/connection";

const END = new Date(2099, 11, 31, 17, 30).getTime();

describe("the box for the end of a consent", () => {
  let isOpened: boolean;

  /** The answer is what stands in the box: Enter. */
  async function entered(
    stored: Session | undefined,
  ): Promise<readonly [value: unknown, kept: unknown[]]> {
    const kept: unknown[] = [];
    let value: unknown;
    const connection = aConnection({ accessModel: "delegation" });
    const client = {
      // As of a client that was just opened: it knows once it has read.
      session: undefined as Session | undefined,
      knownSession: () =>
        Promise.resolve().then(() => {
          client.session = stored;
          return stored;
        }),
      setConsentEnd: (...end: unknown[]) => Promise.resolve(void kept.push(end)),
    };
    const services = {
      open: () => Promise.resolve({ connection, client }),
      summaries: () => [{ ...connection, connection, session: client.session }],
      dialogs: {
        input: (request: InputRequest) => {
          isOpened = true;
          ({ value } = request);
          return Promise.resolve(request.value);
        },
      },
    };
    const clock = { watch: { skip: () => Promise.resolve() } };
    await askConsentEnd(
      services as unknown as AccessServices,
      clock as unknown as ConsentClock,
      connection.id,
    );
    return [value, kept];
  }

  it("holds the end that is known, also where the client was only opened for it", async () => {
    const session = { ...aSession(1), consentEndsAt: END };
    assert.deepEqual(await entered(session), [writeConsentEnd(END), [[END, 1]]]);
  });

  it("holds the end that the token answer tells where none was entered", async () => {
    const session = { ...aSession(1), toldConsentEnd: { name: "refresh_expires_in", at: END } };
    assert.deepEqual(await entered(session), [writeConsentEnd(END), [[END, 1]]]);
  });

  it("is empty where none is known", async () => {
    assert.deepEqual(await entered(aSession(1)), ["", [[undefined, 1]]]);
  });

  it("does not open where no sign-in is known, as of a key ring that is slow", async () => {
    isOpened = false;
    await assert.rejects(entered(undefined), {
      code: "credentials/signInNeeded",
      values: { connectionId: "connection-1", connectionLabel: "Acme development" },
    });
    assert.equal(isOpened, false);
  });
});
