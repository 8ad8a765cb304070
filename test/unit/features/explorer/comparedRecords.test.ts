import assert from "node:assert/strict";
// First: it stands in for the editor.
import { answers, uriOf } from "../../../fakes/editorSurfaces";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { NO_MASKING, type Masking } from "../../../../src/platform/base/masking";
import {
  type ComparingServices,
  compareNodes,
} from "../../../../src/features/explorer/host/compareNodes";
import type { TreeNode } from "../../../../src/features/explorer/host/nodes";
import { showDifference } from "../../../../src/features/requests/host/send/sides";
import { openBench, type Bench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";

const [ONE, OTHER] = ["Meier, Ada", "Brown, Ben"].map((clientLabel, index): TreeNode => {
  const clientId = `00000000-0000-4000-8000-00000000000${index}`;
  return {
    ...{ kind: "record", domain: "crm", connectionId: "connection-1", clientId, clientLabel },
    nodeId: clientId,
  };
});

describe("two records that are compared", () => {
  let bench: Bench;
  let kept: string[];
  let toClose: string[];
  let titles: string[];
  let masking: Masking;
  let whileRead: () => void;

  beforeEach(async () => {
    [kept, toClose, titles, masking] = [[], [], [], NO_MASKING];
    whileRead = () => undefined;
    answers.set("executeCommand", (...args: unknown[]) => titles.push(String(args[3])));
    bench = await openBench({
      answer: ({ path }, response) => {
        whileRead();
        sendJson(response, 200, { path });
      },
    });
  });
  afterEach(async () => {
    answers.delete("executeCommand");
    await bench.close();
  });

  const addAnswer: ComparingServices["addAnswer"] = (name) => {
    kept.push(`test:///${kept.length}/${name}`);
    return uriOf(kept.at(-1)!) as never;
  };
  const compare = (): Promise<void> => {
    const services = {
      privacy: {
        get masking() {
          return masking;
        },
      },
      client: () => Promise.resolve(bench.client),
      connection: () => ({ label: "Sandbox" }),
      addAnswer,
      closeWhenMasked: (left) => void toClose.push(left.toString()),
    } satisfies Partial<ComparingServices>;
    return compareNodes(services as never, [ONE!, OTHER!]);
  };

  it("are closed when privacy mode is turned on, as their title names clients", async () => {
    await compare();
    assert.match(titles.join("\n"), /^[^\n]*: Meier, Ada · Sandbox ↔ Brown, Ben · Sandbox$/);
    assert.deepEqual([kept.length, toClose], [2, kept.slice(0, 1)]);
  });

  it("are named by pseudonyms where the mode was turned on while they were read", async () => {
    whileRead = () => {
      masking = createMasking(new Uint8Array(32));
    };
    await compare();
    assert.match(titles.join("\n"), /^[^\n]*: Person •\w+ · Sandbox ↔ Person •\w+ · Sandbox$/);
  });

  it("stay where their words name nobody", async () => {
    const side = { bytes: Buffer.from("{}"), call: { actionId: "1" }, words: "200 · Sandbox" };
    await showDifference({ addAnswer }, "/crm/v1/clients", side, side);
    assert.deepEqual(titles, ["/crm/v1/clients: 200 · Sandbox ↔ 200 · Sandbox"]);
    assert.deepEqual(toClose, []);
  });
});
