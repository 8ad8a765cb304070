import assert from "node:assert/strict";
import { AppError } from "../../../../src/platform/base/errors";
import { hashBody } from "../../../../src/platform/http/bodyHash";
import type { WritePermit } from "../../../../src/platform/base/permit";
import { createDoor } from "../../../../src/platform/http/door";
import { isBelow, pinOrigin } from "../../../../src/platform/http/origin";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import {
  sealIdentityRequest,
  sealServiceRequest,
  type SealedRequest,
} from "../../../../src/platform/http/seal";
import { openScope } from "../../../../src/platform/base/scope";
import { createOwnSender } from "../../../../src/platform/http/ownSender";
import type { ServiceCall } from "../../../../src/platform/service/client";
import {
  CLIENT_ID,
  failureOf,
  grantTokens,
  listClients,
  openBench,
  tokenRequests,
  type Bench,
} from "./support/bench";
import { sendJson, serve } from "./support/servers";

const BODY = Buffer.from('{"provider":"Aviva"}');

describe("writes and permits", () => {
  it("lets a write out once, for what was permitted", async () => {
    const bench = await openBench();
    const permit = issue(bench);
    const answer = await put(bench, { permit });
    assert.equal(answer.status, 200);
    const again = await failureOf(put(bench, { permit }));
    assert.deepEqual([again.kind, again.code], ["refused", "permit/spent"]);
    assert.deepEqual(
      bench.service.seen.map(({ method, path, body }) => [method, path, body]),
      [["PUT", `/finances/v1/clients/${CLIENT_ID}/pensions/PEN-0042`, BODY.toString()]],
    );
    await bench.close();
  });

  it("asks for the key of a write anew, where a read takes that of before", async () => {
    const bench = await openBench();
    await bench.client.signIn();
    await listClients(bench.client);
    await put(bench, { permit: issue(bench) });
    await listClients(bench.client);
    assert.deepEqual(bench.secrets.asked, [undefined, true, false, true]);
    await bench.close();
  });

  const ATTEMPTS: readonly {
    readonly name: string;
    readonly call: (bench: Bench) => Partial<ServiceCall>;
    readonly code: string;
  }[] = [
    { name: "without a permit", call: () => ({}), code: "permit/missing" },
    {
      name: "with a permit that nobody issued",
      call: (bench) => ({ permit: { target: targetOf(bench) } }),
      code: "permit/spent",
    },
    {
      name: "with a copy of a real permit",
      call: (bench) => ({ permit: { ...issue(bench) } }),
      code: "permit/spent",
    },
    {
      name: "with another body",
      call: (bench) => ({ permit: issue(bench), body: Buffer.from('{"provider":"Aviva" }') }),
      code: "permit/otherTarget",
    },
    {
      name: "for another pension",
      call: (bench) => ({
        permit: issue(bench),
        path: { clientId: CLIENT_ID, pensionId: "PEN-0043" },
      }),
      code: "permit/otherTarget",
    },
    {
      name: "of another connection",
      call: (bench) => ({
        permit: bench.permits.issue({ ...targetOf(bench), connectionId: "connection-2" }),
      }),
      code: "permit/otherTarget",
    },
    {
      name: "of another method",
      call: (bench) => ({ permit: bench.permits.issue({ ...targetOf(bench), method: "DELETE" }) }),
      code: "permit/otherTarget",
    },
  ];

  for (const { name, call, code } of ATTEMPTS) {
    it(`refuses a write ${name}; no server sees a byte`, async () => {
      const bench = await openBench();
      const error = await failureOf(put(bench, call(bench)));
      assert.deepEqual([error.kind, error.code], ["refused", code]);
      assert.deepEqual(error.action?.attempts, []);
      assert.deepEqual([bench.service.connections(), bench.identity.connections()], [0, 0]);
      await bench.close();
    });
  }

  it("sends the bytes that were permitted, whatever the caller does to its buffer", async () => {
    const bench = await openBench();
    const body = Buffer.from(BODY);
    const sending = put(bench, { permit: issue(bench), body });
    body.fill(0x20);
    await sending;
    assert.equal(bench.service.seen[0]?.body, BODY.toString());
    await bench.close();
  });

  it("repeats a write once after a renewal under its one permit, byte for byte", async () => {
    const bench = await openBench({
      answer: ({ headers }, response) => {
        const stale = headers.authorization === "Bearer token-1";
        sendJson(response, stale ? 401 : 200, {});
      },
    });
    const permit = issue(bench);
    const answer = await put(bench, { permit });
    assert.deepEqual(
      answer.action.attempts.map(({ reason, status }) => [reason, status]),
      [
        ["first", 401],
        ["renewal", 200],
      ],
    );
    assert.deepEqual(
      bench.service.seen.map(({ method, body }) => [method, body]),
      [
        ["PUT", BODY.toString()],
        ["PUT", BODY.toString()],
      ],
    );
    assert.equal((await failureOf(put(bench, { permit }))).code, "permit/spent");
    await bench.close();
  });

  for (const status of [429, 500, 503]) {
    it(`repeats no write after ${status} that is not permitted any more`, async () => {
      const bench = await openBench({
        answer: (_request, response) => {
          const isFirst = bench.service.seen.length === 1;
          sendJson(response, isFirst ? status : 200, {}, { "retry-after": "0" });
        },
      });
      let isLocked = false;
      const permit = bench.permits.issue(targetOf(bench), () => {
        if (isLocked) {
          throw new AppError("refused", "refused/locked");
        }
      });
      const action = bench.client.startAction("PUT pension PEN-0042");
      const onWait = (): void => void (isLocked = true);
      const error = await failureOf(
        bench.client.send({ ...pensionCall(), permit }, { action, onWait }),
      );
      assert.deepEqual([error.kind, error.code], ["refused", "refused/locked"]);
      assert.deepEqual(
        error.action?.attempts.map((one) => one.status),
        [status],
      );
      assert.equal(bench.service.seen.length, 1);
      await bench.close();
    });
  }

  it("sends no write whose permit ended while it waited for a token", async () => {
    let isLocked = false;
    const bench = await openBench({
      identity: (request, response) => {
        isLocked = true;
        grantTokens()(request, response);
      },
    });
    const permit = bench.permits.issue(targetOf(bench), () => {
      if (isLocked) {
        throw new AppError("refused", "refused/locked");
      }
    });
    const error = await failureOf(put(bench, { permit }));
    assert.deepEqual([error.code, error.action?.attempts], ["refused/locked", []]);
    assert.equal(bench.service.connections(), 0);
    await bench.close();
  });

  it("repeats a write on its own for what the specification calls temporary, and only that", async () => {
    for (const status of [400, 403, 408, 409, 429, 500, 502, 503, 504]) {
      const isTemporary = [429, 500, 503].includes(status);
      const bench = await openBench({
        answer: (_request, response) =>
          sendJson(response, status, {}, { "retry-after": "0", connection: "close" }),
      });
      const error = await failureOf(put(bench, { permit: issue(bench) }));
      assert.equal(error.code, `service/${status}`);
      const sent = bench.service.seen.map(({ method, body }) => [method, body]);
      const once = ["PUT", BODY.toString()];
      assert.deepEqual(sent, isTemporary ? [once, once, once, once] : [once]);
      assert.equal(tokenRequests(bench.identity).length, 1);
      await bench.close();
    }
  });
});

describe("the door itself", () => {
  it("refuses what was not sealed for it", async () => {
    const server = await serve((_request, response) => sendJson(response, 200, {}));
    const door = createDoor({
      kind: "service",
      origin: pinOrigin(server.origin),
      userAgent: "test",
      clock: SYSTEM_CLOCK,
      sender: createOwnSender({
        origin: new URL(server.origin),
        proxy: undefined,
        authorities: () => undefined,
        clock: SYSTEM_CLOCK,
      }),
    });
    const limits = { attemptMilliseconds: 1_000, bodyBytes: 1_000 };
    const scope = openScope(SYSTEM_CLOCK);
    const url = `${server.origin}/x`;
    const forged: SealedRequest = { door: "service", method: "PUT", url, body: BODY };
    const foreign = sealIdentityRequest({ method: "POST", url, body: BODY });
    for (const request of [forged, foreign, { ...foreign, door: "service" as const }]) {
      const error = await failureOf(door.exchange(request, { headers: {}, limits, scope }));
      assert.equal(error.code, "refused/unsealed");
    }
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      assert.throws(() => sealIdentityRequest({ method, url }), { code: "refused/method" });
    }
    assert.equal(server.connections(), 0);
    await door.close();
    await server.close();
  });

  it("lets nothing out to an address that is not its own", async () => {
    const bench = await openBench();
    const { origin } = bench.service;
    const sender = {
      send: () => Promise.reject(new Error("sent")),
      close: () => Promise.resolve(),
    };
    const door = createDoor({
      ...{
        kind: "service",
        origin: pinOrigin(origin),
        isOwn: (url: URL) => isBelow(url, `${origin}/acme`),
      },
      ...{ userAgent: "test", clock: SYSTEM_CLOCK, sender },
    });
    const right = { permit: undefined, permits: bench.permits, connectionId: bench.connection.id };
    const limits = { attemptMilliseconds: 1_000, bodyBytes: 1_000 };
    const codes = ["/acme/x", "/x", "/acme2/x", "/acme/..%2fx", "/acme/..;/x"].map(async (path) => {
      const sealed = sealServiceRequest({ method: "GET", url: `${origin}${path}` }, right);
      const options = { headers: {}, limits, scope: openScope(SYSTEM_CLOCK) };
      return failureOf(door.exchange(sealed, options)).then(({ code }) => code);
    });
    const [below, ...others] = await Promise.all(codes);
    assert.notEqual(below, "refused/otherOrigin");
    assert.deepEqual(new Set(others), new Set(["refused/otherOrigin"]));
    await bench.close();
  });
});

function targetOf(bench: Bench): WritePermit["target"] {
  const { method, url } = bench.client.describe(pensionCall());
  return { connectionId: bench.connection.id, method, url, bodyHash: hashBody(BODY) };
}

function issue(bench: Bench): WritePermit {
  return bench.permits.issue(targetOf(bench));
}

function pensionCall(): ServiceCall {
  return {
    operationId: "putPension",
    path: { clientId: CLIENT_ID, pensionId: "PEN-0042" },
    body: BODY,
  };
}

function put(bench: Bench, change: Partial<ServiceCall>): ReturnType<Bench["client"]["send"]> {
  const action = bench.client.startAction("PUT pension PEN-0042");
  return bench.client.send({ ...pensionCall(), ...change }, { action });
}
