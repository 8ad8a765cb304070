import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { FaultRule } from "../../src/features/sandbox/messages/sandboxFaults";
import {
  activateExplorer,
  eventually,
  firstClient,
  message,
  type TestHandle,
  setAutoSave,
} from "./support/explorer";
import { lensTitles, replaceText } from "./support/payloads";
import { diffInFront, heldBy, pension, showPayload, writeElsewhere } from "./support/pensions";

const AVIVA = '{\n  "provider": "Aviva",\n  "value": 100.50\n}\n';

describe("writing a pension", () => {
  let explorer: TestHandle;
  let clientId: string;
  let number = 9500;

  before(async () => {
    explorer = await activateExplorer();
    clientId = (await firstClient(explorer)).row.id!.value;
    await setAutoSave("off");
  });

  after(() => setAutoSave(undefined));

  beforeEach(() => explorer.dialogs.reset());

  afterEach(async () => {
    await explorer.sandbox.setFaults([]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const identity = (): { clientId: string; pensionId: string } => ({
    ...{ clientId, pensionId: `PEN-${number}` },
  });

  /** A payload of a pension that the service has as it is, seen through the explorer. */
  async function written(text = AVIVA): Promise<vscode.TextDocument> {
    number++;
    const document = await showPayload(identity(), text);
    explorer.dialogs.script("Create");
    await pension("put");
    assert.match(explorer.dialogs.takeShown().at(-1)!, /^Landed\./);
    return document;
  }

  const fault = (rule: FaultRule): Promise<void> => explorer.sandbox.setFaults([rule]);
  const answering = (variant: "noContent" | "changed" | "dropped"): FaultRule => ({
    ...{ operationId: "putPension", fault: { kind: "putAnswer", variant } },
  });

  it("shows what the service holds beside the payload, and only real differences", async () => {
    await written();
    await writeElsewhere(explorer, identity(), '{"value":100.5000,"provider":"Aviva plc"}');
    explorer.dialogs.script(undefined);
    await pension("put");
    const [service, payload] = await diffInFront(/service at .+ ↔ payload$/);
    assert.equal(payload, AVIVA);
    assert.equal(service, AVIVA.replace('"Aviva"', '"Aviva plc"'));
    assert.match(
      explorer.dialogs.takeShown()[0]!,
      /^Replace pension PEN-\d+ of .+ on Sandbox \(key [0-9a-f]{6}\)\? 1 field changes\.\n/,
    );
  });

  it("says what the service changed and a PUT would put back, and offers to take it over", async () => {
    const document = await written();
    await writeElsewhere(explorer, identity(), '{"provider":"Aviva","value":7,"schemeName":"S"}');
    await replaceText(document, AVIVA.replace('"Aviva"', '"Mine"'));
    explorer.dialogs.script(undefined, "Take over");
    await pension("put");
    const [question, declined, taken] = explorer.dialogs.takeShown();
    assert.match(question!, /3 fields change\.\n/);
    assert.match(
      question!,
      /The service changed 2 fields since you saw the pension at [^(]+ \(`value`, `schemeName`\): this PUT would undo that\./,
    );
    assert.match(
      declined!,
      /^Nothing was written\. The service changed `value`, `schemeName` since/,
    );
    assert.match(
      taken!,
      /^Took over 2 fields \(`value`, `schemeName`\)\. Save the payload to keep them\.$/,
    );
    assert.deepEqual(JSON.parse(document.getText()), {
      ...{ provider: "Mine", value: 7, schemeName: "S" },
    });
    assert.ok(document.isDirty, "taking over saves nothing");
    explorer.dialogs.script("Replace");
    await pension("put", document.uri);
    assert.match(explorer.dialogs.takeShown()[0]!, /1 field changes\.\n(?!.*put)/);
    assert.equal((await heldBy(explorer, identity()))?.["value"], 7, "nobody's edit is lost");
  });

  it("shows and sends what was there when it began, whatever is typed meanwhile", async () => {
    const document = await written();
    const mine = AVIVA.replace("100.50", "200");
    await replaceText(document, mine);
    await fault({ operationId: "getPension", times: 1, fault: { kind: "slow", head: 600_000 } });
    explorer.dialogs.script("Replace");
    const sent = pension("put");
    await eventually("the read", () => explorer.sandbox.faults.length === 0 || undefined);
    await replaceText(document, AVIVA.replace("100.50", "300"));
    await explorer.sandbox.setFaults([]);
    await sent;
    const [question, landed] = explorer.dialogs.takeShown();
    assert.match(
      question!,
      /\nThe payload was edited after you started the write: the earlier text/,
    );
    assert.match(landed!, /^Landed\./);
    const [, payload] = await diffInFront(/service at .+ ↔ payload before the edit$/);
    assert.equal(payload, mine, "what is compared is what is sent");
    assert.equal((await heldBy(explorer, identity()))?.["value"], 200);
    assert.match(document.getText(), /300/);
  });

  it("asks again when the service's version changes while the user is asked", async () => {
    const document = await written();
    await replaceText(document, AVIVA.replace("100.50", "200"));
    const { dialogs } = explorer;
    const confirm = dialogs.confirm.bind(dialogs);
    dialogs.confirm = async (question) => {
      dialogs.confirm = confirm;
      await writeElsewhere(explorer, identity(), '{"provider":"Theirs","value":100.50}');
      return confirm(question);
    };
    dialogs.script("Replace", undefined, undefined);
    await pension("put");
    const [, again, declined] = dialogs.takeShown();
    assert.match(
      again!,
      /\nThe service's version changed since you were asked\. Nothing was sent\./,
    );
    assert.match(
      again!,
      /The service changed 1 field since you saw the pension at [^(]+ \(`provider`\)/,
    );
    assert.match(
      declined!,
      /^Nothing was written\. The service changed `provider` since you saw the pension\. Compare with the service before you send it again\.$/,
    );
    assert.equal((await heldBy(explorer, identity()))?.["provider"], "Theirs");
  });

  it("sends what was shown: edited while the user is asked, it is shown as it was and asked again", async () => {
    const document = await written();
    await replaceText(document, AVIVA.replace("100.50", "200"));
    const { dialogs } = explorer;
    const confirm = dialogs.confirm.bind(dialogs);
    dialogs.confirm = async (question) => {
      dialogs.confirm = confirm;
      await replaceText(document, AVIVA.replace("100.50", "999"));
      return confirm(question);
    };
    dialogs.script("Replace", "Replace");
    await pension("put");
    const [, again, landed] = dialogs.takeShown();
    assert.match(again!, /\nThe payload was edited after you started the write: the earlier text/);
    assert.doesNotMatch(again!, /as in the payload/);
    const [, shown] = await diffInFront(/service at .+ ↔ payload before the edit$/);
    assert.match(shown, /"value": 200\n/);
    assert.match(landed!, /^Landed\./);
    assert.equal((await heldBy(explorer, identity()))?.["value"], 200);
    assert.match(document.getText(), /999/, "what is typed stays");
  });

  it("leads a 412 into the comparison, and writes what is confirmed then", async () => {
    const document = await written();
    await replaceText(document, AVIVA.replace("100.50", "300"));
    const refusal = { kind: "status", status: 412 } as const;
    await fault({ operationId: "putPension", times: 1, fault: refusal });
    explorer.dialogs.script("Replace", "Replace");
    await pension("put");
    const [, again, report] = explorer.dialogs.takeShown();
    assert.match(
      again!,
      /\nThe service refused the write \(412\): its version is not the one that was compared\./,
    );
    assert.match(report!, /^Landed\./);
    assert.equal((await heldBy(explorer, identity()))?.["value"], 300);
  });

  it("names what does not fit the definition and counts warnings, and sends it all the same", async () => {
    number++;
    await showPayload(
      identity(),
      '{\n  "provider": "Aviva",\n  "colour": 3,\n  "value": "much"\n}',
    );
    explorer.dialogs.script(undefined);
    await pension("put");
    const [question] = explorer.dialogs.takeShown();
    assert.match(question!, /\n1 field does not fit the definition: `value` \(line 4\) must be /);
    assert.match(question!, /\n1 warning, marked in the payload\./);
  });

  it("says that nothing shows what landed, and never that it landed", async () => {
    const document = await written();
    await replaceText(document, AVIVA.replace("100.50", "400"));
    const unreadable = { kind: "status", status: 405 } as const;
    await explorer.sandbox.setFaults([
      answering("noContent"),
      { operationId: "getPension", fault: unreadable },
    ]);
    explorer.dialogs.script("PUT pension");
    await pension("put");
    const [question, report] = explorer.dialogs.takeShown();
    assert.match(
      question!,
      / It is not known whether a PUT creates or replaces the pension: this service does not allow pensions to be read\.\n/,
    );
    assert.match(question!, /\nDiffers from the version seen last in 1 of its fields: `value`\n/);
    const [seen] = await diffInFront(/seen last .* ↔ payload$/);
    assert.match(seen, /100\.50/);
    assert.match(
      report!,
      /^The PUT was accepted \(204 No Content\), but its answer shows no pension, and this service does not allow pensions to be read: what landed is not known\./,
    );
  });

  it("lets a read that shows otherwise than the answer count, and warns", async () => {
    const document = await written();
    await replaceText(document, AVIVA.replace("100.50", "500"));
    await fault(answering("dropped"));
    explorer.dialogs.script("Replace");
    await pension("put");
    const report = explorer.dialogs.takeShown()[1]!;
    assert.match(report, /ignored by the service|changed by the service/);
    assert.match(
      report,
      /The PUT response shows something else: 2 fields stored as sent.*The read after it counts\./,
    );
  });

  it("asks whether to go on when a read fails for now, and sends nothing after a no", async () => {
    const document = await written();
    await replaceText(document, AVIVA.replace("100.50", "600"));
    const down = { kind: "status", status: 503, retryAfter: 0 } as const;
    await fault({ operationId: "getPension", fault: down });
    explorer.dialogs.script(undefined);
    await pension("put");
    const [question] = explorer.dialogs.takeShown();
    assert.match(question!, /^Go on without comparing pension PEN-\d+\?\n.*503/);
    await explorer.sandbox.setFaults([]);
    assert.equal((await heldBy(explorer, identity()))?.["value"], 100.5);
  });

  it("tells what the service said where a refusal was no other version's fault", async () => {
    const document = await written();
    await replaceText(document, AVIVA.replace("100.50", "200"));
    await fault({ operationId: "putPension", fault: { kind: "status", status: 409 } });
    explorer.dialogs.script("Replace", undefined);
    await pension("put");
    await message(explorer, /\(409\)/);
    assert.equal((await heldBy(explorer, identity()))?.["value"], 100.5);
  });

  it("says what is not known when no answer came, also above the payload, until a comparison tells it", async () => {
    const document = await written();
    await replaceText(document, AVIVA.replace("100.50", "700"));
    const reset = { kind: "reset", done: true } as const;
    await explorer.sandbox.setFaults([
      { operationId: "putPension", fault: reset },
      // Two reads are made before the PUT; the one after it shows nothing.
      { operationId: "getPension", every: 3, fault: { kind: "reset" } },
    ]);
    explorer.dialogs.script("Replace", undefined);
    await pension("put");
    await message(explorer, /no complete answer came\. It is not known whether it was carried out/);
    await explorer.sandbox.setFaults([]);
    const titles = await lensTitles(document);
    const unknown = /^Sent \S+( [AP]M)?, outcome not known: compare$/;
    assert.match(titles.at(-1)!, unknown);
    assert.ok(titles.includes("Undo last PUT"), titles.join(" | "));
    await pension("compare", document.uri);
    const told = await lensTitles(document);
    assert.deepEqual(
      told.filter((title) => unknown.test(title)),
      [],
    );
  });

  it("does not name a client or a value while privacy mode is on", async () => {
    const document = await written();
    await replaceText(document, AVIVA.replace("100.50", "777.77"));
    const set = (value: boolean | undefined): Thenable<void> =>
      vscode.workspace
        .getConfiguration()
        .update("financialPlanning.privacy.mask", value, vscode.ConfigurationTarget.Global);
    await set(true);
    try {
      explorer.dialogs.script(undefined);
      await pension("put");
      const [question] = explorer.dialogs.takeShown();
      assert.match(question!, /^Replace pension PEN-\d+ of Person •\w+ on Sandbox/);
      assert.ok(!question!.includes(clientId), question);
      const [service, payload] = await diffInFront(/service at .+ ↔ payload$/);
      for (const side of [service, payload]) {
        assert.match(side, /"value":/);
        assert.doesNotMatch(side, /777\.77|100\.50/);
      }
      await pension("dryRun", document.uri);
      const text = vscode.window.activeTextEditor!.document.getText();
      assert.match(text, /^The body, with masks because privacy mode is on:$/m);
      assert.ok(!text.includes("777.77") && !text.includes(clientId), text);
    } finally {
      await set(undefined);
    }
  });
});
