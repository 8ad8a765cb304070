import assert from "node:assert/strict";
import {
  type DiscardedPayload,
  discardQuestion,
} from "../../../../../src/features/sourceControl/texts/discardQuestion";
import { at, WORDS } from "./support";

const payload = (place: string, by: "read" | "write" = "read"): DiscardedPayload => ({
  place,
  version: { at: at("10:42:00"), by },
});

describe("the question before changes of payloads are discarded", () => {
  it("names the one file, what comes instead, and the way back", () => {
    const { message, detail, button } = discardQuestion([payload("a.json")], 0, WORDS);
    assert.equal(message, "Discard the changes of a.json?");
    assert.deepEqual(detail.split("\n"), [
      "They are replaced by the service's last known versions:",
      "a.json · as it was read 10:42",
      "It can be undone in the editor of a file, while that is open.",
    ]);
    assert.equal(button, "Discard");
  });

  it("counts many, names twenty, and tells of those without a version", () => {
    const many = Array.from({ length: 22 }, (_, index) => payload(`${index}.json`, "write"));
    const { message, detail } = discardQuestion(many, 3, WORDS);
    assert.equal(message, "Discard the changes of 22 payloads?");
    const lines = detail.split("\n");
    assert.equal(lines.filter((line) => line.endsWith("· as written 10:42")).length, 20);
    assert.ok(lines.includes("and 2 more"));
    assert.ok(
      lines.includes("3 payloads stay as they are: no version to go back to is known."),
      detail,
    );
  });
});
