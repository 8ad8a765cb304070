import assert from "node:assert/strict";
import type { ServiceAnswer } from "../../../../src/platform/service/client";
import type { AnyCall } from "../../../../src/platform/base/call";
import { BASE, foreign, mergedText } from "../../features/definitions/support/foreign";
import { type Bench, failureOf, guardOf, openBench } from "../http/support/bench";

const patchOf = (type: string): string =>
  mergedText(
    foreign({
      "/clients/{c}/pensions/{p}": {
        patch: { requestBody: { content: { "text/csv": {}, [type]: { schema: {} } } } },
      },
    }),
  );

const PATCH = {
  operationId: "finances:PATCH /clients/{clientId}/pensions/{pensionId}",
  path: { clientId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", pensionId: "P" },
  body: Buffer.from("{}"),
};

async function write(
  bench: Bench,
  call: AnyCall & { readonly body: Uint8Array },
): Promise<ServiceAnswer> {
  const { client, connection } = bench;
  const confirm = (): Promise<boolean> => Promise.resolve(true);
  const request = { ...client.describe(call), connection, body: call.body, confirm };
  const permit = await guardOf(bench).permit(request);
  return await client.send({ ...call, permit }, { action: client.startAction("Test") });
}

describe("a client whose definition changes", () => {
  it("makes each call by the one that is active by then", async () => {
    let definition = BASE;
    const bench = await openBench({ definition: () => definition });
    const { client } = bench;
    const code = async (): Promise<string> =>
      (await failureOf(Promise.resolve().then(() => client.describe(PATCH)))).code;
    assert.equal(await code(), "definition/unknownOperation");
    definition = patchOf("application/json");
    assert.equal(client.describe(PATCH).method, "PATCH");
    assert.equal((await write(bench, PATCH)).status, 200);
    definition = BASE;
    assert.equal(await code(), "definition/unknownOperation");
    await bench.close();
  });

  for (const [named, sent] of [
    ["application/json; charset=utf-8", "application/json"],
    ["*/*", "application/json"],
    ["application/merge-patch+json", "application/merge-patch+json"],
    ["text/json", "text/json"],
  ] as const) {
    it(`announces a body that is ${named} as ${sent}`, async () => {
      const bench = await openBench({ definition: patchOf(named) });
      await write(bench, PATCH);
      assert.equal(bench.service.seen.at(-1)?.headers["content-type"], sent);
      const planned = bench.client.plan(PATCH).headers;
      assert.equal(new Map(planned).get("Content-Type"), sent);
      await bench.close();
    });
  }
});
