import assert from "node:assert/strict";
import type { Connection } from "../../src/platform/base/connection";
import type { ServiceCall } from "../../src/platform/service/client";
import {
  CLIENT_ID,
  openBench,
  SUBSCRIPTION_KEY,
  type Bench,
} from "../unit/platform/http/support/bench";
import { serveTrap, type Trap } from "../unit/platform/http/support/servers";
import { countElsewhere } from "./support/elsewhere";
import { resultOf, type Result } from "./support/faultRun";
import { count } from "./support/gates";
import { expectNoRejections } from "./support/leftovers";
import { NETWORKINGS } from "./support/networkings";

/** Names of the places a confusing address is made of. */
interface Places {
  /** `127.0.0.1:port` of the real server, and its port. */
  readonly own: string;
  readonly port: string;
  /** `127.0.0.1:port` of the server where nothing may arrive. */
  readonly trap: string;
  readonly trapPort: string;
}

/** "arrives" at the real server and nowhere else; or the kind of the error. */
type Fate = "arrives" | "refused" | "input" | "network";

type Confusion = readonly [address: (places: Places) => string, fate: Fate];

/** What stands for them in the names of the tests. */
const SHOWN: Places = { own: "own:1", port: "1", trap: "trap:2", trapPort: "2" };

const ADDRESSES: readonly Confusion[] = [
  [({ own, trap }) => `http://${own}@${trap}`, "refused"],
  [({ own, trap }) => `http://${own}:secret@${trap}/`, "refused"],
  [({ port, trap }) => `http://127.0.0.1%3A${port}@${trap}`, "refused"],
  [({ own, trap }) => `http://user@${own}@${trap}`, "refused"],
  [({ own, trap }) => `http://${own}%40${trap}`, "refused"],
  [({ own, trap }) => `http://${own}\\@${trap}`, "arrives"],
  [({ own, trap }) => `http://${own}/@${trap}`, "arrives"],
  [({ own, trap }) => `http://${own}/\\\\${trap}`, "arrives"],
  [({ own, trap }) => `http://${own}//${trap}`, "arrives"],
  [({ own, trap }) => `http://${own}/http://${trap}`, "arrives"],
  [({ own, trap }) => `http://${own}/..//${trap}`, "arrives"],
  [({ own, trap }) => `http://${own}/%2e%2e/${trap}`, "arrives"],
  [({ own, trap }) => `http://${own};@${trap}`, "refused"],
  [({ own, trap }) => `http://${own}#@${trap}`, "input"],
  [({ own, trap }) => `http://${own}?@${trap}`, "input"],
  [({ own, trap }) => `http://${own}/?to=http://${trap}`, "input"],
  [({ own, trap }) => `http://${own}.${trap}`, "refused"],
  [({ own, trap }) => `http://${own}${trap}`, "refused"],
  [({ own, trapPort }) => `http://${own}:${trapPort}`, "refused"],
  [({ port }) => `http://127.0.0.1.trap.example:${port}`, "refused"],
  [({ port }) => `http://127.0.0.1-trap.example:${port}`, "refused"],
  [({ own }) => `http://trap.example/${own}`, "refused"],
  [({ trapPort }) => `http://localhost:${trapPort}`, "refused"],
  [({ trapPort }) => `http://localhost.:${trapPort}`, "refused"],
  [({ trapPort }) => `http://127.0.0.1.nip.example:${trapPort}`, "refused"],
  [({ port }) => `http://127.0.0.1.:${port}`, "arrives"],
  [({ port }) => `http://0177.0.0.1:${port}`, "arrives"],
  [({ port }) => `http://017700000001:${port}`, "arrives"],
  [({ port }) => `http://0x7f.0.0.1:${port}`, "arrives"],
  [({ port }) => `http://0x7F000001:${port}`, "arrives"],
  [({ port }) => `http://2130706433:${port}`, "arrives"],
  [({ port }) => `http://127.1:${port}`, "arrives"],
  [({ port }) => `http://127.0.1:${port}`, "arrives"],
  [({ trapPort }) => `http://0127.0.0.1:${trapPort}`, "refused"],
  [({ trapPort }) => `http://127.0.0.256:${trapPort}`, "refused"],
  [({ trapPort }) => `http://127.0.0.1.1:${trapPort}`, "refused"],
  [({ trapPort }) => `http://0.0.0.0:${trapPort}`, "refused"],
  [({ trapPort }) => `http://0:${trapPort}`, "refused"],
  [({ trapPort }) => `http://[::ffff:127.0.0.1]:${trapPort}`, "refused"],
  [({ trapPort }) => `http://[::127.0.0.1]:${trapPort}`, "refused"],
  [({ trapPort }) => `http://[::]:${trapPort}`, "refused"],
  [({ trapPort }) => `http://[::1%25lo]:${trapPort}`, "refused"],
  [({ trapPort }) => `http://[0:0:0:0:0:0:0:1]:${trapPort}`, "network"],
  [({ port }) => `ht\ntp://127.0.\t0.1:${port}\r\n`, "arrives"],
  [({ own }) => ` \u0001http://${own}`, "arrives"],
  [({ own, trap }) => `http://${own}\r\nHost: ${trap}`, "refused"],
  [({ own, trap }) => `http://${own} ${trap}`, "refused"],
  [({ port }) => `http://%31%32%37.0.0.%31:${port}`, "arrives"],
  [({ port }) => `http://127.0.0.1%00.trap.example:${port}`, "refused"],
  [({ port }) => `http://127%2e0%2e0%2e1:${port}`, "arrives"],
  [({ port }) => `http://１２７.０.０.１:${port}`, "arrives"],
  [({ port }) => `http://127。0。0。1:${port}`, "arrives"],
  [({ port }) => `http://①②⑦.0.0.①:${port}`, "arrives"],
  [({ port }) => `http://127.0\u00ad.0.1:${port}`, "arrives"],
  [({ trapPort }) => `http://ⅼocalhost:${trapPort}`, "refused"],
  [({ trapPort }) => `http://xn--lcalhost-54a:${trapPort}`, "refused"],
  [({ own }) => `HtTp://${own}`, "arrives"],
  [({ own }) => `http:${own}`, "arrives"],
  [({ own }) => `http:/\\${own}`, "arrives"],
  [({ own }) => `http:////${own}///`, "arrives"],
  [({ port }) => `http://127.0.0.1:0${port}`, "arrives"],
  [({ trap }) => `//${trap}`, "refused"],
  [({ trap }) => trap, "refused"],
  [({ trap }) => `ftp://${trap}`, "refused"],
  [({ trap }) => `ws://${trap}`, "refused"],
  [({ trap }) => `blob:http://${trap}/x`, "refused"],
  [({ trap }) => `javascript://${trap}/%0a`, "refused"],
  [({ trap }) => `data:text/plain,http://${trap}`, "refused"],
  [() => "file:///etc/passwd", "refused"],
  [() => "", "refused"],
];

const PREFIXES: readonly Confusion[] = [
  [() => "", "arrives"],
  [() => "/crm/v1", "arrives"],
  [({ trap }) => `@${trap}`, "input"],
  [({ trapPort }) => `:${trapPort}`, "input"],
  [() => ".trap.example", "input"],
  [({ trap }) => `//${trap}`, "input"],
  [({ trap }) => `/\\${trap}`, "input"],
  [({ trap }) => `\\\\${trap}`, "input"],
  [({ trap }) => `http://${trap}`, "input"],
  [({ trap }) => `/crm@${trap}`, "input"],
  [() => "/..", "input"],
  [() => "/crm/../..", "input"],
  [() => "/./crm", "input"],
  [() => "/%2e%2e", "input"],
  [() => "/crm?x=", "input"],
  [() => "/crm#", "input"],
  [() => "/crm;v=1", "input"],
  [() => "/crm/", "input"],
  [() => "/crm\t", "input"],
  [() => "/crm\n", "input"],
  [() => "/ crm", "input"],
  [() => "/çrm", "input"],
];

const PENSION_IDS: readonly Confusion[] = [
  [() => "", "input"],
  [() => ".", "input"],
  [() => "..", "input"],
  [() => "a\ud800b", "input"],
  [() => "...", "arrives"],
  [() => "../../../../x", "arrives"],
  [() => "%2e%2e", "arrives"],
  [() => "%2e%2e%2f..", "arrives"],
  [() => "．．", "arrives"],
  [({ trap }) => `@${trap}`, "arrives"],
  [({ trap }) => `//${trap}/x`, "arrives"],
  [({ trap }) => `\\\\${trap}\\x`, "arrives"],
  [({ trap }) => `http://${trap}/`, "arrives"],
  [() => "x?pageSize=1", "arrives"],
  [() => "x#y", "arrives"],
  [() => "x;y=1", "arrives"],
  [() => "a\u0000b", "arrives"],
  [({ trap }) => `a\r\nHost: ${trap}`, "arrives"],
  [() => "\t \n", "arrives"],
  [() => "a&b=c,d", "arrives"],
];

const CLIENT_IDS: readonly Confusion[] = [
  [() => "..", "input"],
  [() => `${CLIENT_ID}/..`, "input"],
  [() => `${CLIENT_ID}\n`, "input"],
  [({ trap }) => `${CLIENT_ID}@${trap}`, "input"],
  [({ trap }) => `//${trap}/${CLIENT_ID}`, "input"],
];

for (const networking of NETWORKINGS) {
  describe(`confusing addresses, ${networking} networking`, () => {
    let trap: Trap;
    let bench: Bench;
    let places: Places;
    expectNoRejections("G6");
    before(async () => {
      trap = await serveTrap();
      bench = await openBench({ networking });
      await bench.client.signIn();
      const own = new URL(bench.service.origin);
      const { port: trapPort } = new URL(trap.origin);
      places = { own: own.host, port: own.port, trap: trap.host, trapPort };
    });
    after(async () => {
      await bench.close();
      await trap.close();
    });
    afterEach(() => countElsewhere(trap));

    /** Sends one call, and holds that it ends as it should. */
    const expectFate = async (
      [make, fate]: Confusion,
      change: (text: string) => Partial<Connection>,
      callOf: (text: string) => ServiceCall,
    ): Promise<readonly string[]> => {
      bench.service.seen.length = 0;
      const text = make(places);
      const result = await sendOver(bench, change(text), callOf(text));
      expectEnd(bench, result, fate);
      count("G6", "confusions", networking === "own" ? 1 : 0);
      return bench.service.seen.map(({ path }) => path);
    };

    /** Hosts by which the identity provider is asked, by a connection that has no token yet. */
    const hostsAsked = async (
      connection: Pick<Connection, "id" | "authUrl">,
    ): Promise<readonly (string | undefined)[]> => {
      bench.identity.seen.length = 0;
      await sendOver(bench, connection, { operationId: "listClients" });
      return bench.identity.seen.map(({ headers }) => headers.host);
    };

    it("auth URL as it is: the identity provider is asked", async () => {
      const { origin: authUrl } = bench.identity;
      const [host] = await hostsAsked({ id: "auth", authUrl });
      assert.equal(host, new URL(authUrl).host);
    });

    for (const [index, confusion] of ADDRESSES.entries()) {
      it(`base URL ${nameOf(confusion)}`, async () => {
        await expectFate(
          confusion,
          (baseUrl) => ({ baseUrl }),
          () => ({ operationId: "listClients" }),
        );
      });

      it(`auth URL ${nameOf(confusion)}`, async () => {
        const authUrl = confusion[0](inPlaceOf(places, bench.identity.origin));
        const { host } = new URL(bench.identity.origin);
        const hosts = await hostsAsked({ id: `auth-${index}`, authUrl });
        assert.deepEqual(
          hosts.filter((asked) => asked !== host),
          [],
        );
      });
    }

    for (const confusion of PREFIXES) {
      it(`prefix ${nameOf(confusion)}`, async () => {
        const paths = await expectFate(
          confusion,
          (crm) => ({ prefixes: { crm, finances: "/finances/v1", profiling: "/profiling/v1" } }),
          () => ({ operationId: "listClients" }),
        );
        assert.deepEqual(
          paths,
          paths.map(() => `${confusion[0](places)}/clients`),
        );
      });
    }

    for (const confusion of PENSION_IDS) {
      it(`pension id ${nameOf(confusion)}`, async () => {
        const paths = await expectFate(
          confusion,
          () => ({}),
          (pensionId) => ({ operationId: "getPension", path: { clientId: CLIENT_ID, pensionId } }),
        );
        const folder = `/finances/v1/clients/${CLIENT_ID}/pensions/`;
        const id = confusion[0](places);
        assert.deepEqual(
          paths,
          paths.map(() => `${folder}${encodeURIComponent(id)}`),
        );
      });
    }

    for (const confusion of CLIENT_IDS) {
      it(`client id ${nameOf(confusion)}`, async () => {
        await expectFate(
          confusion,
          () => ({}),
          (clientId) => ({ operationId: "getClient", path: { clientId } }),
        );
      });
    }
  });
}

/** Opening a client of such a connection may be refused already. */
async function sendOver(
  bench: Bench,
  change: Partial<Connection>,
  call: ServiceCall,
): Promise<Result> {
  return await resultOf(
    (async () => {
      const client = bench.reopen(change);
      try {
        return await client.send(call, { action: client.startAction("Confusing") });
      } finally {
        await client.dispose();
      }
    })(),
  );
}

function expectEnd({ service }: Bench, { error }: Result, fate: Fate): void {
  assert.equal(error?.kind ?? "arrives", fate, error?.code);
  const { host } = new URL(service.origin);
  assert.deepEqual(
    service.seen.map(({ headers }) => [headers.host, headers["ocp-apim-subscription-key"]]),
    fate === "arrives" ? [[host, SUBSCRIPTION_KEY]] : [],
  );
}

/** The same places with another real server. */
function inPlaceOf(places: Places, origin: string): Places {
  const { host, port } = new URL(origin);
  return { ...places, own: host, port };
}

function nameOf([make, fate]: Confusion): string {
  return `${JSON.stringify(make(SHOWN))}: ${fate}`;
}
