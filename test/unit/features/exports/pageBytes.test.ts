import assert from "node:assert/strict";
import { cutRows } from "../../../../src/features/exports/common/cutPage";
import { PageBytes } from "../../../../src/features/exports/common/pageBytes";

const QUESTION = { path: ["items"], idMember: undefined };

describe("the bytes of a page", () => {
  it("end where they end, in the room of another page too", () => {
    const spare = new Uint8Array(Buffer.alloc(64, "7"));
    const body = new PageBytes(0, spare);
    const chunks = ['{"items":[1', ",2]}"];
    chunks.forEach((chunk) => body.add(Buffer.from(chunk)));
    assert.equal(body.bytes, spare);
    assert.equal(body.bytes[body.length], 0);
    assert.equal(cutRows(body.bytes, body.length, QUESTION)?.rows.count, 2);
  });

  it("find more room where there is too little", () => {
    const text = `{"items":[${"1,".repeat(50)}1]}`;
    const body = new PageBytes(0, new Uint8Array(8));
    body.add(Buffer.from(text.slice(0, 5)));
    body.add(Buffer.from(text.slice(5)));
    assert.equal(Buffer.from(body.bytes.subarray(0, body.length)).toString(), text);
    assert.equal(cutRows(body.bytes, body.length, QUESTION)?.rows.count, 51);
  });
});
