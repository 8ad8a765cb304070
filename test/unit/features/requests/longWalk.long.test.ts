import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRedactor } from "../../../../src/platform/http/redaction";
import {
  decodeLine,
  encodeAction,
  joinActions,
} from "../../../../src/features/requests/common/actionLine";
import { HistoryFile } from "../../../../src/features/requests/common/historyFile";
import {
  countDroppedAttempts,
  keptAttempts,
  MOST_ATTEMPTS,
} from "../../../../src/platform/http/keptAttempts";
import type { Attempt } from "../../../../src/platform/base/action";
import { BodyRing } from "../../../../src/features/requests/common/bodyRing";
import { WrittenNumbers } from "../../../../src/features/requests/common/writtenNumbers";
import { requestFacts } from "../../../../src/features/requests/host/requestFacts";
import { RequestLines } from "../../../../src/features/requests/host/requestLines";
import { NO_FILTER } from "../../../../src/features/requests/messages/requestsView";
import { fillText } from "../../../../src/platform/base/texts";
import { aHistory } from "../../../fakes/history";
import { anAction, anAttempt } from "../../../fakes/action";
import { createLocks } from "../../../fakes/locks";
import { openBench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";
import { VirtualClock } from "../../platform/http/support/virtualClock";

const quiet = (): void => undefined;

describe("what a long walk leaves in the history", () => {
  it("is all of it while it is a thousand attempts, then the first, the odd and the newest", () => {
    const few = attempts(1, MOST_ATTEMPTS);
    assert.equal(keptAttempts(few), few);
    let kept: readonly Attempt[] = [];
    for (const attempt of attempts(1, 5_000)) {
      kept = keptAttempts([...kept, attempt]);
      assert.ok(kept.length < 1.25 * MOST_ATTEMPTS);
    }
    const numbers = kept.map(({ number }) => number);
    assert.deepEqual(numbers.slice(0, 10), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert.deepEqual(numbers.slice(-500), range(4_501, 5_000));
    // Each hundredth was refused and asked for again.
    for (const odd of [...range(1, 50).flatMap((hundred) => [hundred * 100 - 1, hundred * 100])]) {
      assert.ok(numbers.includes(odd), `attempt ${odd}`);
    }
  });

  it("is on one line the newest that a million characters have room for", () => {
    const title = 'Holdings "attempts":[] $& of "attempts":[]';
    const all = attempts(1, 5_000);
    const line = encodeAction(anAction({ title, attempts: all }), all, (text) => text);
    assert.ok(line.length > 990_000 && line.length < 1_001_000, `${line.length} characters`);
    const read = decodeLine(line);
    assert.ok(read.kind === "action");
    assert.equal(read.action.title, title);
    assert.deepEqual(read.action.attempts, all.slice(-read.action.attempts.length));
    const long = { ...anAttempt(), url: `http://127.0.0.1/${"a".repeat(1_000_000)}` };
    const alone = encodeAction(anAction({}), [anAttempt(), long], (text) => text);
    assert.equal(alone.match(/"number":/g)?.length, 1);
  });

  it("says how many were let go, and nothing of those that are only on their way", () => {
    assert.equal(countDroppedAttempts([]), 0);
    assert.equal(countDroppedAttempts(attempts(1, MOST_ATTEMPTS)), 0);
    assert.equal(countDroppedAttempts(attempts(1, 20).filter(({ number }) => number % 2 === 0)), 0);
    const kept = keptAttempts(attempts(1, MOST_ATTEMPTS + 250));
    assert.equal(countDroppedAttempts(kept), 250);
    const action = anAction({ id: "walk", attempts: kept });
    const environment = { word: "Sandbox", icon: "beaker" };
    const { letGo, attempts: shown } = requestFacts(action, {
      ...{ t: fillText, language: "en", environment, failure: (code) => code },
    });
    assert.match(
      letGo ?? "",
      /^Attempts no longer listed, because they were answered: 250\. The first,/,
    );
    assert.equal(shown.length, MOST_ATTEMPTS);
    const lines = new RequestLines({
      ...{ history: aHistory([action]), t: fillText, language: "en", now: () => 0 },
      environment: () => environment,
    });
    const query = { filter: NO_FILTER, expanded: [], from: 0, count: 1, find: [] };
    assert.match(lines.answer(query).rows[0]?.status ?? "", /, attempts no longer listed: 250$/);
  });

  it("is bounded where nothing but trouble came, too", () => {
    const refused = range(1, 3_000).map((number) => anAttempt({ number, status: 503 }));
    const numbers = keptAttempts(refused).map(({ number }) => number);
    assert.deepEqual(numbers, [...range(1, 10), ...range(2_011, 3_000)]);
  });

  it("comes through calls of the client, each attempt told of with its own request id", async () => {
    let count = 0;
    const bench = await openBench({
      answer: (_request, response) =>
        sendJson(response, 200, [], { "x-dt-requestid": `page-${++count}` }),
    });
    const action = bench.client.startAction("Walk");
    const calls = MOST_ATTEMPTS + 300;
    for (let page = 0; page < calls; page += 4) {
      await Promise.all(
        [1, 2, 3, 4].map(() =>
          bench.client.send(
            { operationId: "listClients" },
            { action, priority: "background", isStepOfWalk: true },
          ),
        ),
      );
    }
    const last = bench.actions.at(-1)!;
    assert.ok(last.attempts.length < 1.25 * MOST_ATTEMPTS, String(last.attempts.length));
    assert.equal(new Set(last.attempts.map(({ number }) => number)).size, last.attempts.length);
    assert.equal(last.attempts.at(-1)?.number, calls);
    assert.deepEqual(last.progress, { state: "idle" });
    await bench.close();
  });

  it("tells of a failure under the request id of its own answer", async () => {
    const release = Promise.withResolvers<undefined>();
    const bench = await openBench({
      answer: ({ path }, response) => {
        const isRefused = path.includes("pageNumber=1");
        const answer = (): void =>
          sendJson(response, isRefused ? 404 : 200, [], {
            "x-dt-requestid": isRefused ? "refused" : "fine",
          });
        if (isRefused) {
          void release.promise.then(answer);
        } else {
          answer();
        }
      },
    });
    const action = bench.client.startAction("Walk");
    const ask = (pageNumber: number): Promise<unknown> =>
      bench.client.send({ operationId: "listClients", query: { pageNumber } }, { action });
    const refused = ask(1).catch((error: unknown) => error);
    await ask(2);
    release.resolve(undefined);
    assert.equal(((await refused) as { readonly requestId?: string }).requestId, "refused");
    await bench.close();
  });

  it("is written to disk once for each attempt, whatever was let go in between", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fp-history-"));
    const [clock, log] = [
      new VirtualClock(),
      { trace: quiet, info: quiet, warn: quiet, error: quiet },
    ];
    const file = new HistoryFile({
      ...{ folder, clock, log, locks: createLocks(), redactor: createRedactor() },
      ...{ onActions: quiet, onCleared: quiet, onRewritten: quiet },
    });
    let kept: readonly Attempt[] = [];
    for (const attempt of attempts(1, 3_000)) {
      kept = keptAttempts([...kept, attempt]);
      file.write(anAction({ attempts: kept }));
      if (attempt.number % 100 === 0) {
        await file.flush();
      }
    }
    const lines = readFileSync(join(folder, "actions.jsonl"), "utf8").split("\n").slice(1, -1);
    const written = lines.map(decodeLine).flatMap((line) => {
      assert.ok(line.kind === "action");
      return [line.action];
    });
    const numbers = written.flatMap((action) => action.attempts.map(({ number }) => number));
    assert.deepEqual(numbers, range(1, 3_000));
    const [first, ...rest] = written;
    assert.ok(first !== undefined);
    assert.equal(joinActions([first, ...rest]).attempts.length, MOST_ATTEMPTS);
    rmSync(folder, { recursive: true });
  });

  it("keeps next to nothing of the numbers that are on disk", () => {
    const numbers = new WrittenNumbers();
    [1, 2, 4, 5].forEach((number) => numbers.add(number));
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6].map((number) => numbers.has(number)),
      [...[true, true, false, true, true, false]],
    );
    // 3 was let go: others do not wait for it for ever.
    range(6, 3_000).forEach((number) => numbers.add(number));
    assert.deepEqual([numbers.has(3), numbers.has(3_000), numbers.has(3_001)], [true, true, false]);
  });

  it("does not push out the bodies that somebody looked at", async () => {
    const history = aHistory();
    const body = (): { readonly response: Uint8Array } => ({ response: Buffer.alloc(1_000_000) });
    history.noteBodies({ actionId: "looked at", attempt: 1, ...body() });
    for (let attempt = 1; attempt <= 100; attempt++) {
      history.noteBodies({ actionId: "walk", attempt, isOfWalk: true, ...body() });
    }
    assert.equal((await history.bodies("looked at", 1))?.response?.byteLength, 1_000_000);
    assert.equal((await history.bodies("walk", 100))?.response?.byteLength, 1_000_000);
    assert.equal(await history.bodies("walk", 90), undefined);
    await history.clear().catch(quiet);
    assert.equal(history.bodiesInMemory("walk", 100), undefined);
    await history.dispose();
  });

  it("keeps the answers to the newest pages, whatever their lengths, each as it came", () => {
    const shelf = new BodyRing();
    const responseType = "application/json";
    const bodies = range(0, 60).map((attempt) =>
      Buffer.alloc(1 + ((attempt * 7_919_113) % 1_500_000), attempt),
    );
    for (let attempt = 1; attempt <= 60; attempt++) {
      const response = Buffer.from(bodies[attempt]!);
      shelf.set({ actionId: "walk", attempt, response, responseType });
      response.fill(255);
      let [held, oldest] = [0, attempt];
      for (; oldest > 0; oldest--) {
        const kept = shelf.get("walk", oldest);
        if (kept === undefined) {
          break;
        }
        held += bodies[oldest]!.length;
        assert.equal(kept.responseType, responseType);
        // Byte for byte in one go: a deep comparison of megabytes takes minutes on a busy machine.
        assert.ok(bodies[oldest]!.equals(kept.response!), `${oldest} after ${attempt}`);
      }
      assert.equal(shelf.get("walk", oldest - 1), undefined);
      assert.ok(oldest === 0 || held > 5_000_000, `${held} bytes up to ${attempt}`);
    }
    shelf.set({ actionId: "walk", attempt: 61, response: Buffer.alloc(8_388_608, 1) });
    assert.equal(shelf.get("walk", 61)?.response?.at(-1), 1);
    assert.equal(shelf.get("walk", 60), undefined);
    shelf.set({ actionId: "walk", attempt: 62, response: Buffer.alloc(8_388_609) });
    assert.equal(shelf.get("walk", 62), undefined);
    shelf.clear();
    assert.equal(shelf.get("walk", 61), undefined);
  });
});

/** Each hundredth is the second try of the one before it. */
function attempts(from: number, to: number): readonly Attempt[] {
  return range(from, to).map((number) => {
    const isRetry = number % 100 === 0;
    return anAttempt({
      number,
      status: (number + 1) % 100 === 0 ? 429 : 200,
      ...(isRetry ? { reason: "retry" as const } : {}),
    });
  });
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_none, index) => from + index);
}
