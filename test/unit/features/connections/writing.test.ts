import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import {
  registerWriting,
  type WritingServices,
} from "../../../../src/features/connections/host/writing";
import { WriteLock } from "../../../../src/platform/guard/writeLock";
import type { Question } from "../../../../src/platform/vscode/dialogs";
import type { Session, SignedInIdentity } from "../../../../src/platform/base/session";
import type { AccessModel } from "../../../../src/platform/base/connection";
import { aConnection } from "../../../fakes/connection";
import { VirtualClock } from "../../platform/http/support/virtualClock";

const ACME = aConnection({ id: "acme", label: "Acme live", environment: "production" });
const ALEX: SignedInIdentity = { issuer: "https://one.example", subject: "alex", claims: {} };

describe("the lock of Production", () => {
  let lock: WriteLock;
  let session: Session | undefined;
  let tell = (): void => undefined;
  let key: string | undefined;
  let stored: string;
  let accessModel: AccessModel;
  const commands = new Map<string, () => Promise<boolean>>();

  const signIn = (identity: SignedInIdentity | undefined, signedInAt = 1): void => {
    const known: Partial<Session> = { identity, signedInAt };
    session = known as Session;
    tell();
  };
  const isUnlocked = (): boolean => lock.unlocked.includes(ACME.id);

  beforeEach(() => {
    const clock = new VirtualClock();
    lock = new WriteLock({ clock, keyFingerprint: () => key, onChange: () => undefined });
    session = undefined;
    accessModel = "userPresent";
    key = stored = "9f3a1c";
    const listening = { dispose: () => undefined };
    const connections = {
      get summaries() {
        return [{ ...ACME, connection: { ...ACME, accessModel }, session }];
      },
      current: ACME.id,
      summary: () => ({ ...ACME, connection: ACME, keyFingerprint: key }),
      use: () => undefined,
      secretStates: () => {
        key = stored;
        return Promise.resolve();
      },
      onDidChange: (listener: () => void) => {
        tell = listener;
        return listening;
      },
      onDidReplace: () => listening,
    };
    const services = {
      connections,
      connectionOf: () => undefined,
      guard: { demandTrust: () => undefined },
      dialogs: {
        confirm: ({ detail }: Question) => {
          assert.match(detail, new RegExp(`key ${stored}`));
          return Promise.resolve(true);
        },
      },
      commands: {
        register: (id: string, run: () => Promise<boolean>) => {
          commands.set(id, run);
          return listening;
        },
      },
      writing: { lock, onDidChange: () => listening },
    };
    registerWriting(services as unknown as WritingServices);
  });

  afterEach(() => lock.dispose());

  it("closes where somebody else signs in over a session", () => {
    for (const other of [
      { ...ALEX, subject: "sam" },
      { ...ALEX, issuer: "https://two.example" },
    ]) {
      signIn(ALEX);
      lock.unlock(ACME);
      signIn(other);
      assert.equal(isUnlocked(), false);
    }
  });

  it("opens for the key that is stored now, whatever this profile was told of it", async () => {
    for (const known of [undefined, "000000"]) {
      lock.lock();
      key = known;
      assert.equal(await commands.get("financialPlanning.writing.unlock")?.(), true);
      assert.equal(lock.find(ACME)?.keyFingerprint, stored);
    }
  });

  it("stays open where the same user signs in again, or a token is renewed", () => {
    signIn(ALEX);
    lock.unlock(ACME);
    signIn({ ...ALEX, claims: { name: "Alex" } }, 2);
    signIn(ALEX, 2);
    assert.equal(isUnlocked(), true);
  });

  it("closes with a sign-in over another one where no ID token says who it is", () => {
    for (const model of ["userPresent", "delegation"] as const) {
      accessModel = model;
      signIn(undefined, 1);
      lock.unlock(ACME);
      signIn(undefined, 1);
      assert.equal(isUnlocked(), true, "renewed");
      signIn(undefined, 2);
      assert.equal(isUnlocked(), false);
    }
  });

  it("stays open where a service account has another token", () => {
    accessModel = "serviceAccount";
    signIn(undefined, 1);
    lock.unlock(ACME);
    signIn(undefined, 2);
    assert.equal(isUnlocked(), true);
  });

  it("closes where a session ends, and stays open for whoever signs in after it was opened", () => {
    signIn(ALEX);
    lock.unlock(ACME);
    session = undefined;
    tell();
    assert.equal(isUnlocked(), false);
    lock.unlock(ACME);
    signIn({ ...ALEX, subject: "sam" });
    assert.equal(isUnlocked(), true);
  });
});
