import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { NO_PRIVACY } from "../../../fakes/privacy";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { ReceivedCallsView } from "../../../../src/features/sandbox/host/receivedCalls";
import type {
  BrokenRule,
  ReceivedCall,
} from "../../../../src/features/sandbox/messages/receivedCalls";
import { formatTime } from "../../../../src/platform/base/spans";
import type { Privacy } from "../../../../src/platform/vscode/privacy";

const CLIENT = "5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b";
const AT = new Date(2026, 10, 21, 10, 42, 7).getTime();
/** As the editor's language writes it. */
const TIME = formatTime(AT, "en");
const RULE: BrokenRule = {
  rule: "4.2 subscription key",
  level: "broken",
  sentence: "Every request carries the subscription key.",
  found: "The header is missing.",
};
const ADVICE: BrokenRule = { ...RULE, level: "advice", found: "Accept was not sent." };

function aCall(change: Partial<ReceivedCall> = {}): ReceivedCall {
  return {
    ...{ number: 1, at: new Date(AT).toISOString(), server: "service" },
    ...{ method: "GET", target: "/crm/v1/clients?pageSize=25", headers: [], bodyBytes: 0 },
    ...{ status: 200, duration: 12, broken: [] },
    ...change,
  };
}

/** What is read aloud of a call, and of what was found in it. */
async function spoken(
  call: ReceivedCall,
  privacy: Privacy = NO_PRIVACY,
): Promise<readonly (string | undefined)[]> {
  const never = () => ({ dispose: () => undefined });
  const view = new ReceivedCallsView({
    sandbox: {
      ...{ state: "running", onDidReceiveCalls: never, onDidChange: never },
      ask: () => Promise.resolve([call]),
    } as never,
    ...{ privacy, clock: { schedule: () => () => undefined }, userAgent: "explorer" },
  });
  const [row = assert.fail("no call")] = await view.getChildren();
  const rows = [row, ...(await view.getChildren(row))];
  return rows.map((node) => view.getTreeItem(node).accessibilityInformation?.label);
}

describe("what is read aloud of calls that the sandbox received", () => {
  it("is the call, its time and its answer", async () => {
    assert.deepEqual(await spoken(aCall()), [`GET /crm/v1/clients?pageSize=25, ${TIME}, 200`]);
    assert.deepEqual(await spoken(aCall({ method: "PUT", target: "/x", status: 0 })), [
      `PUT /x, ${TIME}, no answer`,
    ]);
  });

  it("is how many rules it broke and advices it did not follow, which an icon shows", async () => {
    assert.deepEqual(await spoken(aCall({ status: 401, broken: [RULE, ADVICE] })), [
      `GET /crm/v1/clients?pageSize=25, ${TIME}, 401, 1 rule broken, 1 piece of advice`,
      "Broken rule: The header is missing. Every request carries the subscription key.",
      "Advice: Accept was not sent. Every request carries the subscription key.",
    ]);
    const [two] = await spoken(aCall({ broken: [RULE, RULE, ADVICE, ADVICE] }));
    assert.match(two ?? "", /, 2 rules broken, 2 pieces of advice$/);
  });

  it("is no id of a client while privacy mode is on", async () => {
    const masking = createMasking(new Uint8Array(32).fill(7));
    const call = aCall({ target: `/crm/v1/clients/${CLIENT}?search=Abernathy` });
    const [said = ""] = await spoken(call, { ...NO_PRIVACY, isOn: true, masking });
    assert.match(said, /^GET \/crm\/v1\/clients\/\S+, /);
    assert.ok(said.endsWith(`, ${TIME}, 200`), said);
    assert.ok(!said.includes(CLIENT) && !said.includes("Abernathy"), said);
  });
});
