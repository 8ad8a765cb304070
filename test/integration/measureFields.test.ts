import assert from "node:assert/strict";
import * as vscode from "vscode";
import { SANDBOX_CONNECTION_ID } from "../../src/platform/base/connection";
import { readDefinition } from "../../src/platform/service/definition/definition";
import { listEndpoint } from "../fakes/listEndpoint";
import { NO_RULES } from "../../src/features/lists/common/listRules";
import { FieldCostMeasurement } from "../../src/features/lists/host/fields/fieldCostMeasurement";
import { LIST_PANEL } from "../../src/manifest";
import type { FieldsView } from "../../src/features/lists/messages/listFields";
import type { ListQuery } from "../../src/features/lists/messages/listQuery";
import { NO_PRIVACY } from "../fakes/privacy";
import {
  activateExplorer,
  eventually,
  firstClient,
  message,
  type TestHandle,
  walk,
} from "./support/explorer";

describe("measuring what fields cost", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  afterEach(() => explorer.dialogs.reset());

  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  describe("by the command", () => {
    it("asks for the page without and with each value under one action", async () => {
      await open("Risk profiling", "Results");
      explorer.dialogs.script("fields");
      await vscode.commands.executeCommand("financialPlanning.list.measureFields");
      const { title, attempts } = explorer.history.last!;
      assert.equal(title, "Results page 1, fields measured");
      const asked = attempts.map(({ url }) => new URL(url).searchParams.get("fields") ?? "");
      const round = ["", "factors", "answers"];
      assert.deepEqual(asked, [...[1, 2, 3, 4, 5].flatMap(() => round), ""]);
      assert.ok(attempts.every(({ status, method }) => status === 200 && method === "GET"));
      assert.ok(attempts.every(({ url }) => new URL(url).searchParams.get("pageSize") === "25"));
      const [, plain, factors] = attempts.map(({ responseBytes }) => responseBytes).toReversed();
      assert.ok(Number(plain) > 0 && Number(factors) > 0);
    });

    it("asks nobody where no parameter is chosen", async () => {
      await open("Risk profiling", "Results");
      const before = explorer.history.last!.id;
      explorer.dialogs.script(undefined);
      await vscode.commands.executeCommand("financialPlanning.list.measureFields");
      assert.equal(explorer.history.last!.id, before);
    });

    it("says so where a list has nothing to measure", async () => {
      await open("Finances", "Holdings");
      await vscode.commands.executeCommand("financialPlanning.list.measureFields");
      await message(explorer, /^No parameter of this list has a value/);
    });

    async function open(domain: string, list: string): Promise<void> {
      const node = await walk(explorer, "Sandbox", domain, /, /, list);
      await vscode.commands.executeCommand("financialPlanning.list.open", node);
      await eventually(`${list} in front`, () => {
        const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
        const isPanel =
          tab?.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith(LIST_PANEL);
        return isPanel && tab.label.startsWith(`${list} · `) ? true : undefined;
      });
      await eventually("its page", () =>
        explorer.history.last?.attempts.at(-1)?.status === 200 ? true : undefined,
      );
    }
  });

  describe("of a panel", () => {
    let lab: FieldCostMeasurement;
    let query: ListQuery;
    let environment: "sandbox" | "production";
    const views: (FieldsView | undefined)[] = [];
    let running: Promise<void>;
    let onView: (view: FieldsView | undefined) => void;

    beforeEach(async () => {
      const definition = readDefinition(await explorer.definition(SANDBOX_CONNECTION_ID));
      await firstClient(explorer);
      const clientId = explorer.tree.loadedClients("sandbox")[0]?.clientId ?? "";
      query = {
        ...{ connectionId: "sandbox", operationId: "listResults", path: { clientId } },
        ...{ parameters: {}, pageNumber: 1, pageSize: 10, mode: "page", copy: 0 },
      };
      [environment, running, onView] = ["sandbox", Promise.resolve(), () => undefined];
      views.length = 0;
      lab = new FieldCostMeasurement({
        endpoint: listEndpoint(definition, "listResults"),
        services: {
          dialogs: explorer.dialogs,
          privacy: NO_PRIVACY,
          loadedClients: () => [],
          rules: { rules: () => NO_RULES },
          client: async () => (await explorer.connections.open("sandbox")).client,
          connection: () => ({ label: "Acme", environment }),
          copy: async (text) => vscode.env.clipboard.writeText(text),
        },
        query: () => query,
        describeError: String,
        run: (start) => {
          running = start();
          return undefined;
        },
        onChange: () => {
          views.push(lab.view);
          onView(lab.view);
        },
      });
    });

    afterEach(() => lab.dispose());

    async function measure(): Promise<void> {
      await lab.handlers().measureFields({ parameter: "fields", step: "start" });
      await running;
    }

    it("tells each call, then what came of it, and copies that", async () => {
      await measure();
      const done = views.flatMap((view) => view?.running?.done ?? []);
      assert.deepEqual(done, [...Array(17).keys()]);
      const result = lab.view?.result;
      assert.ok(result);
      assert.deepEqual(
        result.rows.map(({ values }) => values.join()),
        ["", "factors", "answers"],
      );
      assert.match(result.about, /^Page 1, \d+ rows, measured at .+ the page without fields\.$/);
      assert.match(result.rows[1]?.summary ?? "", /^\+[\d.]+ K?B · .+ · filled (\d+) of \1 rows$/);
      assert.match(result.rows[1]?.details[0] ?? "", /^factors: gained by/);
      await lab.handlers().copyMeasurement({ format: "tsv" });
      const [head, base, factors] = (await vscode.env.clipboard.readText()).split("\n");
      assert.match(head ?? "", /^Value\tBytes\t/);
      assert.match(base ?? "", /^without fields\t\d+\t/);
      assert.match(factors ?? "", /^factors\t\d+\t.*\tfactors$/);
      await lab.handlers().copyMeasurement({ format: "markdown" });
      assert.match(await vscode.env.clipboard.readText(), /\| factors \| \\\+/);
    });

    it("stays while the page does, and goes with it or with its parameters", async () => {
      await measure();
      lab.update();
      assert.ok(lab.view?.result);
      query = { ...query, pageNumber: 2 };
      lab.update();
      assert.equal(lab.view, undefined);
      await assert.rejects(async () => lab.handlers().copyMeasurement({ format: "tsv" }), {
        code: "lists/rowsGone",
      });
      await measure();
      query = { ...query, parameters: { fields: ["factors"] } };
      lab.update();
      assert.equal(lab.view, undefined);
    });

    it("cancels without a word, and leaves what was measured before", async () => {
      await measure();
      const before = lab.view;
      const { length } = explorer.history.last!.attempts;
      onView = (view) => {
        if (view?.running?.done === 2) {
          void lab.handlers().measureFields({ parameter: "fields", step: "stop" });
        }
      };
      const measuring = lab.handlers().measureFields({ parameter: "fields", step: "start" });
      const first = running;
      await measuring;
      await first;
      assert.equal(lab.view?.running, undefined);
      assert.deepEqual(lab.view, before);
      assert.ok(explorer.history.last!.attempts.length < length);
    });

    it("asks on Production, with the number of calls, and sends nothing without a yes", async () => {
      environment = "production";
      const before = explorer.history.last!.id;
      explorer.dialogs.script(undefined);
      await measure();
      const [question] = explorer.dialogs.takeShown();
      assert.match(question ?? "", /values of fields cost on Acme \(PRODUCTION\)\?/);
      assert.match(question ?? "", /asked for 16 times/);
      assert.equal(explorer.history.last!.id, before);
      explorer.dialogs.script("Measure");
      await measure();
      assert.ok(lab.view?.result);
    });

    it("asks elsewhere where it makes many calls", async () => {
      query = { ...query, parameters: { fields: ["a", "b", "c", "d", "e", "f", "g", "h"] } };
      explorer.dialogs.script(undefined);
      await measure();
      assert.match(explorer.dialogs.takeShown()[0] ?? "", /asked for 37 times/);
      assert.equal(lab.view, undefined);
    });

    it("fails like a command where the page does not come", async () => {
      await explorer.sandbox.setFaults([
        { operationId: "listResults", fault: { kind: "status", status: 404 } },
      ]);
      try {
        await assert.rejects(measure(), /service\//);
      } finally {
        await explorer.sandbox.setFaults([]);
      }
      assert.equal(lab.view, undefined);
    });
  });
});
