import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { meantConnection } from "../../../../src/features/signIn/host/meantConnection";
import type { AccessServices } from "../../../../src/features/signIn/host/services";
import type { ConnectionSummary } from "../../../../src/platform/base/connection";

describe("the connection that a command of the palette means", () => {
  const IN_USE = "in-use";

  /** What is chosen where `fitting` connections fit, and what was offered. */
  async function meant(
    fitting: readonly string[],
    { node, answer }: { readonly node?: string; readonly answer?: string } = {},
  ): Promise<readonly [id: string, offered: readonly string[]]> {
    const offered: string[] = [];
    const all = [IN_USE, "acme", "beta"].map((id) => ({ id, label: id, environment: "sandbox" }));
    const services = {
      connectionOf: (argument: { readonly nodeId: string } | undefined) =>
        argument?.nodeId ?? IN_USE,
      summaries: () => all,
      dialogs: {
        pick: (_title: string, items: readonly { readonly id: string }[]) => {
          offered.push(...items.map(({ id }) => id));
          return Promise.resolve(items.find(({ id }) => id === answer));
        },
      },
    } as unknown as AccessServices;
    const argument = node === undefined ? undefined : ({ nodeId: node } as never);
    const fits = ({ id }: ConnectionSummary): boolean => fitting.includes(id);
    return [await meantConnection(services, argument, fits), offered];
  }

  it("is that of the row, else the one in use where it fits, or where none does", async () => {
    assert.deepEqual(await meant(["acme", "beta"], { node: "beta" }), ["beta", []]);
    assert.deepEqual(await meant([IN_USE, "acme"]), [IN_USE, []]);
    assert.deepEqual(await meant([]), [IN_USE, []]);
  });

  it("is the only one that fits, or is chosen among those", async () => {
    assert.deepEqual(await meant(["acme"]), ["acme", []]);
    assert.deepEqual(await meant(["acme", "beta"], { answer: "beta" }), ["beta", ["acme", "beta"]]);
    await assert.rejects(meant(["acme", "beta"]), { code: "canceled/byUser" });
  });
});
