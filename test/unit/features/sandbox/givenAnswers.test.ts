import assert from "node:assert/strict";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { recordedAnswerOf } from "../../../../src/features/sandbox/common/recordedAnswer";
import {
  givenAnswerOf,
  GivenAnswers,
} from "../../../../src/features/sandbox/server/service/givenAnswers";
import type { Masking } from "../../../../src/platform/base/masking";
import type { ServiceDefinition } from "../../../../src/platform/service/definition/definition";
import { anAction, anAttempt } from "../../../fakes/action";

type Middleware = GivenAnswers["middleware"];

const ORIGIN = "https://api.example";
const PREFIXES = { crm: "/crm/v1", finances: "/finances/v1", profiling: "/profiling/v1" };

/** Records an answer at a path, then asks for another one; whether it is given there. */
async function isGiven(
  { recorded, asked = recorded }: { readonly recorded: string; readonly asked?: string },
  masking?: Masking,
): Promise<boolean> {
  const url = `${ORIGIN}${recorded}`;
  const attempts = [anAttempt({ status: 200, pathTemplate: recorded, url })];
  const options = { body: "{}", ...(masking !== undefined && { masking }) };
  const answer = recordedAnswerOf(anAction({ attempts }), 1, options) ?? assert.fail("no answer");
  const definition = { operations: [] } as Partial<ServiceDefinition> as ServiceDefinition;
  const answers = new GivenAnswers([givenAnswerOf(answer, definition, PREFIXES)]);
  const context = {
    ...{ method: "GET", path: asked, querystring: "" },
    ...{ state: { environment: "development" }, set: () => undefined },
  };
  let isPassedOn = false;
  await answers.middleware(context as unknown as Parameters<Middleware>[0], () => {
    isPassedOn = true;
    return Promise.resolve();
  });
  return !isPassedOn;
}

describe("a recorded answer at the path that it was recorded at", () => {
  for (const path of [
    "/crm/v1/clients/PEN-1",
    "/crm/v1/clients/J%C3%BCrgen%20K",
    "/crm/v1/clients/a%2Fb%3Fc%25d",
    "/crm/v1/clients/100%2520",
    "/crm/v1/clients/half%zz",
  ]) {
    it(`is given where its path is ${path}, and nowhere else`, async () => {
      assert.ok(await isGiven({ recorded: path }));
      assert.ok(!(await isGiven({ recorded: path, asked: `${path}0` })));
    });
  }

  it("is given at the pseudonym of a client, as a caller sends it", async () => {
    const masking = createMasking(new Uint8Array(32));
    const id = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";
    const asked = new URL(`${ORIGIN}/crm/v1/clients/${masking.maskLabel(id, "id")}`).pathname;
    assert.match(asked, /%E2%80%A2/);
    assert.ok(await isGiven({ recorded: `/crm/v1/clients/${id}`, asked }, masking));
  });
});
