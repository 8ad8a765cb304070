import assert from "node:assert/strict";
import { payloadFromKnown } from "../../../../src/features/sourceControl/common/payloadFromKnown";
import { failureOf } from "../../platform/http/support/bench";
import { DEFINITION } from "../../platform/http/support/bench";
import { knowing, version } from "./support";

const SEEN = knowing({ seen: version('{"provider":"Aviva","value":1.50,"lastUpdated":"monday"}') });

describe("what discarding changes writes", () => {
  const from = (payload: string, known = SEEN): string =>
    payloadFromKnown(payload, known, DEFINITION);

  it("changes in the payload what differs and nothing else, to the character", () => {
    const payload = '{\r\n\t"value": 2,\r\n\t"provider":  "Aviva",\r\n\t"notes": "x"\r\n}\r\n';
    assert.equal(from(payload), '{\r\n\t"value": 1.50,\r\n\t"provider":  "Aviva"\r\n}\r\n');
  });

  it("prefers what the service says now to what it said last", () => {
    const current = { kind: "present", ...version('{"provider":"Zurich"}') } as const;
    assert.equal(from('{ "provider": "x" }', { ...SEEN, current }), '{ "provider": "Zurich" }');
  });

  it("begins anew where the payload is no object, or names a field twice", () => {
    const whole = '{\n  "provider": "Aviva",\n  "value": 1.50\n}';
    for (const payload of ["", "[]", "{ provider", '{"provider":"a","provider":"b"}']) {
      assert.equal(from(payload).trimEnd(), whole, payload);
    }
    assert.equal(from('{"contributions":[{"a":1,"a":2}],"value":2}').trimEnd(), whole);
  });

  it("has nothing to bring back where nothing is known, or the service has none", async () => {
    const absent = { kind: "absent", status: 404, at: 1 } as const;
    for (const known of [knowing(), { ...SEEN, current: absent }, { ...SEEN, isAbsent: true }]) {
      const error = await failureOf(Promise.resolve().then(() => from("{}", known)));
      assert.deepEqual([error.kind, error.code], ["input", "pensions/nothingKnown"]);
    }
  });
});
