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

  beforeEach(() => {
    [saved, asked] = [[], []];
  });

  function save(
    before: Connection,
    change: Partial<Connection>,
    says = true,
  ): Promise<string | undefined> {
    const services = {
      dialogs: {
        confirm: ({ message }: { readonly message: string }) => {
          asked.push(message);
          return Promise.resolve(says);
        },
      },
      connections: {
        stored: [before],
        save: (connection: Connection) => Promise.resolve(void saved.push(connection)),
        use: () => undefined,
      },
    };
    return saveConnection(services, before.id, draftOf({ ...before, ...change }));
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

  it("asks for no other change", async () => {
    await save(ACME, { label: "Acme", baseUrl: "https://other.example" });
    await save({ ...ACME, environment: "development" }, { environment: "production" });
    assert.deepEqual([saved.length, asked], [2, []]);
  });
});
