import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { KEPT_BODY_LENGTH, type SendDraft } from "../../src/features/requests/messages/sendPanel";
import { CLIENT_ID, DEFINITION } from "../unit/platform/http/support/bench";
import { sendJson } from "../unit/platform/http/support/servers";
import { definitionWith } from "../unit/support/definitionText";
import { type BrowserBed, startBed } from "./panels/bed";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { HOSTILE } from "./panels/payloads";
import { openSendForm, type SendBed, type SendBedOptions } from "./panels/sendBed";
import { looks } from "./panels/themes";
import { until } from "./panels/until";

const PENSION = { "path.clientId": CLIENT_ID, "path.pensionId": "PEN-1" };

describe("the form 'Send request' in a browser", () => {
  let bed: BrowserBed;
  const open: SendBed[] = [];

  before(async () => {
    bed = await startBed();
  });

  afterEach(async () => {
    for (const form of open.splice(0)) {
      assert.deepEqual([form.problems, form.rpc.dropped], [[], 0]);
      await form.close();
    }
  });

  after(() => bed.close());

  const start = async (options: SendBedOptions = {}): Promise<SendBed> => {
    const form = await openSendForm(bed, options);
    open.push(form);
    await text(form, ".address-line", /http/);
    return form;
  };

  it("sends a read at once, and shows what came of it", async () => {
    const form = await start({ answer: (_, response) => sendJson(response, 200, ["Ruth"]) });
    const { page, bench, opened, asked } = form;
    await page.getByLabel("pageSize").fill("2");
    await text(
      form,
      ".address-line",
      /GET http:\/\/127\.0\.0\.1:\d+\/crm\/v1\/clients\?pageSize=2\s*$/,
    );
    await page.getByRole("button", { name: "Send" }).click();
    await text(form, "fp-status-line", /200 OK.*1 attempt/);
    assert.deepEqual(
      bench.service.seen.map(({ method, path }) => [method, path]),
      [["GET", "/crm/v1/clients?pageSize=2"]],
    );
    assert.deepEqual(opened, [{ name: "answer.json", text: '["Ruth"]' }]);
    assert.deepEqual([form.writes, form.errors], [[], []]);
    await page.getByRole("button", { name: "Show request" }).click();
    await page.getByRole("button", { name: "Open answer" }).click();
    await page.getByRole("button", { name: "Copy trace id" }).click();
    await form.settle();
    const { id, traceId } = bench.actions.at(-1)!;
    assert.deepEqual(asked, ["use connection-1", `show ${id}`, `copy ${traceId}`]);
    assert.equal(opened.length, 2);
  });

  it("makes fields of the definition's parameters, and checks them while typing", async () => {
    const form = await start();
    const { page, bench } = form;
    await choose(page, "Endpoint", "listResults");
    await page.getByLabel("clientId").waitFor();
    assert.deepEqual(await labels(page), [
      ...["Connection", "Endpoint", "clientId", "pageSize (optional)", "pageNumber (optional)"],
      ...["fields (optional)", "questionnaireId (optional)", "unions (optional)"],
      "Other query parameters (optional)",
    ]);
    await page.getByLabel("clientId").fill("7");
    await page.getByLabel("pageSize").fill("0");
    await page.getByLabel("pageNumber").fill("1.5");
    await page.getByLabel("fields").focus();
    await text(form, "#parameter0-problem", /Enter a UUID/);
    await text(form, "#parameter1-problem", /Enter 1 or more/);
    await text(form, "#parameter2-problem", /Enter a whole number/);
    await page.getByRole("button", { name: "Send" }).click();
    await text(form, ".summary", /3 fields need attention/);
    assert.equal(await focused(page), "parameter0");
    assert.equal(bench.service.seen.length, 0);
    await page.getByLabel("clientId").fill(CLIENT_ID);
    await page.getByLabel("pageSize").fill("5");
    await page.getByLabel("pageNumber").fill("");
    await page.getByLabel("fields").fill("factors, a b");
    await text(form, ".address-line", /results\?pageSize=5&fields=factors,a%20b\s*$/);
  });

  it("takes parameters of a record that the definition does not have, by keys, and says so", async () => {
    const form = await start();
    const { page } = form;
    await choose(page, "Endpoint", "getClient");
    await page.getByLabel("clientId").fill(CLIENT_ID);
    const free = ["fields", "unions", "questionnaireId", "Other query parameters"];
    assert.deepEqual((await labels(page)).slice(3), [...free.map((name) => `${name} (optional)`)]);
    await page.getByLabel("fields").focus();
    await page.keyboard.type("fees,owner");
    for (let stop = 0; stop < 3; stop++) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type("asOf=2026-01-31");
    const help = page.getByText("Not in the interface definition of this endpoint: sent as typed.");
    assert.equal(await help.count(), 3);
    await text(form, ".address-line", /[0-9a-f]\?fields=fees,owner&asOf=2026-01-31\s*$/);
    await page.getByLabel("Other query parameters").fill("asOf=1#2");
    await page.getByLabel("fields").focus();
    await text(form, "#free3-problem", /name=value/);
    await assertAccessible(page);
  });

  it("asks before a write, with its bytes, and sends nothing when that is declined", async () => {
    const body = '{ "provider": "Aviva", "value": 1.50 }\n';
    const typed = { operationId: "", method: "PUT", domain: "finances", typedPath: "/rules/1" };
    const form = await start({ draft: { ...typed, body } as Partial<SendDraft> });
    const { page, bench, answers, writes } = form;
    answers.confirms = false;
    await page.getByRole("button", { name: "Send" }).click();
    await text(form, ".status", /^\s*Nothing was sent\.\s*$/);
    assert.equal(bench.service.seen.length, 0);
    answers.confirms = true;
    await page.getByRole("button", { name: "Send" }).click();
    await text(form, "fp-status-line", /200/);
    assert.deepEqual(
      bench.service.seen.map(({ method, body: sent }) => [method, sent]),
      [["PUT", body]],
    );
    const [, { goesTo, call } = assert.fail()] = writes;
    assert.deepEqual([goesTo.method, Buffer.from(call.body ?? []).toString()], ["PUT", body]);
  });

  it("leaves a pension to its payload file, and its deletion to the question about that", async () => {
    const body = '{ "provider": "Aviva", "value": 1.50 }\n';
    const form = await start({ draft: { operationId: "putPension", values: PENSION, body } });
    const { page, bench, asked, writes } = form;
    const pension = { connectionId: "connection-1", clientId: CLIENT_ID, pensionId: "PEN-1" };
    await page.getByRole("button", { name: "Open payload file" }).click();
    await form.settle();
    assert.equal(asked.at(-1), `payload ${JSON.stringify(pension)}`);
    await page.getByRole("button", { name: "Send" }).click();
    await text(form, ".status", /Nothing was sent from this form/);
    assert.equal(asked.at(-1), `write ${JSON.stringify({ ...pension, text: body })}`);
    await choose(page, "Endpoint", "deletePension");
    await page.getByRole("button", { name: "Send" }).click();
    await form.settle();
    assert.equal(asked.at(-1), `delete ${JSON.stringify(pension)}`);
    await choose(page, "Endpoint", "");
    await page.getByLabel("Path").fill(`/clients/${CLIENT_ID}/pensions/PEN-1`);
    await choose(page, "Domain", "finances");
    await choose(page, "Method", "DELETE");
    asked.length = 0;
    await page.getByRole("button", { name: "Send" }).click();
    await form.settle();
    assert.equal(asked.at(-1), `delete ${JSON.stringify(pension)}`);
    assert.deepEqual([bench.service.seen, writes], [[], []]);
  });

  it("shows all that would be sent in a dry run, without a secret, and sends nothing", async () => {
    const draft = { operationId: "putPension", values: PENSION, body: "{}" };
    const form = await start({ draft });
    const { page, bench } = form;
    await page.getByRole("button", { name: "Dry run" }).click();
    await text(form, "section.news", /Dry run: nothing was sent/);
    const shown = await page.locator("section.news").innerText();
    for (const part of [
      ...[/PUT http.*PEN-1/, /Authorization\s+Bearer •{6}\n/, /Subscription-Key\s+•{6}\n/],
      ...[/bytes: 2\).*44136fa355b3/, /asked for when it is sent/, /up to 3, after 429, 500, 503/],
      ...[/application\/json/, /a new one for each request/],
    ]) {
      assert.match(shown, part);
    }
    assert.deepEqual([bench.service.connections(), bench.identity.connections()], [0, 0]);
    await page.getByLabel("JSON").fill("{} ");
    await page.locator("section.news").waitFor({ state: "detached" });
  });

  it("takes a path that the definition does not have, and no other way out", async () => {
    const form = await start();
    const { page, bench } = form;
    await choose(page, "Endpoint", "");
    await page.getByLabel("Path").fill("/../../secret");
    await page.getByRole("button", { name: "Send" }).click();
    await text(form, "#typedPath-problem", /leave out \. and \.\./);
    await page.getByLabel("Path").fill("/advisers");
    await choose(page, "Method", "POST");
    await page.getByLabel("JSON").fill("{,}");
    await page.getByLabel("Query").fill("a=1#b");
    await text(form, ".address-line", /POST http.*\/crm\/v1\/…/);
    await text(form, "#body-problem", /not JSON: look at line 1, column 2/);
    await page.getByLabel("JSON").fill("{}");
    await text(form, "#queryString-problem", /name=value/);
    await page.getByLabel("Query").fill("a=1");
    await page.getByRole("button", { name: "Send" }).click();
    await text(form, "fp-status-line", /200/);
    assert.deepEqual(
      bench.service.seen.map(({ method, path, body }) => [method, path, body]),
      [["POST", "/crm/v1/advisers?a=1", "{}"]],
    );
    assert.equal(form.writes.length, 1);
    await choose(page, "Method", "GET");
    await page.getByLabel("JSON").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Send" }).click();
    await form.settle();
    await text(form, "fp-status-line", /200/);
    assert.deepEqual([bench.service.seen.at(-1)?.body, form.writes.length], ["", 1]);
  });

  it("says what the service refused, with its ids and its body", async () => {
    const form = await start({
      answer: (_, response) => sendJson(response, 404, { error: "nothing" }),
    });
    await form.page.getByRole("button", { name: "Send" }).click();
    await text(form, "fp-status-line", /404/);
    await text(form, 'fp-notice[kind="error"]', /404/);
    assert.deepEqual(form.opened, [{ name: "refusal.json", text: '{"error":"nothing"}' }]);
    assert.deepEqual(form.errors, []);
  });

  it("stops what lasts, and keeps what was typed meanwhile", async () => {
    const form = await start({ answer: () => undefined });
    const { page } = form;
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByLabel("pageSize").fill("3");
    await page.getByRole("button", { name: "Stop" }).click();
    await text(form, ".status", /on its way when it was stopped/);
    assert.equal(await page.getByLabel("pageSize").inputValue(), "3");
    assert.equal(await page.getByRole("button", { name: "Send" }).count(), 1);
  });

  it("lets the body be written in an editor, and takes it back", async () => {
    const draft = { operationId: "putPension", values: PENSION, body: "" };
    const form = await start({ draft: { ...draft, operationId: "listClients" } });
    const { page } = form;
    await choose(page, "Endpoint", "putPension");
    await page.getByRole("button", { name: "Insert template" }).click();
    const body = page.getByLabel("JSON");
    await until(page, async () => (await body.inputValue()).length > 20);
    JSON.parse(await body.inputValue());
    await page.getByRole("button", { name: "Open body in an editor" }).click();
    await text(form, "main", /what stands in the editor 'Untitled-1'/);
    form.editor.onChange('{"from":"editor"}');
    await page.getByRole("button", { name: "Send" }).click();
    await form.settle();
    const pension = { connectionId: "connection-1", clientId: CLIENT_ID, pensionId: "PEN-1" };
    const written = JSON.stringify({ ...pension, text: '{"from":"editor"}' });
    assert.equal(form.asked.at(-1), `write ${written}`);
    form.editor.onClose();
    await body.waitFor();
    assert.equal(await body.inputValue(), '{"from":"editor"}');
  });

  it("keeps the draft while it is hidden, a long body with the host alone", async () => {
    const form = await start({ draft: { operationId: "putPension", values: PENSION } });
    const { page } = form;
    await page.getByLabel("JSON").fill('{"a":1}');
    await form.hideAndShow();
    assert.equal(await page.getByLabel("JSON").inputValue(), '{"a":1}');
    const long = `"${"x".repeat(KEPT_BODY_LENGTH)}"`;
    await page.getByLabel("JSON").fill(long);
    await form.settle();
    assert.equal(JSON.stringify(await form.state()).includes("xxx"), false);
    await form.hideAndShow();
    assert.equal(await page.getByLabel("JSON").inputValue(), long);
    assert.equal(await page.getByLabel("pensionId").inputValue(), "PEN-1");
  });

  it("begins with a node that was chosen while it was hidden, not with what was typed before", async () => {
    const form = await start();
    const { page } = form;
    await page.getByLabel("pageSize").fill("2");
    await form.settle();
    const path = { clientId: CLIENT_ID, pensionId: "PEN-7" };
    const target = { connectionId: "connection-1", operationId: "getPension", path };
    await form.hideAndShow(() => form.form.begin(target));
    assert.equal(await page.getByLabel("Endpoint", { exact: true }).inputValue(), "getPension");
    await text(form, ".address-line", /PEN-7/);
    await page.getByLabel("pensionId").fill("PEN-8");
    await form.hideAndShow();
    await text(form, ".address-line", /PEN-8/);
  });

  it("begins with what a node stands for, and keeps the client when the endpoint changes", async () => {
    const target = {
      connectionId: "connection-1",
      operationId: "getPension",
      path: { clientId: CLIENT_ID, pensionId: "PEN-7" },
    };
    const { page } = await start({ target });
    assert.equal(await page.getByLabel("pensionId").inputValue(), "PEN-7");
    await text(open[0]!, "#operationId-help", /Illustrative/);
    await choose(page, "Endpoint", "listHoldings");
    assert.equal(await page.getByLabel("clientId").inputValue(), CLIENT_ID);
  });

  it("names the environment of the chosen connection, and says when there is no way", async () => {
    const form = await start();
    await text(form, ".environment", /Development/);
    await choose(form.page, "Connection", "gone");
    await text(form, ".environment", /PRODUCTION/);
    await text(form, 'fp-notice[kind="error"]', /internal error/);
    await text(form, ".address-line", /once the connection is open/);
  });

  it("finds one of very many endpoints, and stays quick with all of them", async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      path: `/finances/v1/things/number-${index}`,
      domain: "finances" as const,
      operation: { summary: `Thing of rank ${index}`, deprecated: index % 2 === 1 },
    }));
    const form = await start({ definition: definitionWith(...many) });
    const { page } = form;
    const search = page.getByLabel("Find endpoint");
    await text(form, ".search", /endpoints: 507 of 507/);
    await search.fill("rank 41");
    await text(form, ".search", /endpoints: 15 of 507/);
    assert.equal(await page.locator('select[name="operationId"] option').count(), 17);
    assert.equal(await page.getByLabel("Endpoint", { exact: true }).inputValue(), "listClients");
    await search.fill("RANK  411");
    await search.press("Enter");
    await text(form, ".address-line", /GET .*\/finances\/v1\/things\/number-411\s*$/);
    await text(form, "#operationId-help", /Thing of rank 411\. Deprecated/);
    await search.fill("nothing like it");
    await text(form, ".search", /endpoints: 0 of 507/);
    assert.equal(await page.locator('select[name="operationId"] option').count(), 2);
    await search.fill("");
    const showings = await page.evaluate(KEYSTROKES);
    process.stdout.write(`      500 endpoints: ${String(showings)} ms for each of 50 keystrokes\n`);
    const sizes = form.sizes.slice(-20);
    assert.ok(Math.max(...sizes) < 10_000, `views of ${sizes.join(", ")} characters`);
  });

  it("follows another definition, and keeps what was typed", async () => {
    const notes = (parameters: readonly object[]): string =>
      definitionWith({ path: "/crm/v1/notes", domain: "crm", operation: { parameters } });
    const header = { name: "X-Region", in: "header", schema: { type: "string", enum: ["north"] } };
    const form = await start({
      draft: { operationId: "crm:GET /notes", values: { "query.about": "Ruth" } },
      definition: notes([header, { name: "X-Api-Key", in: "header", schema: {} }]),
    });
    const { page, definition, bench } = form;
    assert.deepEqual(await labels(page), [
      ...["Connection", "Endpoint", "X-Region (optional)"],
      ...["fields (optional)", "unions (optional)", "questionnaireId (optional)"],
      "Other query parameters (optional)",
    ]);
    await page.getByLabel("X-Region").selectOption("north");
    const about = { name: "about", in: "query", required: true, schema: { type: "string" } };
    definition.text = notes([about]);
    definition.onChange();
    await page.getByLabel("about").waitFor();
    assert.equal(await page.getByLabel("about").inputValue(), "Ruth");
    definition.text = DEFINITION;
    definition.onChange();
    await page.getByLabel("about").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Send" }).click();
    await text(form, "#operationId-problem", /does not have this endpoint/);
    assert.equal(bench.service.seen.length, 0);
    definition.text = notes([about]);
    definition.onChange();
    await page.getByLabel("about").waitFor();
    assert.equal(await page.getByLabel("about").inputValue(), "Ruth");
  });

  it("takes a hostile definition as text", async () => {
    const sample = HOSTILE.filter((_text, index) => index % 9 === 0);
    const definition = JSON.parse(DEFINITION) as Definition;
    const parameters = sample.map((name) => ({
      ...{ name, in: "query", description: name },
      schema: { type: "string", enum: [name, "b"], default: name, pattern: "(" },
    }));
    definition.paths["/crm/v1/clients"]!["get"]!.parameters = parameters;
    definition.paths["/crm/v1/clients"]!["get"]!.summary = sample.join(" ");
    const form = await start({ definition: JSON.stringify(definition) });
    const shown = await form.page.locator("label").count();
    // Beside them connection and endpoint, and what the definition does not have.
    assert.equal(shown, sample.length + 2 + 4);
    assert.equal(form.scriptsRun(), 0);
    assert.deepEqual(
      form.requests.filter(
        (address) => !/^\/(\?send\.js|[a-z]+\.(js|css|ttf)(\?[0-9a-f]+)?)?$/.test(address),
      ),
      [],
    );
  });

  for (const { name, theme, width } of looks(["highContrast", 320])) {
    it(`is accessible and in place, ${name}, ${width} pixels`, async () => {
      const form = await start({
        ...{ theme, width, height: 900 },
        draft: { operationId: "putPension", values: { "path.clientId": "x" }, body: "{" },
      });
      const { page } = form;
      await page.getByRole("button", { name: "Send" }).click();
      await text(form, ".summary", /3 fields/);
      await assertAccessible(page);
      await assertInPlace(page, width);
      await takeShot(page, `send-problems-${name}-${width}`);
      await page.getByLabel("clientId").fill(CLIENT_ID);
      await page.getByLabel("pensionId").fill("PEN-1");
      await page.getByLabel("JSON").fill("{}");
      await page.getByRole("button", { name: "Dry run" }).click();
      await text(form, "section.news", /Dry run/);
      await page.getByText("Headers as they will be sent").click();
      await assertAccessible(page);
      await assertInPlace(page, width);
      await takeShot(page, `send-dry-run-${name}-${width}`);
      await choose(page, "Endpoint", "getPension");
      await page.getByRole("button", { name: "Send" }).click();
      await text(form, "fp-status-line", /200/);
      await assertAccessible(page);
      await takeShot(page, `send-answer-${name}-${width}`);
    });
  }

  it("can be worked by keyboard alone", async () => {
    const form = await start();
    const { page, bench } = form;
    for (const name of ["connectionId", "operationId", "parameter0"]) {
      await page.keyboard.press("Tab");
      assert.equal(await focused(page), name);
    }
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    await text(form, "fp-status-line", /200/);
    assert.equal(bench.service.seen[0]?.path, "/crm/v1/clients?pageSize=4");
    assert.equal(await focused(page), "parameter0");
  });
});

interface Definition {
  readonly paths: Record<string, Record<string, { parameters: unknown; summary: string }>>;
}

/** Milliseconds of drawing for one keystroke in a parameter, the mean of many. */
const KEYSTROKES = `(async () => {
  const form = document.querySelector("fp-send-form");
  const began = performance.now();
  for (let turn = 0; turn < 50; turn++) {
    form.edit("values.query.x", "typed" + turn);
    await form.updateComplete;
  }
  return Math.round((performance.now() - began) / 5) / 10;
})()`;
const FORM = 'document.querySelector("fp-send-form").shadowRoot';

async function text({ page }: SendBed, selector: string, wanted: RegExp): Promise<void> {
  const found = page.locator(`fp-send-form ${selector}`).filter({ hasText: wanted });
  await found.first().waitFor();
}

async function labels(page: Page): Promise<readonly string[]> {
  const found = await page.locator("label").allInnerTexts();
  return found.map((label) => label.replace(/\s+/g, " ").trim());
}

async function choose(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).selectOption(value);
}

function focused(page: Page): Promise<string> {
  return page.evaluate(`${FORM}.activeElement?.getAttribute("name") ?? ""`);
}
