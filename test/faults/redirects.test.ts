import assert from "node:assert/strict";
import type { Networking } from "../../src/platform/base/connection";
import type { AppError } from "../../src/platform/base/errors";
import { hashBody } from "../../src/platform/http/bodyHash";
import {
  CLIENT_ID,
  failureOf,
  listClients,
  openBench,
  tokenRequests,
  type Bench,
} from "../unit/platform/http/support/bench";
import { serveTrap, type Answer, type Trap } from "../unit/platform/http/support/servers";
import { countElsewhere } from "./support/elsewhere";
import { count } from "./support/gates";
import { expectNoRejections } from "./support/leftovers";
import { NETWORKINGS } from "./support/networkings";

const STATUSES = [301, 302, 303, 307, 308];
const LONGEST_SHOWN = 257;

interface Places {
  /** Host and port of the server that redirects. */
  readonly own: string;
  /** Host and port where nothing may arrive. */
  readonly trap: string;
}

type MakeLocation = (places: Places) => string | undefined;

const LOCATIONS: readonly (readonly [name: string, location: MakeLocation])[] = [
  ["to the same origin", ({ own }) => `http://${own}/crm/v1/clients?secret=1`],
  ["to another port", ({ trap }) => `http://${trap}/x?secret=1#y`],
  ["to another form of the name", ({ trap }) => `http://localhost:${portOf(trap)}/x`],
  ["to another scheme", ({ trap }) => `https://${trap}/x`],
  ["behind the service's name as a user", ({ own, trap }) => `http://${own}@${trap}/x`],
  ["without a scheme", ({ trap }) => `//${trap}/x`],
  ["with backslashes", ({ trap }) => `\\\\${trap}\\x`],
  ["to a script", ({ trap }) => `javascript:fetch('http://${trap}')`],
  ["to a file", () => "file:///etc/passwd?y"],
  ["to nowhere", () => undefined],
  ["to no address at all", () => "http://[::1/%%%"],
  ["to a very long address", ({ trap }) => `http://${trap}/${"a".repeat(8_000)}`],
];

for (const networking of NETWORKINGS) {
  describe(`redirects, ${networking} networking`, () => {
    let trap: Trap;
    expectNoRejections("G6");
    before(async () => {
      trap = await serveTrap();
    });
    after(() => trap.close());
    afterEach(() => countElsewhere(trap));

    for (const status of STATUSES) {
      for (const [name, location] of LOCATIONS) {
        it(`shows a ${status} ${name}, and goes nowhere`, async () => {
          let places = { own: "", trap: trap.host };
          const bench = await openBench({
            networking,
            answer: (request, response) => redirect(status, location(places))(request, response),
          });
          places = { ...places, own: new URL(bench.service.origin).host };
          const error = await failureOf(listClients(bench.client));
          expectShown(error, status, location(places));
          assert.equal(bench.service.seen.length, 1);
          assert.equal(error.action?.attempts.length, 1);
          await bench.close();
          countOnce(networking);
        });

        it(`follows no ${status} of the token endpoint ${name}`, async () => {
          let places = { own: "", trap: trap.host };
          const bench = await openBench({
            networking,
            identity: (request, response) =>
              request.path.endsWith("/token")
                ? redirect(status, location(places))(request, response)
                : response.writeHead(404).end(),
          });
          places = { ...places, own: new URL(bench.identity.origin).host };
          const error = await failureOf(bench.client.signIn());
          assert.deepEqual([error.kind, error.code], ["service", "service/identityRedirect"]);
          assert.equal(tokenRequests(bench.identity).length, 1);
          assert.equal(bench.identity.seen.length, 2);
          assert.equal(bench.store.values.size, 0);
          await bench.close();
          countOnce(networking);
        });
      }

      it(`does not follow a ${status} of discovery, nor work around it`, async () => {
        const bench = await openBench({
          networking,
          identity: redirect(status, `${trap.origin}/.well-known/openid-configuration`),
        });
        const error = await failureOf(bench.client.signIn());
        assert.equal(error.code, "service/identityRedirect");
        assert.equal(bench.identity.seen.length, 1);
        await bench.close();
        countOnce(networking);
      });

      it(`sends no write after a ${status}`, async () => {
        const bench = await openBench({ networking, answer: redirect(status, trap.origin) });
        const error = await failureOf(writePension(bench));
        expectShown(error, status, trap.origin);
        assert.deepEqual(
          bench.service.seen.map(({ method }) => method),
          ["PUT"],
        );
        await bench.close();
        countOnce(networking);
      });
    }
  });
}

function countOnce(networking: Networking): void {
  count("G6", "redirects", networking === "own" ? 1 : 0);
}

function redirect(status: number, location: string | undefined): Answer {
  return (_request, response) =>
    response.writeHead(status, location === undefined ? {} : { location }).end();
}

function expectShown(error: AppError, status: number, location: string | undefined): void {
  assert.deepEqual([error.kind, error.code, error.status], ["service", "service/redirect", status]);
  const shown = error.values["location"];
  if (location === undefined) {
    assert.equal(shown, undefined);
    return;
  }
  assert.equal(typeof shown, "string");
  const text = String(shown);
  assert.ok(text.length <= LONGEST_SHOWN);
  assert.doesNotMatch(text, /[?#\p{Cc}]/u);
  // What stands before the host as a user could be a secret, and hides the host besides.
  const expected = location.split(/[?#]/)[0]?.replace(/\/\/[^/@]*@/, "//[redacted]@");
  assert.equal(text.slice(0, 256), expected?.slice(0, 256));
}

async function writePension(bench: Bench): Promise<unknown> {
  const body = Buffer.from("{}");
  const path = { clientId: CLIENT_ID, pensionId: "PEN-1" };
  const call = { operationId: "putPension", path, body } as const;
  const { method, url } = bench.client.describe(call);
  const permit = bench.permits.issue({
    ...{ connectionId: bench.connection.id, method, url },
    bodyHash: hashBody(body),
  });
  const action = bench.client.startAction("Write");
  return await bench.client.send({ ...call, permit }, { action });
}

function portOf(host: string): string {
  return host.split(":")[1] ?? "";
}
