import assert from "node:assert/strict";
import type * as vscode from "vscode";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { findClient } from "../../../../src/features/explorer/host/clients/find";
import type { ClientsServices } from "../../../../src/features/explorer/host/clients/services";
import type { TreeNode } from "../../../../src/features/explorer/host/nodes";
import { ConnectionTree } from "../../../../src/features/explorer/host/tree";
import type { NamedClient } from "../../../../src/features/lists/common/clientSearch";
import { AppError } from "../../../../src/platform/base/errors";
import type { Dialogs } from "../../../../src/platform/vscode/dialogs";
import { type Bench, CLIENT_ID, failureOf, openBench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";
import { until } from "../lists/support/sessions";
import { treeSources } from "./support/treeSources";

const ID = "connection-1";
const CLIENTS: TreeNode = {
  ...{ kind: "clients", list: "clients", connectionId: ID },
  nodeId: `${ID}/crm/clients`,
};

describe("looking for a client", () => {
  let bench: Bench;
  let tree: ConnectionTree;
  let answer: "refuse" | "hold" | "give";
  let offered: (readonly string[])[];
  /** Labels of what is chosen, one after the other; then nothing is. */
  let wanted: string[];

  beforeEach(async () => {
    [offered, wanted] = [[], []];
    bench = await openBench({
      answer: (_request, response) => {
        if (answer === "refuse") {
          sendJson(response, 400, {});
        } else if (answer === "give") {
          sendJson(response, 200, { items: [{ clientId: CLIENT_ID, name: "Ito" }], total: 1 });
        }
      },
    });
    tree = new ConnectionTree(treeSources(ID, bench.client));
  });
  afterEach(() => bench.close());

  const find = (recent: readonly NamedClient[] = []): Promise<void> => {
    const search: Dialogs["search"] = ({ items }) => {
      const found = items("");
      offered.push(found.map(({ label }: vscode.QuickPickItem) => label));
      const label = wanted.shift();
      return Promise.resolve(found.find((item) => item.label === label));
    };
    const services: Partial<ClientsServices> = {
      ...{ tree, dialogs: { search } as Dialogs },
      kept: { of: () => Promise.resolve({ pinned: [], recent }) } as never,
      privacy: treeSources(ID, bench.client).privacy as ClientsServices["privacy"],
    };
    return findClient(services as ClientsServices, ID);
  };
  const kinds = async (): Promise<readonly string[]> =>
    (await tree.getChildren(CLIENTS)).map(({ kind }) => kind);

  it("asks again after a failure, and has the tree drawn with what came", async () => {
    answer = "refuse";
    assert.ok((await kinds()).includes("error"));
    await failureOf(find());
    assert.equal(bench.service.seen.length, 2, "what it tells of is new");
    answer = "give";
    let redraws = 0;
    tree.onDidChangeTreeData(() => redraws++);
    await find();
    assert.equal(offered.flat().filter((label) => label === "Ito").length, 1);
    assert.ok(redraws > 0);
    assert.deepEqual(await kinds(), ["client"]);
    await find();
    assert.equal(bench.service.seen.length, 3, "what is loaded is not asked for again");
  });

  it("has a client once, whether its id is written in capitals or not", async () => {
    answer = "give";
    const label = "Ito";
    await find([{ clientId: CLIENT_ID.toUpperCase(), label }]);
    assert.equal(offered.flat().filter((one) => one === label).length, 1);
  });

  it("is quiet where the load is cancelled that follows a failure", async () => {
    answer = "refuse";
    await kinds();
    // A reload that was cancelled returns, and leaves the list as it was.
    (await tree.clients(ID)).reload = () => Promise.resolve();
    await find();
    assert.deepEqual(offered, []);
  });

  it("goes on where loading more is cancelled, and tells no failure of before", async () => {
    answer = "give";
    await kinds();
    const list = await tree.clients(ID);
    const failure = { error: new AppError("service", "service/refused"), kind: "grow" };
    Object.defineProperties(list, { failure: { value: failure }, rest: { value: "more" } });
    // A load that was cancelled returns, and leaves the list as it was.
    list.loadMore = () => Promise.resolve();
    wanted = ["Load more clients"];
    await find();
    assert.equal(offered.length, 2);
  });

  it("asks again after the rows were cancelled", async () => {
    answer = "hold";
    const children = kinds();
    await until(() => bench.service.seen.length === 1);
    await tree.cancel(CLIENTS);
    assert.deepEqual(await children, ["canceled"]);
    answer = "give";
    await find();
    assert.equal(offered.length, 1);
    assert.deepEqual(await kinds(), ["client"]);
  });
});
