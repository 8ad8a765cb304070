import assert from "node:assert/strict";
import type { ViewSources } from "../../src/features/definitions/host/viewFacts";
import { type BrowserBed, type PageOptions, startBed } from "./panels/bed";
import {
  aChange,
  aDrift,
  anEndpoint,
  aVersion,
  type DefinitionsBed,
  NOON,
  openDefinitions,
  someSources,
} from "./panels/definitionsBed";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { HOSTILE } from "./panels/payloads";
import { looks } from "./panels/themes";

const NOTHING: Partial<ViewSources> = { versions: [], active: {}, drift: [], changes: undefined };

describe("view of definitions in a browser", () => {
  let bed: BrowserBed;
  const open: DefinitionsBed[] = [];

  before(async () => {
    bed = await startBed();
  });

  afterEach(async () => {
    for (const view of open.splice(0)) {
      assert.deepEqual([view.problems, view.rpc.dropped], [[], 0]);
      await view.close();
    }
  });

  after(() => bed.close());

  const start = async (
    sources: ViewSources = someSources(),
    options: PageOptions = {},
  ): Promise<DefinitionsBed> => {
    const view = await openDefinitions(bed, sources, options);
    open.push(view);
    return view;
  };

  const words = async ({ page }: DefinitionsBed, selector: string): Promise<string[]> =>
    (await page.locator(selector).allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, " ").trim(),
    );

  it("begins with the ways to import, and says what stands until then", async () => {
    const view = await start(someSources(NOTHING));
    assert.deepEqual(await words(view, "header vscode-button"), [
      ...["Import file…", "Import clipboard", "Import address…"],
    ]);
    assert.match((await words(view, ".empty")).join(), /^No definition of the provider/);
    assert.deepEqual(
      [await words(view, "h2"), await words(view, ".active")],
      [
        ["Client records", "Finances", "Risk profiling"],
        Array.from({ length: 3 }, () => "From the description: bodies open"),
      ],
    );
    for (const key of ["Enter", "Space", "Enter"]) {
      await view.page.keyboard.press("Tab");
      await view.page.keyboard.press(key);
    }
    await view.settle();
    assert.deepEqual(
      view.acts.map(({ id }) => id),
      ["importFile", "importClipboard", "importAddress"],
    );
    assert.equal(await view.page.locator(".versions").count(), 0);
  });

  it("says what is active, from where and since when", async () => {
    const view = await start();
    assert.deepEqual(await words(view, ".fact"), [
      "Version 2026-2",
      "OpenAPI 3.1.0",
      "Source https://api.provider.example/definitions/finances.json",
      "Imported 2 hr ago · Nov 21, 2026, 10:00:00 AM",
      "Endpoints 12",
    ]);
    assert.deepEqual(await words(view, ".versions .name"), [
      ...["Finances 2026-2", "Finances 2026-1", "The description"],
    ]);
    assert.deepEqual(await words(view, ".versions .current"), [
      "Finances 2026-2 active Compare Open Remove",
    ]);
    assert.match(
      (await words(view, ".versions li:not(.current)"))[0] ?? "",
      /^Finances 2026-1 OpenAPI 3\.0\.3 · File finances\.yaml · 12 endpoints · 1 day 2 hr ago · Nov 20/,
    );
    const justNow = aVersion({ importedAt: NOON - 30_000 });
    await view.show(someSources({ versions: [justNow], active: { finances: justNow } }));
    assert.match((await words(view, ".fact"))[3] ?? "", /^Imported just now · Nov 21/);
  });

  it("asks for what a version's buttons say, by its name", async () => {
    const view = await start();
    const { page, acts } = view;
    for (const name of [
      "Use: Finances 2026-1",
      "Compare: Finances 2026-2",
      "Remove: Finances 2026-1",
      "Use: The description",
      "Open: The description",
    ]) {
      await page.getByRole("button", { name, exact: true }).click();
    }
    await page.getByRole("button", { name: /^Show request: GET/ }).press("Enter");
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await view.settle();
    const domain = "finances";
    assert.deepEqual(acts, [
      { id: "use", domain, target: "v-1" },
      { id: "compare", domain, target: "v-2" },
      { id: "remove", domain, target: "v-1" },
      { id: "use", domain, target: "" },
      { id: "open", domain, target: "" },
      { id: "openAnswer", target: "action-7" },
      { id: "copyChanges" },
      { id: "closeChanges" },
    ]);
  });

  it("says which connections chose a version, and offers what others follow to them too", async () => {
    const view = await start();
    const { page } = view;
    const choices = {
      acme: { finances: "v-1" },
      beta: { finances: "" },
      gone: { finances: "v-2" },
    };
    const connections = [
      { id: "acme", label: "Acme development" },
      { id: "beta", label: "Beta" },
      { id: "gamma", label: "Gamma" },
    ];
    await view.show(someSources({ choices, connections }));
    assert.deepEqual(await words(view, ".versions .chosen"), [
      "Chosen for Acme development",
      "Chosen for Beta",
    ]);
    await page.getByRole("button", { name: "Use: Finances 2026-2" }).waitFor();
    const own = [anEndpoint({ operationId: "finances:GET /own", path: "/finances/v1/own" })];
    await view.show(
      someSources({
        ...{ choices, connections, ownCoverage: new Map([["acme", own]]) },
        drift: [aDrift(), aDrift({ operationId: "finances:GET /own" })],
      }),
    );
    assert.deepEqual(await words(view, ".drift .what > code"), ["GET /finances/v1/own"]);
  });

  it("leaves the keys to the domain of a button that is gone, and to no other version", async () => {
    const view = await start();
    const { page } = view;
    const [second, first] = someSources().versions;
    const focused = page.locator("fp-definitions-view :focus");
    await page.getByRole("button", { name: "Use: Finances 2026-1" }).focus();
    await view.show(someSources({ active: first ? { finances: first } : {} }));
    assert.equal(await focused.innerText(), "Finances");
    await page.getByRole("button", { name: "Remove: Finances 2026-2" }).focus();
    await view.show(someSources({ versions: first ? [first] : [], active: {} }));
    assert.equal(await focused.innerText(), "Finances");
    await page.getByRole("button", { name: "Open: Finances 2026-1" }).focus();
    await view.show(someSources({ versions: second && first ? [second, first] : [] }));
    assert.equal(await focused.getAttribute("aria-label"), "Open: Finances 2026-1");
    await view.show(someSources());
    await page.getByRole("button", { name: "Close" }).focus();
    await view.show(someSources({ changes: undefined }));
    assert.equal(await focused.innerText(), "Finances");
  });

  it("leaves the keys to what is new where nothing more is left to show", async () => {
    const coverage = Array.from({ length: 150 }, (_none, index) =>
      anEndpoint({ path: `/finances/v1/things/${index}` }),
    );
    const { changes = assert.fail() } = someSources();
    const many = Array.from({ length: 60 }, (_none, index) =>
      aChange({ operation: `GET /things/${index}` }),
    );
    const view = await start(someSources({ coverage, changes: { ...changes, changes: many } }));
    const { page } = view;
    await page.getByRole("button", { name: "Show 10 more" }).press("Enter");
    await page.locator("fp-change-list h3:focus").waitFor();
    assert.deepEqual(await words(view, "fp-change-list h3:focus"), ["GET /things/50"]);
    await page.getByRole("button", { name: "Show 50 more" }).press("Enter");
    await page.locator("fp-endpoint-table th:focus").waitFor();
    assert.deepEqual(await words(view, "fp-endpoint-table th:focus"), [
      "GET /finances/v1/things/100",
    ]);
  });

  it("marks what breaks by word and icon, endpoint by endpoint", async () => {
    const view = await start();
    assert.match(
      (await words(view, "fp-change-list h2")).join(),
      /^Changes Finances: 2026-1 → 2026-2$/,
    );
    assert.deepEqual(await words(view, "fp-change-list h3"), [
      ...["PUT /clients/{clientId}/pensions/{pensionId}", "GET /funds"],
    ]);
    assert.deepEqual(await words(view, "fp-change-list li"), [
      "Breaking contributions[].amount is now required in the request.",
      "Not breaking The endpoint is new.",
    ]);
    const icons = view.page.locator("fp-change-list li vscode-icon");
    assert.equal(await icons.first().getAttribute("name"), "warning");
    assert.equal(await icons.last().getAttribute("name"), "info");
    await view.reveal("changes");
    const focused = `document.querySelector("fp-definitions-view").shadowRoot.activeElement.localName`;
    assert.equal(await view.page.evaluate(focused), "fp-change-list");
  });

  it("lists answers that are not as defined, and what the document leaves open", async () => {
    const view = await start();
    assert.deepEqual(await words(view, ".findings li"), [
      "items[].isin (string) is not in the definition. Seen 25 times.",
      "items[].units is string; the definition says number.",
    ]);
    assert.match(
      (await words(view, ".drift .what")).join(),
      /Acme development · last seen 1 min ago/,
    );
    await view.page.getByText("Left open").click();
    assert.deepEqual(await words(view, ".notes li"), [
      "https://provider.example/common.json#/Money points outside the document and is not fetched. Found at /components/schemas/Holding/properties/value. More places: 2.",
    ]);
  });

  it("shows a thousand endpoints in steps, and finds one among them", async () => {
    const coverage = Array.from({ length: 1000 }, (_none, index) =>
      anEndpoint({ path: `/finances/v1/things/${index}`, summary: `Thing ${index}` }),
    );
    const view = await start(someSources({ coverage }));
    const { page } = view;
    const rows = page.locator("fp-endpoint-table tbody tr");
    assert.equal(await rows.count(), 100);
    await page.getByRole("button", { name: "Show 100 more" }).click();
    assert.equal(await rows.count(), 200);
    const filter = page.getByRole("textbox", { name: "Finances: Filter endpoints" });
    await filter.fill("get thing 77");
    assert.deepEqual(
      [await rows.count(), await words(view, ".filter [role=status]")],
      [19, ["19 of 1,000"]],
    );
    await filter.fill("nowhere");
    assert.equal(await page.getByText("No endpoint matches the filter.").count(), 1);
    // What the host draws anew takes neither what was typed nor the place of the keys.
    await filter.fill("things/999");
    await view.show(someSources({ coverage, drift: [] }));
    assert.deepEqual([await rows.count(), await filter.inputValue()], [1, "things/999"]);
    await page.locator("fp-endpoint-table input:focus").waitFor();
  });

  it("forgets the filter of endpoints where so few are left that it has no box", async () => {
    const coverage = Array.from({ length: 21 }, (_none, index) =>
      anEndpoint({ path: `/finances/v1/things/${index}` }),
    );
    const view = await start(someSources({ coverage }));
    const rows = view.page.locator("fp-endpoint-table tbody tr");
    const filter = view.page.getByRole("textbox", { name: "Finances: Filter endpoints" });
    await filter.fill("things/7");
    assert.equal(await rows.count(), 1);
    await view.show(someSources({ coverage: coverage.slice(0, 5) }));
    assert.deepEqual([await filter.count(), await rows.count()], [0, 5]);
    await view.show(someSources({ coverage }));
    assert.deepEqual([await filter.inputValue(), await rows.count()], ["", 21]);
  });

  it("says of each endpoint where it is met, why not, and which the import does not have", async () => {
    const lost = anEndpoint({ method: "DELETE", summary: "Gone", known: "description" });
    const { coverage } = someSources();
    const view = await start(someSources({ coverage: [...coverage, lost] }));
    assert.deepEqual(await words(view, "#finances ~ details fp-endpoint-table tbody tr"), [
      "GET /finances/v1/clients/{clientId}/holdings Lists holdings Tree, List, Send Request…",
      "POST /finances/v1/valuations deprecated Values holdings Not reached from here. Its body is not JSON.",
      "DELETE /finances/v1/clients/{clientId}/holdings Gone Tree, List, Send Request… Not in the imported definition.",
    ]);
  });

  it("says what could not be read", async () => {
    const view = await start(someSources({ lost: 1 }));
    assert.match((await words(view, ".problem")).join(), /^The list of definitions was damaged;/);
  });

  it("takes hostile text as text, wherever it comes from", async () => {
    const view = await start();
    const sample = HOSTILE.filter((_text, index) => index % 6 === 0);
    for (const payload of sample) {
      const version = aVersion({
        ...{ id: "v-1", title: payload, version: payload, openapi: payload },
        source: { kind: "file", name: payload },
        notes: [{ kind: "skipped", subject: payload, places: [payload], count: 1 }],
      });
      const place = { part: "request", path: payload } as const;
      await view.show(
        someSources({
          ...{ versions: [version], active: { finances: version } },
          coverage: [anEndpoint({ path: payload, summary: payload, method: payload })],
          drift: [aDrift({ findings: [{ kind: "new", path: payload, seen: payload, count: 1 }] })],
          changes: {
            ...{ domain: "finances", before: version, after: undefined },
            changes: [aChange({ operation: payload, place, before: payload, after: payload })],
          },
        }),
      );
    }
    assert.ok(sample.length > 25);
    assert.equal(view.scriptsRun(), 0);
    const own = ["/", "/definitions.js", "/codicon.css", "/codicon.ttf", "/favicon.ico"];
    assert.deepEqual(
      view.requests.filter((file) => !own.includes(file.split("?")[0] ?? "")),
      [],
    );
  });

  it("reads out names, tables and lists", async () => {
    const { page } = await start();
    const snapshot = await page.locator("fp-definitions-view").ariaSnapshot();
    for (const part of [
      'heading "Interface definitions" [level=1]',
      'group "Import a definition"',
      'region "Finances"',
      'list "Finances: Versions"',
      'table "Finances: Endpoints"',
      'columnheader "Met in"',
      'button "Remove: Finances 2026-1"',
    ]) {
      assert.ok(snapshot.includes(part), `${part}\n${snapshot}`);
    }
  });

  for (const { name, theme, width } of looks(["light", 320])) {
    it(`is accessible and in its place: ${name}, ${width} pixels`, async () => {
      const view = await start(someSources(), { theme, width, height: 900 });
      const { page } = view;
      await page.keyboard.press("Tab");
      await takeShot(page, `definitions-${name}-${width}`);
      await assertAccessible(page);
      await assertInPlace(page, width);
      await view.reveal("finances");
      await takeShot(page, `definitions-finances-${name}-${width}`);
      const long = "x".repeat(300);
      const version = aVersion({ title: long, version: long, openapi: long });
      await view.show(
        someSources({
          ...{ versions: [version], active: { finances: version }, lost: 1 },
          coverage: [anEndpoint({ path: `/${long}`, summary: long, method: "OPTIONS" })],
          connectionLabel: () => long,
          changes: {
            ...{ domain: "finances", before: version, after: undefined },
            changes: [aChange({ operation: long, place: { part: "request", path: long } })],
          },
        }),
      );
      await assertAccessible(page);
      await assertInPlace(page, width);
      await view.show(someSources(NOTHING));
      await takeShot(page, `definitions-empty-${name}-${width}`);
      await assertAccessible(page);
      await assertInPlace(page, width);
    });
  }
});
