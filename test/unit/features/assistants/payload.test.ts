import assert from "node:assert/strict";
import { Pseudonyms } from "../../../../src/features/assistants/common/pseudonyms";
import type {
  DataMode,
  ToolServices,
} from "../../../../src/features/assistants/common/toolServices";
import { writePensionPayload } from "../../../../src/features/assistants/common/tools/payload";
import { payloadPath, type PayloadTarget } from "../../../../src/features/pensions/common/target";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import type { ConnectionSummary } from "../../../../src/platform/base/connection";
import { fillText } from "../../../../src/platform/base/texts";
import { definitionWith } from "../../support/definitionText";

const CLIENT = "9b1c77d0-4f2a-4b6c-8d3e-5a7f9c1e2b40";
const PENSION = "PEN/0042";

describe("the file that an assistant's payload was written to", () => {
  const masking = createMasking(new Uint8Array(32));
  const pseudonyms = new Pseudonyms(masking);
  const [client, pension] = [CLIENT, PENSION].map((id) => pseudonyms.maskLabel(id, "id"));
  const written: PayloadTarget[] = [];

  beforeEach(() => written.splice(0));

  async function toldOf(mode: DataMode, path: string): Promise<string> {
    const connection = { id: "a", label: "A", environment: "development" } as ConnectionSummary;
    const some: Partial<ToolServices> = {
      ...{ connections: () => [connection], currentConnection: () => "a" },
      ...{ masking: () => masking, pseudonyms: () => pseudonyms, mode: () => mode },
      ...{ mayTellAsItIs: () => Promise.resolve(true), redact: (text) => text },
      ...{ translate: fillText, times: { time: String, exactTime: String } },
      definition: () => Promise.resolve(definitionWith()),
      open: () => Promise.reject(new Error("nobody answers")),
      describeError: () =>
        Promise.resolve({ what: "", advice: "" } as Awaited<
          ReturnType<ToolServices["describeError"]>
        >),
      payloads: {
        write: (target) => {
          written.push(target);
          return Promise.resolve({ path, outcome: "created" });
        },
        rulesOff: () => [],
        writer: () => Promise.reject(new Error("nothing is sent")),
      },
    };
    const { signal } = new AbortController();
    const call = { services: some as ToolServices, tool: "writePensionPayload", signal };
    const input = { clientId: client!, pensionId: pension!, values: { provider: "Aviva" } };
    const { data } = await writePensionPayload(call, input);
    return (JSON.parse(data) as { file: string }).file;
  }

  const path = payloadPath({ clientId: CLIENT, pensionId: PENSION });

  for (const at of [path, "notes/Okafor.json"]) {
    it(`is told by the pseudonyms that were given, however it is called: ${at}`, async () => {
      assert.equal(await toldOf("masked", at), `pensions/${client!}/${pension!}.pension.json`);
      assert.deepEqual(written, [{ connectionId: "a", clientId: CLIENT, pensionId: PENSION }]);
    });
  }

  it("is told as it is called where data are told as they are", async () => {
    assert.equal(await toldOf("asItIs", path), path);
  });
});
