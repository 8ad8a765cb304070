import "../../../../src/errorTexts";
import assert from "node:assert/strict";
// First: it stands in for the editor.
import { answers } from "../../../fakes/editorSurfaces";
import { testStored } from "../../../../src/features/connections/host/setup/testCommand";
import type { ConnectionSetupServices } from "../../../../src/features/connections/host/setup/services";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { type Bench, openBench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";

describe("Test connection while privacy mode is on", () => {
  let bench: Bench;

  afterEach(() => bench.close());

  it("says of the service's words those that name nobody, in message and details", async () => {
    bench = await openBench({
      answer: (_request, response) => {
        response.setHeader("x-dt-requestid", "r-1");
        sendJson(response, 403, { message: "The user Ngozi Okafor may not read clients" });
      },
    });
    const said: string[] = [];
    const masked: boolean[] = [];
    const services: Partial<ConnectionSetupServices> = {
      redactor: createRedactor(),
      privacy: { isOn: true, masking: createMasking(new Uint8Array(32).fill(7)) },
      connectionOf: () => bench.connection.id,
      open: () => Promise.resolve(bench),
      dialogs: {
        notify: (_: string, message: string, buttons: readonly string[]) => {
          said.push(message);
          return Promise.resolve(buttons.at(-1));
        },
      } as never,
      openText: (_, bytes, isMasked) => {
        masked.push(isMasked);
        return Promise.resolve(void said.push(new TextDecoder().decode(bytes)));
      },
    };
    await testStored(services as ConnectionSetupServices, undefined);
    assert.equal(said.length, 2);
    for (const text of said) {
      assert.match(text, /The service says: “The user •[0-9A-Z]{8} may not read clients/);
      assert.doesNotMatch(text, /Ngozi|Okafor/);
    }
    assert.match(said[1] ?? "", /x-dt-requestid: r-1/);
    // The mode is turned on, or off again, while the message stands.
    for (const isOn of [false, true]) {
      const privacy = { isOn, masking: createMasking(new Uint8Array(32)) };
      const notify = (_: string, __: string, buttons: readonly string[]): Promise<unknown> => {
        privacy.isOn = !isOn;
        return Promise.resolve(buttons.at(-1));
      };
      const changed = { ...services, privacy, dialogs: { notify } as never };
      await testStored(changed as ConnectionSetupServices, undefined);
    }
    assert.deepEqual(masked, [true, false, true]);
  });
});

describe("the button beside the outcome of Test connection", () => {
  const KEY_CHALLENGE = 'AzureApiManagementKey realm="x",name="Ocp-Apim-Subscription-Key"';
  let bench: Bench;

  afterEach(async () => {
    answers.delete("executeCommand");
    await bench.close();
  });

  it("is for the connection that was tested, also where another one is in use by then", async () => {
    bench = await openBench({
      answer: ({ headers }, response) => {
        response.setHeader("x-dt-requestid", "r-1");
        if (headers.authorization !== undefined) {
          response.setHeader("www-authenticate", KEY_CHALLENGE);
        }
        sendJson(response, 401, {});
      },
    });
    const ran: unknown[][] = [];
    answers.set("executeCommand", (...call: unknown[]) => ran.push(call));
    const services: Partial<ConnectionSetupServices> = {
      redactor: createRedactor(),
      privacy: { isOn: false, masking: createMasking(new Uint8Array(32)) },
      connectionOf: () => bench.connection.id,
      open: () => Promise.resolve(bench),
      dialogs: {
        notify: (_: string, __: string, buttons: readonly string[]) => Promise.resolve(buttons[0]),
      } as never,
    };
    await testStored(services as ConnectionSetupServices, undefined);
    const node = { nodeId: bench.connection.id };
    assert.deepEqual(ran, [["financialPlanning.connection.enterSubscriptionKey", node]]);
  });
});
