import assert from "node:assert/strict";
import { assistantClient } from "../../../../src/features/assistants/common/assistantClient";
import { Pseudonyms } from "../../../../src/features/assistants/common/pseudonyms";
import { runTool } from "../../../../src/features/assistants/common/runTool";
import { MOST_BYTES } from "../../../../src/features/assistants/common/toolAnswer";
import { tellingOf } from "../../../../src/features/assistants/common/toolCall";
import type {
  DataMode,
  ToolServices,
} from "../../../../src/features/assistants/common/toolServices";
import { quoteRows } from "../../../../src/features/assistants/common/tools/lists";
import { NO_PERMITS, NO_WRITES } from "../../../../src/features/assistants/mcp/readOnly";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import type { ConnectionSummary } from "../../../../src/platform/base/connection";
import { isAppError } from "../../../../src/platform/base/errors";
import { fillText } from "../../../../src/platform/base/texts";
import type { ServiceClient } from "../../../../src/platform/service/client";

const ID = "9b1c77d0-4f2a-4b6c-8d3e-5a7f9c1e2b40";
const SECRET = "s3cr3t-0f5c2a9e";
const masking = createMasking(new Uint8Array(32));

/** What is asked for of them here. */
function services(mode: DataMode): ToolServices {
  const some: Partial<ToolServices> = {
    mode: () => mode,
    mayTellAsItIs: () => Promise.resolve(true),
    masking: () => masking,
    pseudonyms: () => new Pseudonyms(masking),
    redact: (text) => text.replaceAll(SECRET, "[secret]"),
    translate: fillText,
  };
  return some as ToolServices;
}

describe("what assistants are told in sentences", () => {
  const connection = { id: "a", environment: "development" } as ConnectionSummary;

  it("has pseudonyms in the place of ids, or the ids where data are told as they are", async () => {
    const masked = await tellingOf(services("masked"), connection);
    assert.ok(!masked.t("Client {0} is unknown.", ID).includes(ID));
    const asItIs = await tellingOf(services("asItIs"), connection);
    assert.equal(asItIs.t("Client {0} is unknown.", ID), `Client ${ID} is unknown.`);
    const gone = await tellingOf(services("asItIs"), undefined);
    assert.ok(gone.isMasked, "a connection that is gone");
  });

  it("never has a secret that a server sent back", async () => {
    for (const mode of ["masked", "asItIs"] as const) {
      const { t } = await tellingOf(services(mode), connection);
      assert.ok(!t("The service says {0}.", `“${SECRET}”`).includes(SECRET), mode);
    }
  });

  it("is masked in failures, whatever is chosen for data", async () => {
    const failing: ToolServices = {
      ...services("asItIs"),
      connections: () => {
        throw new Error("no list");
      },
      describeError: (_error, t) =>
        Promise.resolve({
          ...{ code: "http/404", what: t("Client {0} is unknown.", ID) },
          ...{ advice: t("Leave out {0}.", SECRET) },
        } as Awaited<ReturnType<ToolServices["describeError"]>>),
    };
    const { text, isFailure } = await runTool(failing, "listConnections", {}, NEVER);
    assert.ok(isFailure);
    assert.match(text, /Client .+ is unknown/);
    assert.ok(!text.includes(ID) && !text.includes(SECRET), text);
  });
});

describe("the client that tools call with", () => {
  const sent: string[] = [];
  let method = "GET";
  const client = assistantClient(
    {
      describe: () => ({ method }),
      send: () => Promise.resolve(sent.push(method)),
      startAction: (title: string, options: object) => ({ title, ...options }),
    } as unknown as ServiceClient,
    "pageList",
  );
  const context = { action: client.startAction("Clients") };
  const isRefused = (error: unknown): boolean =>
    isAppError(error) && error.code === "refused/method";

  beforeEach(() => {
    sent.length = 0;
    method = "GET";
  });

  it("sends a GET, with the name of the tool on its action", async () => {
    await client.send({ operationId: "listClients" }, context);
    assert.deepEqual(sent, ["GET"]);
    assert.equal((context.action as { assistantTool?: string }).assistantTool, "pageList");
  });

  for (const write of ["PUT", "DELETE", "POST"]) {
    it(`refuses a ${write} before anything is sent`, async () => {
      method = write;
      await assert.rejects(client.send({ operationId: "x" }, context), isRefused);
      assert.deepEqual(sent, []);
    });
  }

  it("refuses a permit to write, a token, credentials and to sign in or out", async () => {
    const permit = {} as never;
    await assert.rejects(client.send({ operationId: "x", permit }, context), isRefused);
    for (const refused of [
      () => client.signIn(),
      () => client.signOut(),
      () => client.beginSignIn(undefined as never),
      () => client.completeSignIn(undefined as never),
      () => client.copyableToken(),
      () => client.copyableCredentials(),
      () => client.setConsentEnd(1),
    ]) {
      await assert.rejects(refused(), isRefused);
    }
    assert.deepEqual(sent, []);
  });
});

describe("the server's guard of writes", () => {
  it("gives no permit, takes none, and calls no connection writable", async () => {
    const isMissing = (error: unknown): boolean =>
      isAppError(error) && error.code === "permit/missing";
    await assert.rejects(NO_WRITES.permit(undefined as never), isMissing);
    assert.throws(() => NO_WRITES.demandWritable(undefined as never), isMissing);
    assert.throws(() => NO_PERMITS.redeem(undefined, undefined as never), isMissing);
  });
});

describe("rows that assistants are told", () => {
  it("are as many as fit an answer, however many there are", () => {
    const sources = Array.from(
      { length: 1_000 },
      (_, row) => `{"row":${row},"a":"${"x".repeat(300)}"}`,
    );
    const { rows } = quoteRows(sources, (text) => text);
    const bytes = Buffer.byteLength(rows.join(","));
    assert.ok(bytes <= MOST_BYTES && bytes > MOST_BYTES / 2, `${bytes}`);
  });
});

const NEVER = new AbortController().signal;
