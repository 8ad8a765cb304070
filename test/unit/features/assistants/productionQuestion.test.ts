import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { type ClientCapabilities, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { askAboutProduction, createServer } from "../../../../src/features/assistants/mcp/server";
import {
  createMcpTools,
  type McpTools,
} from "../../../../src/features/assistants/mcp/toolServices";
import type { Environment } from "../../../../src/platform/base/connection";
import { aConnection } from "../../../fakes/connection";
import { definitionWith } from "../../support/definitionText";

describe("the question about data of Production, outside of an editor", () => {
  let tools: McpTools | undefined;

  afterEach(() => tools?.dispose());

  function open(
    environment: Environment,
    askAboutProduction: () => Promise<boolean>,
  ): () => Promise<boolean> {
    const connection = aConnection({ environment });
    const secrets = { subscriptionKey: "k".repeat(32), clientSecret: "" };
    const settings = { issued: undefined, maskingKey: undefined, payloadFolder: undefined };
    const made = createMcpTools({
      settings: { ...settings, mode: "asItIs" },
      issued: { connection, secrets },
      ...{ description: definitionWith(), version: "1", askAboutProduction },
    });
    tools = made;
    return () => made.mayTellAsItIs(made.connections()[0]!);
  }

  it("counts as a no where it is not answered, and is asked again by the next call", async () => {
    const said = [Promise.reject(new Error("timed out")), Promise.resolve(true)];
    let asked = 0;
    const ask = open("production", () => said[asked++] ?? assert.fail("asked once more"));
    assert.deepEqual(await Promise.all([ask(), ask()]), [false, false]);
    assert.equal(asked, 1, "calls at the same time wait for the same answer");
    assert.equal(await ask(), true);
    assert.equal(await ask(), true);
    assert.equal(asked, 2);
  });

  it("is not asked again after a no, nor about another environment", async () => {
    let asked = 0;
    const no = (): Promise<boolean> => {
      asked++;
      return Promise.resolve(false);
    };
    const ask = open("production", no);
    assert.deepEqual([await ask(), await ask(), asked], [false, false, 1]);
    await tools?.dispose();
    assert.equal(await open("development", no)(), true);
    assert.equal(asked, 1);
  });

  for (const [elicitation, canBeAsked] of [
    [{}, true],
    [{ form: {} }, true],
    [{ url: {} }, false],
    [undefined, false],
  ] as const) {
    it(`is put to a client that declares ${JSON.stringify(elicitation)}: ${canBeAsked}`, async () => {
      const capabilities: ClientCapabilities = elicitation === undefined ? {} : { elicitation };
      const client = new Client({ name: "test", version: "1" }, { capabilities });
      if (elicitation !== undefined) {
        client.setRequestHandler(ElicitRequestSchema, () => ({
          action: "accept",
          content: { allow: true },
        }));
      }
      const server = createServer("1");
      const [one, other] = InMemoryTransport.createLinkedPair();
      await Promise.all([server.connect(one), client.connect(other)]);
      try {
        assert.equal(await askAboutProduction(server, "Acme"), canBeAsked);
      } finally {
        await client.close();
      }
    });
  }
});
