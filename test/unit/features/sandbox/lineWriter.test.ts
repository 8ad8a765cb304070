import assert from "node:assert/strict";
import { lineWriter } from "../../../../src/features/sandbox/server/lineWriter";

describe("lines of the sandbox's log", () => {
  let text: string;
  /** Bytes that still fit. */
  let room: number;
  let add: (line: string) => void;

  beforeEach(() => {
    [text, room] = ["", Infinity];
    add = lineWriter((bytes, from) => {
      if (room === 0) {
        throw new Error("no room");
      }
      // Never more at once, as a pipe may have it.
      const taken = Math.min(room, 5, bytes.byteLength - from);
      text += bytes.toString("utf8", from, from + taken);
      room -= taken;
      return taken;
    });
  });

  it("are written whole, one below the other", () => {
    add('{"number":1}');
    add('{"number":2}');
    assert.equal(text, '{"number":1}\n{"number":2}\n');
  });

  it("begin on their own after one that was cut", () => {
    add('{"number":1}');
    room = 7;
    assert.throws(() => add('{"number":2}'), /no room/);
    assert.throws(() => add('{"number":3}'), /no room/);
    room = Infinity;
    add('{"number":4}');
    add('{"number":5}');
    assert.equal(text, '{"number":1}\n{"numbe\n{"number":4}\n{"number":5}\n');
  });

  it("have no empty one between them where nothing of one was written", () => {
    add('{"number":1}');
    room = 0;
    assert.throws(() => add('{"number":2}'), /no room/);
    room = Infinity;
    add('{"number":3}');
    assert.equal(text, '{"number":1}\n{"number":3}\n');
  });
});
