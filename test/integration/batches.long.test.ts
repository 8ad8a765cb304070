import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { PensionIdentity } from "../../src/features/pensions/common/target";
import type { FaultRule } from "../../src/features/sandbox/messages/sandboxFaults";
import {
  batch,
  changes,
  payloadUri,
  putsSince,
  removePayloads,
  shownBatches,
  writePayload,
} from "./support/batches";
import {
  activateExplorer,
  eventually,
  firstClient,
  message,
  type TestHandle,
  setAutoSave,
} from "./support/explorer";
import { replaceText } from "./support/payloads";
import { heldBy, writeElsewhere } from "./support/pensions";

const AVIVA = '{\n  "provider": "Aviva",\n  "value": 100.50\n}\n';
const LEGAL = AVIVA.replace("Aviva", "Legal & General");

describe("many pensions at once", () => {
  let explorer: TestHandle;
  let clientId: string;
  let number = 7000;
  let since: number;

  before(async () => {
    explorer = await activateExplorer();
    clientId = (await firstClient(explorer)).row.id!.value;
    await setAutoSave("off");
  });

  beforeEach(async () => {
    await removePayloads();
    explorer.dialogs.reset();
    since = Date.now();
  });

  afterEach(async () => {
    await explorer.sandbox.setFaults([]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const { batchId } of await shownBatches(explorer)) {
      explorer.dialogs.script("Remove");
      await batch("remove", { batchId });
    }
    explorer.dialogs.reset();
  });

  after(async () => {
    await removePayloads();
    // What was written is known of the client that other suites look at.
    await explorer.sandbox.restart();
    await setAutoSave(undefined);
  });

  /** New pensions of the first client, in the order of their ids. */
  function identities(count: number): PensionIdentity[] {
    return Array.from({ length: count }, () => ({ clientId, pensionId: `PEN-${++number}` }));
  }

  /** Plans all payloads that there are, once the explorer has seen these. */
  async function plan(): Promise<void> {
    await changes("plan");
    assert.deepEqual(explorer.dialogs.takeShown(), [], "a plan asks nothing");
  }

  const refusing = ({ pensionId }: PensionIdentity): FaultRule => ({
    operationId: "putPension",
    path: `*/${pensionId}`,
    fault: { kind: "status", status: 409 },
  });

  it("plans first, asks once for all, and sends one after the other under one trace id", async () => {
    const [created, replaced, same, invalid] = identities(4) as [
      ...[PensionIdentity, PensionIdentity, PensionIdentity, PensionIdentity],
    ];
    await writeElsewhere(explorer, replaced, AVIVA);
    await writeElsewhere(explorer, same, AVIVA);
    await writePayload(created, AVIVA);
    await writePayload(replaced, LEGAL);
    await writePayload(same, AVIVA);
    await writePayload(invalid, '{ "provider": ');
    await changes("refresh");
    since = Date.now();
    await plan();
    const [planned] = await shownBatches(explorer);
    assert.deepEqual(
      [planned?.label, planned?.description, planned?.context],
      ["Plan of 3 payloads", "1 create, 1 replace, 1 invalid", "batchPlanned"],
    );
    assert.match(planned!.rows[0]!, new RegExp(`^${created.pensionId}: Create · .+, `));
    assert.deepEqual(putsSince(explorer, since), []);

    explorer.dialogs.script(undefined);
    await batch("apply");
    const [question] = explorer.dialogs.takeShown();
    assert.match(question!, /^PUT 2 pensions on Sandbox \(key [0-9a-f]{6}\)\?\n/);
    assert.match(question!, new RegExp(`- Create ${created.pensionId} of .+ on Sandbox\\n`));
    assert.match(question!, new RegExp(`- Replace ${replaced.pensionId} of .+ · 1 field\\n`));
    assert.match(question!, /1 payload is left out: 1 invalid\./);
    assert.deepEqual(putsSince(explorer, since), [], "a declined question sends nothing");
    assert.equal(await heldBy(explorer, created), undefined);

    explorer.dialogs.script("PUT 2 pensions");
    await batch("apply");
    assert.match(explorer.dialogs.takeShown().at(-1)!, /^2 of 2 landed\./);
    assert.equal((await heldBy(explorer, created))?.["provider"], "Aviva");
    assert.equal((await heldBy(explorer, replaced))?.["provider"], "Legal & General");
    const [done] = await shownBatches(explorer);
    assert.deepEqual([done?.description, done?.context], ["2 landed", "batchFinished"]);
    const puts = putsSince(explorer, since);
    assert.equal(puts.length, 2);
    assert.equal(new Set(puts.map(({ traceId }) => traceId)).size, 1);
    await batch("copyTraceId");
    assert.equal(await vscode.env.clipboard.readText(), puts[0]!.traceId);
  });

  it("stops at the first that is not taken, and goes on under the same trace id when it is mended", async () => {
    const all = identities(4);
    for (const identity of all) {
      await writePayload(identity, AVIVA);
    }
    await explorer.sandbox.setFaults([refusing(all[1]!)]);
    await plan();
    explorer.dialogs.script("PUT 4 pensions");
    await batch("apply");
    assert.match(
      explorer.dialogs.takeShown().at(-1)!,
      new RegExp(`^1 of 4 landed\\. Stopped at ${all[1]!.pensionId}: refused \\(409\\)\\.`),
    );
    const [stopped] = await shownBatches(explorer);
    assert.deepEqual(
      [stopped?.description, stopped?.context],
      ["1 landed, 1 refused, 2 wait", "batchStopped"],
    );
    assert.equal(await heldBy(explorer, all[2]!), undefined);

    await explorer.sandbox.setFaults([]);
    await writePayload(all[1]!, LEGAL);
    explorer.dialogs.script("PUT 3 pensions");
    await batch("resume");
    const [question, report] = explorer.dialogs.takeShown();
    assert.match(question!, /\nThis sends what the service has not accepted yet, with the same/);
    assert.match(report!, /^4 of 4 landed, one of them at attempt 2\./);
    assert.equal((await heldBy(explorer, all[1]!))?.["provider"], "Legal & General");
    const puts = putsSince(explorer, since);
    assert.equal(puts.length, 5);
    assert.equal(new Set(puts.map(({ traceId }) => traceId)).size, 1);
  });

  it("stops between two PUTs when it is told to, and never in one", async () => {
    const all = identities(3);
    for (const identity of all) {
      await writePayload(identity, AVIVA);
    }
    await explorer.sandbox.setFaults([
      { operationId: "putPension", times: 1, fault: { kind: "slow", head: 600_000 } },
    ]);
    await plan();
    explorer.dialogs.script("PUT 3 pensions");
    const applied = batch("apply");
    await eventually("the first PUT", async () => {
      const [shown] = await shownBatches(explorer);
      const isSending = shown?.rows.some((row) => row.includes(": Sending")) === true;
      const isMet = explorer.sandbox.faults.length === 0;
      return (isSending && isMet) || undefined;
    });
    await batch("stop");
    await explorer.sandbox.setFaults([]);
    await applied;
    assert.match(explorer.dialogs.takeShown().at(-1)!, /^1 of 3 landed\. Stopped\. 2 wait\./);
    assert.equal((await heldBy(explorer, all[0]!))?.["provider"], "Aviva");
    assert.equal(await heldBy(explorer, all[1]!), undefined);
    const [stopped] = await shownBatches(explorer);
    assert.equal(stopped?.context, "batchStopped");
  });

  it("offers after a stop to resume, which its message does", async () => {
    const all = identities(2);
    for (const identity of all) {
      await writePayload(identity, AVIVA);
    }
    await explorer.sandbox.setFaults([{ ...refusing(all[0]!), times: 1 }]);
    await plan();
    explorer.dialogs.script("PUT 2 pensions", "Resume", "PUT 2 pensions");
    await batch("apply");
    assert.match(
      explorer.dialogs.takeShown().at(-1)!,
      /^2 of 2 landed, one of them at attempt 2\./,
    );
  });

  it("is over where the files of all that was left are gone", async () => {
    const [first, second] = identities(2) as [PensionIdentity, PensionIdentity];
    await writePayload(first, AVIVA);
    const left = await writePayload(second, AVIVA);
    await explorer.sandbox.setFaults([refusing(second)]);
    await plan();
    explorer.dialogs.script("PUT 2 pensions");
    await batch("apply");
    assert.equal((await shownBatches(explorer))[0]?.context, "batchStopped");
    await vscode.workspace.fs.delete(left);
    explorer.dialogs.takeShown();
    await batch("resume");
    assert.equal((await shownBatches(explorer))[0]?.context, "batchFinished");
    assert.equal(await heldBy(explorer, second), undefined);
  });

  it("saves what is edited after a question, and plans what is on disk", async () => {
    const [identity] = identities(1) as [PensionIdentity];
    const uri = await writePayload(identity, AVIVA);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await replaceText(document, LEGAL);
    explorer.dialogs.script(undefined);
    await changes("plan");
    assert.match(
      explorer.dialogs.takeShown()[0]!,
      new RegExp(`^Save 1 edited payload and plan\\?\\n${identity.pensionId}\\.pension\\.json\\n`),
    );
    assert.ok(document.isDirty, "a declined question saves nothing");
    assert.deepEqual(await shownBatches(explorer), []);

    explorer.dialogs.script("Save and plan", "PUT pension");
    await changes("plan");
    assert.ok(!document.isDirty);
    await batch("apply");
    assert.equal((await heldBy(explorer, identity))?.["provider"], "Legal & General");
  });

  it("does not send a payload that is another one than was planned", async () => {
    const [first, second] = identities(2) as [PensionIdentity, PensionIdentity];
    await writePayload(first, AVIVA);
    await writePayload(second, AVIVA);
    await plan();
    await writePayload(second, LEGAL);
    explorer.dialogs.script("PUT 2 pensions");
    await batch("apply");
    assert.match(
      explorer.dialogs.takeShown().at(-1)!,
      new RegExp(`^1 of 2 landed\\. Stopped at ${second.pensionId}: changed meanwhile\\.`),
    );
    assert.equal(await heldBy(explorer, second), undefined);
  });

  it("plans what is staged alone, and takes it off the stage when it landed", async () => {
    const [staged, same, other] = identities(3) as [
      ...[PensionIdentity, PensionIdentity, PensionIdentity],
    ];
    await writeElsewhere(explorer, same, AVIVA);
    for (const identity of [staged, same, other]) {
      await writePayload(identity, AVIVA);
    }
    await changes("refresh");
    await changes("stage", payloadUri(staged), payloadUri(same));
    await plan();
    assert.deepEqual(
      (await shownBatches(explorer)).map(({ label, description }) => [label, description]),
      [["Plan of 2 payloads", "1 create, 1 without a change · staged"]],
    );
    explorer.dialogs.script("PUT pension");
    await batch("apply");
    assert.equal(await heldBy(explorer, other), undefined);
    explorer.dialogs.takeShown();
    await plan();
    assert.equal((await shownBatches(explorer))[0]?.description, "1 without a change · staged");
    await changes("unstageAll");
    await plan();
    assert.deepEqual(
      (await shownBatches(explorer))[0]!.rows.map((row) => row.split(" · ")[0]),
      [`${other.pensionId}: Create`],
    );
  });

  it("discards all that differs, back to what the service holds, and plans none of it then", async () => {
    const [first, second] = identities(2) as [PensionIdentity, PensionIdentity];
    for (const identity of [first, second]) {
      await writeElsewhere(explorer, identity, AVIVA);
      await writePayload(identity, LEGAL);
    }
    await changes("refresh");
    await changes("openPayload", payloadUri(first));
    const { document } = vscode.window.activeTextEditor!;
    assert.equal(document.uri.toString(), payloadUri(first).toString());
    explorer.dialogs.script("Discard");
    await changes("discardAll");
    assert.match(explorer.dialogs.takeShown()[0]!, /^Discard the changes of 2 payloads\?/);
    assert.match(document.getText(), /Aviva/);
    await changes("plan");
    await message(explorer, /^No payload differs from the version of the service\. /);
  });

  it("keeps its list and the table of a plan, and gives the report away", async () => {
    const [identity] = identities(1) as [PensionIdentity];
    await writePayload(identity, AVIVA);
    await plan();
    await batch("show");
    await eventually("the table of the plan", () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.label === "Plan of 1 payload" ? true : undefined;
    });
    explorer.dialogs.script("PUT pension", "Show report");
    await batch("apply");
    const report = vscode.window.activeTextEditor!.document.getText();
    assert.match(report, /PUT of 1 pensions?\n/);
    await batch("copyReport");
    assert.equal(await vscode.env.clipboard.readText(), report);
    assert.ok(!report.includes("Aviva"), "no value of a payload");
  });

  it("says what is missing where there is nothing to plan, apply, stop, resume or show", async () => {
    await changes("plan");
    await message(explorer, /^No payload differs from the version of the service\. /);
    const said: readonly (readonly [string, RegExp])[] = [
      [
        "apply",
        /^There is no plan of pensions to apply\. Choose the check mark in the Source Control view/,
      ],
      ["stop", /^No PUTs of pensions are being sent\. /],
      ["resume", /^There are no stopped PUTs of pensions to resume\. /],
      ["show", /^There is no plan of pensions yet\. /],
    ];
    for (const [name, wanted] of said) {
      await batch(name);
      await message(explorer, wanted);
    }
    await batch("apply", { batchId: "gone" });
    await message(explorer, /plan|kept/);
  });
});
