import assert from "node:assert/strict";
import type { HeaderList } from "../../../../src/platform/base/headers";
import { withSharedHeaders } from "../../../../src/platform/http/sharedHeaders";
import { anAttempt } from "../../../fakes/action";

const shared = (responseHeaders: HeaderList): HeaderList =>
  withSharedHeaders(anAttempt({ responseHeaders })).responseHeaders;

describe("headers of recorded requests", () => {
  it("are kept once where they are the same, and stay what they are", () => {
    const headers: HeaderList = [
      ["content-type", "application/json"],
      ["Content-Type", "application/json"],
      ["set-cookie", "one"],
      ["set-cookie", "two"],
      ["empty", ""],
    ];
    const [one, other] = [shared(headers), shared(structuredClone(headers))];
    assert.deepEqual(one, headers);
    assert.deepEqual(other, headers);
    one.forEach((header, index) => assert.equal(other[index], header));
    assert.notEqual(one[0], one[1]);
  });

  it("share those that were sent with those that came", () => {
    const { requestHeaders, responseHeaders } = withSharedHeaders(
      anAttempt({ requestHeaders: [["x-both", "1"]], responseHeaders: [["x-both", "1"]] }),
    );
    assert.equal(requestHeaders[0], responseHeaders[0]);
  });

  it("are not gathered without an end", () => {
    const differs = (name: string, value: string): boolean =>
      shared([[name, value]])[0] !== shared([[name, value]])[0];
    const values = Array.from({ length: 100 }, (_, at) => differs("x-varied", String(at)));
    assert.deepEqual([values.indexOf(true), values.lastIndexOf(false)], [16, 15]);
    const names = Array.from({ length: 1_000 }, (_, at) => differs(`x-name-${at}`, "1"));
    assert.ok(names.includes(false) && names.slice(200).every((isOwn) => isOwn));
  });
});
