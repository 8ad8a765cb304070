import "../../../../src/errorTexts";
import assert from "node:assert/strict";
import type { Networking } from "../../../../src/platform/base/connection";
import { describeError } from "../../../../src/platform/texts/errorText";
import type { ServiceAnswer } from "../../../../src/platform/service/client";
import { fillText } from "../../../../src/platform/base/texts";
import {
  type Bench,
  type BenchOptions,
  CLIENT_SECRET,
  failureOf,
  grantTokens,
  openBench,
  SUBSCRIPTION_KEY,
} from "../http/support/bench";
import { type Answer, type Seen, sendJson, serveTrap } from "../http/support/servers";

const YAML = "openapi: 3.1.0\ninfo: { title: Größe, version: '1' }\npaths: {}\n";

const publish: Answer = (_request, response) => {
  response.writeHead(200, { "content-type": "application/yaml", "x-dt-requestid": "r-1" });
  response.end(YAML);
};

/** Tokens as ever, and a document beside them. */
const identity: Answer = (request, response) =>
  (isOfDocument(request) ? publish : grantTokens())(request, response);

function isOfDocument({ method, path }: Seen): boolean {
  return method === "GET" && path.startsWith("/definitions");
}

function getDocument(bench: Bench, address: string): Promise<ServiceAnswer> {
  const action = bench.client.startAction("Interface definition");
  return bench.client.getDocument(address, { action });
}

for (const networking of ["own", "editor"] satisfies Networking[]) {
  describe(`documents by address, ${networking} networking`, () => {
    const open = (options: BenchOptions = {}): Promise<Bench> =>
      openBench({ answer: publish, identity, networking, ...options });

    it("come from the base URL's origin with the credentials of every call, recorded", async () => {
      const bench = await open();
      const answer = await getDocument(bench, `${bench.service.origin}/docs/crm.yaml?v=1#paths`);
      assert.equal(answer.text, YAML);
      const [seen] = bench.service.seen;
      assert.ok(seen !== undefined);
      assert.deepEqual([seen.method, seen.path], ["GET", "/docs/crm.yaml?v=1"]);
      assert.equal(seen.headers["ocp-apim-subscription-key"], SUBSCRIPTION_KEY);
      assert.match(seen.headers.authorization ?? "", /^Bearer /);
      assert.match(seen.headers.accept ?? "", /json.*yaml/);
      const { title, attempts } = bench.actions.at(-1) ?? {};
      assert.equal(title, "Interface definition");
      assert.deepEqual(
        attempts?.map((one) => [one.status, one.pathTemplate, one.requestId, one.operationId]),
        [[200, "/docs/crm.yaml", "r-1", undefined]],
      );
      await bench.close();
    });

    it("come from the auth URL's origin without any credential, recorded", async () => {
      const bench = await open();
      const answer = await getDocument(bench, `${bench.identity.origin}/definitions/auth.yaml`);
      assert.equal(answer.text, YAML);
      assert.equal(bench.service.seen.length, 0);
      assert.equal(bench.identity.seen.length, 1, "not even a token was asked for");
      const sent = JSON.stringify(bench.identity.seen);
      assert.doesNotMatch(sent, /authorization|subscription-key|traceid|cookie/i);
      assert.ok(![SUBSCRIPTION_KEY, CLIENT_SECRET].some((secret) => sent.includes(secret)));
      const [attempt] = bench.actions.at(-1)?.attempts ?? [];
      assert.deepEqual(
        [attempt?.status, attempt?.echo, attempt?.reason],
        [200, "notSent", "first"],
      );
      assert.equal(attempt?.responseBytes, Buffer.byteLength(YAML));
      await bench.close();
    });

    it("come with key and token from below the base URL alone, where one host serves all", async () => {
      const bench = await open({ answer: identity });
      const { origin } = bench.service;
      const client = bench.reopen({ baseUrl: `${origin}/acme`, authUrl: origin });
      const ask = (path: string): Promise<unknown> =>
        getDocument({ ...bench, client }, `${origin}${path}`).catch(() => undefined);
      await ask("/acme/definitions");
      assert.ok(bench.service.seen.some(({ headers }) => headers.authorization !== undefined));
      bench.service.seen.length = 0;
      for (const path of ["/definitions", "/acme/..%2Fdefinitions", "/acme2/definitions"]) {
        await ask(path);
      }
      assert.equal(bench.service.seen.length, 3);
      assert.doesNotMatch(JSON.stringify(bench.service.seen), /authorization|subscription-key/i);
      await bench.close();
    });

    it("are told from records where the address leads to none", async () => {
      for (const status of [404, 410]) {
        const bench = await open({
          answer: (_request, response) => sendJson(response, status, {}),
        });
        const error = await failureOf(getDocument(bench, `${bench.service.origin}/nowhere`));
        assert.deepEqual(
          [error.kind, error.code, error.status, error.traceId !== undefined],
          ["service", "definition/nothingThere", status, true],
        );
        const { what } = describeError(error, fillText);
        assert.equal(what, `There is no document at this address (${status}).`);
        await bench.close();
      }
    });

    it("come from nowhere else: nobody is asked", async () => {
      const bench = await open();
      const trap = await serveTrap();
      const { host } = new URL(bench.service.origin);
      for (const address of [
        `${trap.origin}/crm.yaml`,
        `http://${host}@${trap.host}/crm.yaml`,
        `http://user:secret@${host}/crm.yaml`,
        `${bench.service.origin}.example/crm.yaml`,
        `https://${host}/crm.yaml`,
        `//${host}/crm.yaml`,
        ...["file:///etc/passwd", "data:text/plain,x", "crm.yaml", ""],
      ]) {
        const error = await failureOf(getDocument(bench, address));
        assert.deepEqual([error.kind, error.code], ["input", "definition/foreignOrigin"], address);
        assert.doesNotMatch(JSON.stringify(error.values), /secret/);
      }
      assert.equal(trap.connections() + bench.service.seen.length + bench.identity.seen.length, 0);
      await trap.close();
      await bench.close();
    });

    it("are not looked for behind a redirect, of either origin", async () => {
      const trap = await serveTrap();
      const away: Answer = (_request, response) => {
        response.writeHead(302, { location: `${trap.origin}/crm.yaml` });
        response.end();
      };
      const bench = await open({
        answer: away,
        identity: (request, response) =>
          (isOfDocument(request) ? away : grantTokens())(request, response),
      });
      for (const { origin } of [bench.service, bench.identity]) {
        const error = await failureOf(getDocument(bench, `${origin}/definitions/x`));
        assert.deepEqual([error.kind, error.code], ["service", "service/redirect"]);
      }
      assert.equal(trap.connections(), 0);
      await trap.close();
      await bench.close();
    });

    it("are refused above the limit, as no text, and with the status that came", async () => {
      const answers: readonly [Answer, string, string][] = [
        [(_seen, response) => response.end(Buffer.alloc(60_000, "a")), "answer", "answer/tooLarge"],
        [(_seen, response) => response.end(Buffer.from([0x7b, 0xff])), "answer", "answer/notUtf8"],
        [(_seen, response) => response.writeHead(403).end("no"), "service", "service/403"],
        [
          (_seen, response) => response.writeHead(404).end("no"),
          "service",
          "definition/nothingThere",
        ],
      ];
      for (const [answer, kind, code] of answers) {
        const bench = await open({
          answer,
          identity: (request, response) =>
            (isOfDocument(request) ? answer : grantTokens())(request, response),
          limits: { bodyBytes: 50_000 },
        });
        for (const { origin } of [bench.service, bench.identity]) {
          const error = await failureOf(getDocument(bench, `${origin}/definitions/x`));
          assert.deepEqual([error.kind, error.code], [kind, code], origin);
          assert.equal(error.action?.attempts.length, 1);
        }
        await bench.close();
      }
    });

    it("end with the wish of the user, which is no error", async () => {
      const never: Answer = () => undefined;
      const bench = await open({ answer: never, identity: never });
      const stop = new AbortController();
      const action = bench.client.startAction("Interface definition");
      const { signal } = stop;
      const address = `${bench.identity.origin}/definitions/x`;
      const asked = failureOf(bench.client.getDocument(address, { action, signal }));
      while (bench.identity.seen.length === 0) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      stop.abort();
      assert.equal((await asked).kind, "canceled");
      await bench.close();
    });
  });
}
