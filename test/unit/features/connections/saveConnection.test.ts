import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { draftOf } from "../../../../src/features/connections/common/draft";
import { saveConnection } from "../../../../src/features/connections/host/form/saveConnection";
import type { Connection } from "../../../../src/platform/base/connection";
import { aConnection } from "../../../fakes/connection";

const ACME = aConnection({ id: "acme", label: "Acme live", environment: "production" });

describe("saving a connection in its form", () => {
  let saved: Connection[];
  let asked: string[];
  let stored: Connection[];
  /** What is stored before it is read, while a question stands, and while the write waits. */
  let elsewhere: Partial<Connection>;
  let whileAsked: Partial<Connection>;
  let whileWaiting: Partial<Connection>;

  beforeEach(() => {
    [saved, asked, stored] = [[], [], []];
    [elsewhere, whileAsked, whileWaiting] = [{}, {}, {}];
  });

  function save(
    before: Connection,
    change: Partial<Connection>,
    says = true,
  ): Promise<string | undefined> {
    stored = [before];
    const become = (other: Partial<Connection>): void => {
      stored = stored.map((one) => ({ ...one, ...other }));
    };
    const services = {
      dialogs: {
        confirm: ({ message }: { readonly message: string }) => {
          asked.push(message);
          become(whileAsked);
          return Promise.resolve(says);
        },
      },
      connections: {
        get stored() {
          return stored;
        },
        reread: () => become(elsewhere),
        save: (connection: Connection) => Promise.resolve(void saved.push(connection)),
        edit: (id: string, merge: (one: Connection) => Connection | undefined) => {
          become(whileWaiting);
          const found = stored.filter((one) => one.id === id);
          saved.push(...found.flatMap((one) => merge(one) ?? []));
          return Promise.resolve();
        },
        use: () => undefined,
      },
    };
    const draft = draftOf({ ...before, ...change });
    return saveConnection(services, before.id, draft, draftOf(before));
  }

  it("asks before it takes one out of Production, and leaves it where the user declines", async () => {
    const change = { environment: "development" } as const;
    assert.equal(await save(ACME, change, false), undefined);
    assert.deepEqual(saved, []);
    assert.equal(await save(ACME, change), "acme");
    assert.deepEqual(saved, [{ ...ACME, ...change }]);
    assert.equal(asked.length, 2);
    assert.match(asked[0] ?? "", /environment of '.*' from Production/);
  });

  it("leaves what was not changed in the form as it is stored by then", async () => {
    elsewhere = { scopes: ["openid"], proofKey: "required", accessModel: "userPresent" };
    const callbackUrl = "http://127.0.0.1/callback";
    const before = { ...ACME, accessModel: "delegation", callbackUrl } as const;
    await save(before, { label: "Acme two" });
    assert.deepEqual(saved, [{ ...before, ...elsewhere, label: "Acme two" }]);
  });

  it("keeps what was changed elsewhere while it asked, but for what the form changes too", async () => {
    whileAsked = { networking: "editor", label: "Acme elsewhere" };
    const change = { environment: "development", label: "Acme two" } as const;
    await save(ACME, change);
    assert.deepEqual(saved, [{ ...ACME, ...change, networking: "editor" }]);
  });

  it("keeps what was changed while the write waited for its turn", async () => {
    whileWaiting = { networking: "editor", label: "Acme elsewhere" };
    await save(ACME, { label: "Acme two" });
    assert.deepEqual(saved, [{ ...ACME, label: "Acme two", networking: "editor" }]);
  });

  it("asks where an environment that became Production elsewhere is changed in the form", async () => {
    elsewhere = { environment: "production" };
    const [baseUrl, authUrl] = ["http://127.0.0.1:9001", "http://127.0.0.1:9002"];
    const before = { ...ACME, baseUrl, authUrl, environment: "development" } as const;
    await save(before, { environment: "sandbox" }, false);
    assert.deepEqual([saved, asked.length], [[], 1]);
  });

  it("asks for no other change", async () => {
    await save(ACME, { label: "Acme", baseUrl: "https://other.example" });
    await save({ ...ACME, environment: "development" }, { environment: "production" });
    assert.deepEqual([saved.length, asked], [2, []]);
  });
});
