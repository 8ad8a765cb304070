import assert from "node:assert/strict";
import { AnswerStore } from "../../../../src/features/lists/common/answerStore";

describe("AnswerStore", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const store = (limits?: { count: number; bytes: number }): AnswerStore => {
    let last = 0;
    return new AnswerStore(() => String(++last), limits);
  };

  it("gives the very bytes back", () => {
    const answers = store();
    const content = bytes('\ufeff{"a": 1.00}\r\n');
    const { id } = answers.set("a.json", content);
    assert.equal(answers.get(id)?.bytes, content);
    assert.equal(answers.get("other"), undefined);
  });

  it("keeps the same bytes under the same name once", () => {
    const answers = store();
    assert.equal(answers.set("a", bytes("x")).id, answers.set("a", bytes("x")).id);
    assert.notEqual(answers.set("a", bytes("x")).id, answers.set("b", bytes("x")).id);
    assert.notEqual(answers.set("a", bytes("x")).id, answers.set("a", bytes("y")).id);
  });

  it("lets the one go that was not used for longest", () => {
    const answers = store({ count: 2, bytes: 100 });
    const [one, two] = [answers.set("1", bytes("1")), answers.set("2", bytes("2"))];
    answers.get(one.id);
    const three = answers.set("3", bytes("3"));
    assert.deepEqual(
      [one, two, three].map(({ id }) => answers.get(id)?.name),
      ["1", undefined, "3"],
    );
  });

  it("is bounded in bytes, and still keeps the newest, however large", () => {
    const answers = store({ count: 10, bytes: 10 });
    const small = [answers.set("a", bytes("12345")), answers.set("b", bytes("12345"))];
    const next = answers.set("c", bytes("1"));
    assert.deepEqual(
      [...small, next].map(({ id }) => answers.get(id)?.name),
      [undefined, "b", "c"],
    );
    const large = answers.set("d", bytes("1".repeat(50)));
    assert.deepEqual(
      [...small, next, large].map(({ id }) => answers.get(id)?.name),
      [undefined, undefined, undefined, "d"],
    );
  });
});
