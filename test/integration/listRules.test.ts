import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { PageShapes } from "../../src/features/lists/common/shapes";
import { ScriptedDialogs } from "../../src/platform/vscode/dialogs";
import { changeRules } from "../../src/features/lists/host/rules/changeRules";
import { activateExplorer, eventually, type TestHandle } from "./support/explorer";
import { startOperator, type Operator } from "./support/operator";

const SHAPES: PageShapes = {
  lists: [
    { path: ["items"], rows: 1 },
    { path: ["data", "rows"], rows: 25 },
  ],
  numbers: [{ path: ["meta", "all"], value: 120 }],
};

describe("rules of lists", () => {
  let explorer: TestHandle;
  let operator: Operator;
  let connectionId: string;
  const dialogs = new ScriptedDialogs(vscode.ExtensionMode.Test);

  before(async () => {
    explorer = await activateExplorer();
    operator = await startOperator();
    const connection = operator.connection();
    await explorer.connections.save(connection);
    connectionId = connection.id;
  });

  after(async () => {
    for (const { id } of explorer.connections.stored) {
      await explorer.connections.remove(id);
    }
    await operator.close();
  });

  async function change(...answers: readonly (string | undefined)[]): Promise<boolean> {
    dialogs.script(...answers);
    const services = { dialogs, rules: explorer.listRules };
    return changeRules(services, { connectionId, operationId: "listHoldings" }, SHAPES);
  }

  const rules = (operationId = "listHoldings"): unknown =>
    explorer.listRules.rules(connectionId, operationId);

  it("are chosen among what the last answer holds, and kept for one list of one connection", async () => {
    assert.equal(await change("Where the rows are", "data.rows"), true);
    assert.equal(await change("Number of all rows", "meta.all"), true);
    assert.equal(await change("Number of the first page", "0"), true);
    assert.equal(await change("Pages", "The whole list at once"), true);
    assert.deepEqual(rules(), {
      rows: ["data", "rows"],
      total: ["meta", "all"],
      firstPage: 0,
      isUnpaged: true,
    });
    assert.deepEqual(rules("listResults"), {});
    assert.deepEqual(explorer.listRules.rules("sandbox", "listHoldings"), {});
  });

  it("change nothing when nothing else is chosen, or nothing at all", async () => {
    const before = rules();
    assert.equal(await change(undefined), false);
    assert.equal(await change("Pages", undefined), false);
    assert.equal(await change("Pages", "The whole list at once"), false);
    assert.deepEqual(rules(), before);
  });

  it("are taken back one by one, or all at once", async () => {
    assert.equal(await change("Number of the first page", "1"), true);
    assert.equal(await change("Where the rows are", "Found by shape"), true);
    assert.deepEqual(rules(), { total: ["meta", "all"], isUnpaged: true });
    assert.equal(await change("Number of all rows", "The service does not say it"), true);
    assert.deepEqual(rules(), { total: null, isUnpaged: true });
    assert.equal(await change("Rows per page", "As the service decides"), true);
    assert.deepEqual(rules(), { total: null, isUnpaged: true, pageSize: null });
    assert.equal(await change("Find everything by shape again"), true);
    assert.deepEqual(rules(), {});
  });

  it("go with their connection", async () => {
    await change("Pages", "The whole list at once");
    assert.notDeepEqual(rules(), {});
    await explorer.connections.remove(connectionId);
    await eventually("no rules", () => (JSON.stringify(rules()) === "{}" ? true : undefined));
  });
});
