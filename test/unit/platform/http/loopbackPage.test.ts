import assert from "node:assert/strict";
import { startBench, type LoopbackBench } from "../../../faults/support/loopbackBench";

describe("a page on loopback", () => {
  let bench: LoopbackBench;

  beforeEach(async () => {
    bench = await startBench();
  });

  afterEach(async () => {
    const closed = bench.page.close();
    bench.clock.advance(1_000);
    await closed;
  });

  function ask(method: string, path: string): Promise<string> {
    return bench.exchange(`${method} ${path} HTTP/1.1\r\nHost: ${bench.authority}\r\n\r\n`);
  }

  it("names the methods that it takes where another one came, and only there", async () => {
    assert.match(await ask("PUT", "/callback"), /^HTTP\/1\.1 405 [^]*\r\nallow: GET, POST\r\n/i);
    assert.match(await ask("GET", "/other"), /^HTTP\/1\.1 404 (?:(?!\r\nallow:)[^])*$/i);
  });
});
