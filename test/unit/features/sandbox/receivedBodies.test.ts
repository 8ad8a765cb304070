import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Koa from "koa";
import { ReceivedCalls } from "../../../../src/features/sandbox/server/received/receivedCalls";
import { recordCalls } from "../../../../src/features/sandbox/server/received/recordCalls";
import { exchange } from "../../support/sandboxProcess";

const MOST_BYTES = 100;
/** Three of them are more than that. */
const BODY = `"${"x".repeat(38)}"`;

describe("bodies of received calls", () => {
  let received: ReceivedCalls;
  let server: Server;

  beforeEach(async () => {
    received = new ReceivedCalls(MOST_BYTES);
    const app = new Koa();
    app.use(recordCalls({ received, finder: { find: () => undefined, methodsAt: () => [] } }));
    app.use((context) => void (context.status = 204));
    const handle = app.callback();
    server = createServer((request, response) => void handle(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  async function send(...bodies: readonly string[]): Promise<void> {
    const { port } = server.address() as AddressInfo;
    for (const body of bodies) {
      await exchange(`http://127.0.0.1:${port}/`, {
        ...{ method: "PUT", body, headers: { "content-type": "application/json" } },
      });
    }
  }

  const bodies = (): readonly (string | undefined)[] => received.list().map(({ body }) => body);
  const dropped = (): readonly number[] =>
    received.list().flatMap(({ number, bodyNotKept }) => (bodyNotKept === true ? [number] : []));

  it("are kept up to so many bytes, the newest ones", async () => {
    await send(BODY, BODY);
    assert.deepEqual([bodies(), dropped()], [[BODY, BODY], []]);
    await send(BODY, "1", BODY);
    assert.deepEqual(bodies(), [undefined, undefined, BODY, "1", BODY]);
    assert.deepEqual(dropped(), [1, 2]);
    await send("x".repeat(MOST_BYTES));
    assert.deepEqual(dropped(), [1, 2, 3, 4, 5]);
  });

  it("leave all else of their call where they are dropped, with the rules that it broke", async () => {
    await send("{oops");
    await send(BODY, BODY, BODY);
    const call = received.get(1);
    assert.deepEqual([call?.body, call?.bodyNotKept, call?.bodyBytes], [undefined, true, 5]);
    assert.ok(call?.broken.some(({ found }) => found === "The body is not JSON."));
    assert.ok(!received.get(2)?.broken.some(({ rule }) => rule === "1 JSON bodies"));
  });

  it("that never came are none that were dropped", async () => {
    await send("", BODY, BODY, BODY);
    assert.deepEqual(dropped(), [2]);
  });

  it("take no room any more once their calls are forgotten", async () => {
    await send(BODY, BODY);
    received.clear();
    await send(BODY, BODY);
    assert.deepEqual([bodies(), dropped()], [[BODY, BODY], []]);
  });

  it("are not looked at for a list of newer calls", () => {
    const made: number[] = [];
    for (let count = 0; count < 3; count++) {
      const number = received.nextNumber();
      received.add(number, () => {
        made.push(number);
        return { number, bodyBytes: 0, broken: [] } as never;
      });
    }
    assert.deepEqual(
      received.list(1).map(({ number }) => number),
      [3],
    );
    assert.deepEqual(made, [3]);
  });

  it("take no room of calls that are too many", () => {
    const add = (bytes: number): void => {
      const number = received.nextNumber();
      received.add(number, () => ({ number, bodyBytes: bytes, broken: [] }) as never, bytes);
    };
    add(MOST_BYTES);
    for (let count = 1; count < 20_000; count++) {
      add(0);
    }
    add(MOST_BYTES);
    assert.deepEqual(dropped(), []);
  });
});
