import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Bench, openBench, SUBSCRIPTION_KEY } from "../unit/platform/http/support/bench";
import { sendJson } from "../unit/platform/http/support/servers";
import { type ExportBench, openExports, ran } from "../unit/features/exports/support/exportBench";

/** Part of gate G11: what an export writes beside the rows, which are the service's own. */
describe("secrets and the files of exports", () => {
  let service: Bench;
  let bench: ExportBench;
  /** What the service sent back of what it was given. */
  const given = new Set<string>([SUBSCRIPTION_KEY]);

  beforeEach(async () => {
    bench = openExports();
    service = await openBench({
      answer: (request, response) => {
        const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
        given.add(token);
        const echo = `${SUBSCRIPTION_KEY} ${token}`;
        const isFirst = request.path.includes("pageNumber=1");
        const rows = isFirst ? Array.from({ length: 10 }, (_, id) => ({ id: `h-${id}` })) : [];
        sendJson(response, 200, rows, { "x-dt-requestid": echo, "x-dt-traceid": echo });
      },
    });
  });

  afterEach(async () => {
    await bench.close();
    await service.close();
  });

  it("are none in journal and manifest where the service calls its answers by them", async () => {
    const one = await ran(bench.exports.begin(bench.spec(), bench.source(service.client)));
    assert.equal(one.progress.rows, 10);
    const files = readdirSync(bench.folder).map(
      (name) => [name, join(bench.folder, name)] as const,
    );
    const texts = files.map(([name, path]) => `${name} ${readFileSync(path, "utf8")}`);
    assert.ok(texts.length === 2 && given.size === 2 && !given.has(""), texts.join());
    for (const text of [...texts, JSON.stringify(one.result?.manifest)]) {
      assert.ok(text.length > 100);
      for (const secret of given) {
        assert.ok(!text.includes(secret), text.slice(0, 1500));
      }
    }
  });
});
