import assert from "node:assert/strict";
import {
  argumentsOf,
  commandLine,
  portsOf,
} from "../../../../src/features/sandbox/common/commandLine";
import { readCommandLine } from "../../../../src/features/sandbox/server/options";

/** What the program itself makes of these arguments. */
function settingsOf(words: readonly string[]) {
  const line = readCommandLine([...words], {});
  assert.ok(line.action === "run");
  return line.settings;
}

describe("the command line of a sandbox", () => {
  it("says what differs from the defaults, in words that the program takes", () => {
    const options = {
      ...{ servicePort: 4010, identityPort: 4011, adminPort: 4012 },
      ...{ pensionReading: false, pensionTags: true, discovery: true },
      ...{ resultsPrefix: "/results/v1", proofKey: "refused" as const, tokenLifetime: 60 },
    };
    const words = argumentsOf(options, { discovery: true, tokenLifetime: 3600 });
    assert.deepEqual(words, [
      ...["--port", "4010", "--identity-port", "4011", "--admin-port", "4012"],
      ...["--no-pension-reading", "--pension-tags"],
      ...["--results-prefix", "/results/v1", "--proof-key", "refused", "--token-lifetime", "60"],
    ]);
    const settings = settingsOf(words);
    assert.deepEqual({ ...settings, ...options }, settings);
  });

  it("is empty where everything is as it always is", () => {
    assert.deepEqual(argumentsOf({ seed: "a", clients: 5 }, { seed: "a", clients: 5 }), []);
  });

  it("quotes what a shell would take apart", () => {
    const words = ["npx", "fp-sandbox", "--scenario", "C:\\my files\\one.json"];
    assert.equal(commandLine(words), 'npx fp-sandbox --scenario "C:\\my files\\one.json"');
  });

  it("has the ports of addresses in use", () => {
    const facts = { baseUrl: "http://127.0.0.1:4010", authUrl: "http://127.0.0.1:4011" };
    assert.deepEqual(portsOf(facts as never, "http://127.0.0.1:4012"), {
      ...{ servicePort: 4010, identityPort: 4011, adminPort: 4012 },
    });
  });
});
