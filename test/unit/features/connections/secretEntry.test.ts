import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { EnteredSecrets } from "../../../../src/features/connections/common/enteredSecrets";
import { enterSecret } from "../../../../src/features/connections/host/secretEntry";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import type { Connection } from "../../../../src/platform/base/connection";
import { AppError } from "../../../../src/platform/base/errors";
import { aConnection } from "../../../fakes/connection";
import { MemoryMarks } from "../../../faults/support/faultyStore";
import { MemoryLog, MemoryStore } from "../../platform/http/support/bench";

type Services = Parameters<typeof enterSecret>[0];

const SECRET = "s3cret";
const ELSEWHERE = "https://other.example";
const MOVES: readonly Partial<Connection>[] = [{ baseUrl: ELSEWHERE }, { authUrl: ELSEWHERE }];

describe("the box for a secret", () => {
  let store: MemoryStore;
  let entered: EnteredSecrets;
  let stored: Connection | undefined;

  beforeEach(() => {
    [store, stored] = [new MemoryStore(), aConnection()];
    const [marks, log] = [new MemoryMarks(), new MemoryLog()];
    entered = new EnteredSecrets({ store, marks, clock: SYSTEM_CLOCK, log });
  });

  afterEach(() => entered.dispose());

  /** Answers once the connection has become another while the box stood. */
  function enter(after: Connection | undefined, seenLate = false): Promise<boolean> {
    const become = (): void => {
      stored = after;
    };
    const services = {
      entered,
      dialogs: {
        input: () => {
          if (!seenLate) {
            become();
          }
          return Promise.resolve(SECRET);
        },
      },
      connections: {
        // What another window stored is seen once it is read.
        reread: become,
        connection: () =>
          stored === undefined
            ? Promise.reject(new AppError("input", "input/connectionGone"))
            : Promise.resolve(stored),
        reopen: () => Promise.resolve(),
      },
    };
    return enterSecret(services as unknown as Services, aConnection().id, "clientSecret");
  }

  it("stores nothing for a connection that was removed while it stood", async () => {
    for (const seenLate of [false, true]) {
      stored = aConnection();
      await assert.rejects(enter(undefined, seenLate), { code: "input/connectionGone" });
      assert.equal(store.values.size, 0);
    }
  });

  it("stores nothing for other servers than those that it named", async () => {
    for (const change of MOVES) {
      stored = aConnection();
      const moved = aConnection({ ...change, label: "Acme moved" });
      await assert.rejects(enter(moved), {
        code: "input/connectionMoved",
        values: { connectionLabel: "Acme moved" },
      });
      assert.equal(store.values.size, 0);
    }
  });

  it("stores what is for the same servers, whatever else was changed", async () => {
    const edited = aConnection({ label: "Acme", scopes: ["openid"], proofKey: "required" });
    assert.equal(await enter(edited), true);
    assert.equal((await entered.states(edited)).clientSecret, "set");
  });
});
