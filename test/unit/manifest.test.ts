import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS } from "../../src/commandIds";
import {
  ANSWER_SCHEME,
  BATCHES_VIEW,
  CONNECTIONS_VIEW,
  CONTEXT_KEYS,
  CONTEXT_VALUES,
  DEFINITIONS_PANEL,
  EXPORTS_VIEW,
  EXTENSION_ID,
  HAS_EXPORTS_CONTEXT,
  HAS_PAYLOADS_CONTEXT,
  KNOWN_SCHEME,
  LIST_PANEL,
  PAYLOAD_FILES_CONTEXT,
  PAYLOAD_SUFFIX,
  PLAN_PANEL,
  REQUEST_PANEL,
  REQUESTS_CONTAINER,
  RECEIVED_VIEW,
  REQUESTS_VIEW,
  SCHEMA_SCHEME,
  type SelectedArgument,
  SETTINGS,
  SOURCE_CONTROL,
  VIEW_CONTAINER,
  viewOfRows,
} from "../../src/manifest";
import { PAYLOAD_GROUPS } from "../../src/features/sourceControl/common/state";

interface MenuEntry {
  readonly command: string;
  readonly when?: string;
  readonly key?: string;
  readonly args?: unknown;
}

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly main: string;
  readonly icon: string;
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly enablement?: string;
    }[];
    readonly keybindings: readonly MenuEntry[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly views: Readonly<
      Record<string, readonly { readonly id: string; readonly when?: string }[]>
    >;
    readonly viewsContainers: {
      readonly activitybar: readonly { readonly id: string }[];
      readonly panel: readonly { readonly id: string }[];
    };
    readonly configuration: readonly {
      readonly order: number;
      readonly title: string;
      readonly properties: Readonly<Record<string, Setting>>;
    }[];
  };
}

interface Setting {
  readonly order: number;
  readonly type: string;
  readonly default: unknown;
  readonly scope: string;
  readonly markdownDescription: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly properties?: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly enum?: readonly string[];
        readonly enumDescriptions?: readonly string[];
      }
    >
  >;
}

/** What a number counts: at the beginning of its sentence, or in it. */
const UNIT = /^(Rows|Seconds|Requests|Port) |, in MB /;

const text = readFileSync("package.json", "utf8");
const manifest = JSON.parse(text) as Manifest;
const { contributes } = manifest;
const settings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
const texts = JSON.parse(readFileSync("package.nls.json", "utf8")) as Record<string, string>;

describe("manifest and src/manifest.ts", () => {
  it("name the same extension, view, container, panel and scheme", () => {
    assert.equal(`${manifest.publisher}.${manifest.name}`, EXTENSION_ID);
    assert.deepEqual(
      contributes.viewsContainers.activitybar.map(({ id }) => id),
      [VIEW_CONTAINER],
    );
    assert.deepEqual(
      Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id)),
      [CONNECTIONS_VIEW, EXPORTS_VIEW, BATCHES_VIEW, REQUESTS_VIEW, RECEIVED_VIEW],
    );
    assert.deepEqual(
      contributes.viewsContainers.panel.map(({ id }) => id),
      [REQUESTS_CONTAINER],
    );
    assert.deepEqual(manifest.activationEvents, [
      "onUri",
      // Any text and any terminal: ids of calls are links there from the start.
      ...["onLanguage", "onTerminal:*"],
      `onWebviewPanel:${LIST_PANEL}`,
      `onWebviewPanel:${REQUEST_PANEL}`,
      `onWebviewPanel:${DEFINITIONS_PANEL}`,
      `onWebviewPanel:${PLAN_PANEL}`,
      `onFileSystem:${KNOWN_SCHEME}`,
      "workspaceContains:pensions",
      `onFileSystem:${ANSWER_SCHEME}`,
      `onFileSystem:${SCHEMA_SCHEME}`,
    ]);
  });

  it("name the same commands", () => {
    assert.deepEqual(
      contributes.commands.map(({ command }) => command).sort(),
      Object.keys(COMMANDS).sort(),
    );
  });

  it("name the same settings with the same defaults", () => {
    const defaults = settings.map(([id, property]) => [id, property.default] as const);
    assert.deepEqual(Object.fromEntries(defaults), SETTINGS);
  });

  it("use in menus and keys only commands that exist", () => {
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];
    const unknown = used.filter(({ command }) => !Object.hasOwn(COMMANDS, command));
    assert.deepEqual(unknown, []);
  });

  it("match in conditions only kinds of nodes that exist, and payloads by their suffix", () => {
    const conditions = Object.values(contributes.menus)
      .flat()
      .map(({ when = "" }) => when);
    const kinds = conditions.flatMap(
      (when) =>
        /viewItem =~ \/\^\(([^)]*)\)(?:\$|[:\\])/.exec(when)?.[1]?.split("|") ??
        /viewItem == (\w+)/.exec(when)?.slice(1) ??
        [],
    );
    assert.ok(kinds.length > 20);
    assert.deepEqual(
      [...new Set(kinds)].filter((kind) => !CONTEXT_VALUES.some((value) => value === kind)),
      [],
    );
    const payload = `resourceFilename =~ /${PAYLOAD_SUFFIX.replaceAll(".", "\\.")}$/`;
    const open = `(${payload} || resourcePath in ${PAYLOAD_FILES_CONTEXT})`;
    for (const when of conditions.filter((condition) => condition.includes("resourceFilename"))) {
      const [place = ""] = when.split(" && ");
      assert.ok([payload, open].includes(place) || place.endsWith(` || ${payload}`), when);
    }
  });

  it("know at rows of which view each command stands", () => {
    const atRows = contributes.menus["view/item/context"] ?? [];
    const views = new Set(atRows.map(({ when = "" }) => /\bview == ([\w.]+)/.exec(when)?.[1]));
    assert.deepEqual(views, new Set([BATCHES_VIEW, EXPORTS_VIEW, CONNECTIONS_VIEW]));
    const wrong = atRows.filter(
      ({ command, when = "" }) => !when.includes(`view == ${viewOfRows(command)} `),
    );
    assert.deepEqual(wrong, []);
  });

  it("match in conditions of source control only its provider and groups that exist", () => {
    const { menus } = contributes;
    const ofChanges = ["scm/title", "scm/resourceGroup/context", "scm/resourceState/context"]
      .flatMap((menu) => menus[menu]!)
      .map(({ when = "" }) => when);
    assert.deepEqual(
      ofChanges.filter((when) => !when.startsWith(`scmProvider == ${SOURCE_CONTROL}`)),
      [],
    );
    const groups = ofChanges.flatMap(
      (when) =>
        /scmResourceGroup =~ \/\^\(([^)]*)\)\$\//.exec(when)?.[1]?.split("|") ??
        /scmResourceGroup == (\w+)/.exec(when)?.slice(1) ??
        [],
    );
    assert.deepEqual([...new Set(groups)].sort(), [...PAYLOAD_GROUPS].sort());
  });

  it("show the view of batches, and in the palette what it does, where there are payloads", () => {
    const view = contributes.views["scm"]!.find(({ id }) => id === BATCHES_VIEW);
    assert.equal(view?.when, HAS_PAYLOADS_CONTEXT);
    const ofBatches =
      /^financialPlanning\.(batch\.(show|apply|stop|resume)|changes\.(refresh|plan|\w+All))$/;
    const enablements = contributes.commands
      .filter(({ command }) => ofBatches.test(command))
      .map(({ enablement = "" }) => enablement);
    assert.equal(enablements.length, 9);
    assert.ok(enablements.every((enablement) => enablement.startsWith(HAS_PAYLOADS_CONTEXT)));
  });

  it("let keys of the tree act on the node that is selected there, one command a key", () => {
    const when = `focusedView == ${CONNECTIONS_VIEW} && !inputFocus`;
    const ofTree = contributes.keybindings.filter((binding) => binding.when === when);
    const selected = (...kinds: SelectedArgument["selected"]): SelectedArgument => ({
      selected: kinds,
    });
    assert.deepEqual(
      ofTree.map(({ command, key, args }) => ({ command, key, args })),
      [
        {
          command: "financialPlanning.connection.edit",
          ...{ key: "f2", args: selected("connection") },
        },
        {
          command: "financialPlanning.node.delete",
          ...{ key: "delete", args: selected("connection", "pension") },
        },
      ],
    );
  });

  it("go by the same keys in conditions as the source tells, and by no other", () => {
    const used = [...usedKeys()].sort();
    const told = [...toldKeys()];
    const isTold = (key: string): boolean => told.some((pattern) => fits(key, pattern));
    assert.deepEqual(
      used.filter((key) => !isTold(key)),
      [],
    );
    assert.deepEqual(
      told.filter((pattern) => !used.some((key) => fits(key, pattern))),
      [],
    );
    assert.ok(used.length >= 35, String(used.length));
  });

  it("go by no key that an extension host leaves behind when it ends", () => {
    const cleared: readonly string[] = CONTEXT_KEYS;
    // Told while activating, each time; steps that were done stay done.
    const others = /^financialPlanning\.(?:hasPayloads|batches\.\w+|gettingStarted\.\w+)$/;
    assert.deepEqual(
      [...usedKeys()].filter((key) => !cleared.includes(key) && !others.test(key)),
      [],
    );
    assert.equal(new Set(cleared).size, cleared.length);
    const source = readFileSync("src/registrations.ts", "utf8");
    assert.match(source, / {2}register\(context[^}]*?\n {4}clearContextKeys\(\);/);
  });

  it("hide from the palette what needs a node", () => {
    const hidden = contributes.menus["commandPalette"]!.filter(({ when }) => when === "false").map(
      ({ command }) => command,
    );
    const ofNodes = Object.keys(COMMANDS).filter((id) => id.startsWith("financialPlanning.node."));
    const others = [
      ...["list.open", "client.pin", "client.unpin", "pension.setCheck", "changes.openPayload"],
      ...["batch.copyReport", "batch.copyTraceId", "batch.remove"],
      ...["connection.moveUp", "connection.moveDown", "sandbox.openCall"],
    ].map((name) => `financialPlanning.${name}`);
    assert.deepEqual(hidden.sort(), [...ofNodes, ...others].sort());
  });

  it("begin at a view, an address, a panel, a file or a terminal, never at start-up", () => {
    assert.ok(!manifest.activationEvents.includes("*"));
    assert.ok(!manifest.activationEvents.includes("onStartupFinished"));
  });

  it("let no workspace decide what reaches the network", () => {
    const ofWorkspace = settings.filter(([, { scope }]) => scope !== "application");
    assert.deepEqual(
      ofWorkspace.map(([id]) => id),
      [
        "financialPlanning.list.pageSize",
        "financialPlanning.pension.files",
        "financialPlanning.pension.checks",
      ],
    );
    assert.deepEqual(
      [...manifest.capabilities.untrustedWorkspaces.restrictedConfigurations].sort(),
      Object.keys(SETTINGS).sort(),
    );
  });
});

describe("settings in the editor", () => {
  it("stand in titled sections in a fixed order, the sandbox last", () => {
    const sections = contributes.configuration;
    assert.deepEqual(
      sections.map(({ order }) => order),
      sections.map((_, index) => index + 1),
    );
    assert.deepEqual(
      sections.map(({ title }) => texts[title.slice(1, -1)]),
      ["Lists and Privacy", "Pension Payloads", "Network", "Requests", "Assistants", "Sandbox"],
    );
    for (const { properties } of sections) {
      const orders = Object.values(properties).map(({ order }) => order);
      assert.deepEqual(
        orders,
        orders.map((_, index) => index + 1),
      );
    }
    const ofSandbox = settings.map(([id]) => id.startsWith("financialPlanning.sandbox."));
    assert.equal(ofSandbox.indexOf(true), ofSandbox.lastIndexOf(false) + 1);
  });

  it("say what they set, their bounds, and what each choice means", () => {
    for (const [id, setting] of settings) {
      assert.ok(texts[setting.markdownDescription.slice(1, -1)], id);
      if (setting.type === "integer") {
        assert.equal(typeof setting.minimum, "number", id);
        assert.equal(typeof setting.maximum, "number", id);
      }
      assert.equal(setting.markdownEnumDescriptions?.length, setting.enum?.length, id);
      for (const [member, one] of Object.entries(setting.properties ?? {})) {
        assert.equal(one.enumDescriptions?.length, one.enum?.length, `${id}: ${member}`);
        assert.ok(texts[one.description.slice(1, -1)], `${id}: ${member}`);
      }
    }
  });

  it("name the unit of each number", () => {
    const numbers = settings.filter(([, { type }]) => ["integer", "number"].includes(type));
    assert.ok(numbers.length >= 8, String(numbers.length));
    const wrong = numbers.filter(
      ([, { markdownDescription }]) => !UNIT.test(texts[markdownDescription.slice(1, -1)]!),
    );
    assert.deepEqual(wrong, []);
  });

  it("say in words what does not fit a pattern", () => {
    const patterns = settings.filter(([, { pattern }]) => pattern !== undefined);
    assert.ok(patterns.length >= 2, String(patterns.length));
    for (const [id, { patternErrorMessage = "" }] of patterns) {
      assert.ok(texts[patternErrorMessage.slice(1, -1)], id);
    }
  });

  it("give an example of what is written by hand, by their text or their default", () => {
    const written = settings.filter(
      ([, { type, pattern }]) => ["array", "object"].includes(type) || pattern !== undefined,
    );
    assert.ok(written.length >= 4, String(written.length));
    const without = written.filter(([, setting]) => {
      const text = texts[setting.markdownDescription.slice(1, -1)]!;
      const isInDefault = typeof setting.default === "string" && setting.default !== "";
      return !isInDefault && !/(such as|for example) `[^`]+`/.test(text);
    });
    assert.deepEqual(
      without.map(([id]) => id),
      [],
    );
  });

  it("lead only to settings that exist", () => {
    const linked = Object.values(texts).flatMap((value) =>
      [...value.matchAll(/`#(financialPlanning\.[^#]+)#`/g)].map(([, id]) => id!),
    );
    assert.ok(linked.length > 5);
    assert.deepEqual(
      linked.filter((id) => !Object.hasOwn(SETTINGS, id)),
      [],
    );
  });
});

describe("manifest texts", () => {
  it("are all in package.nls.json, and nothing else is", () => {
    const used = [...text.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key!);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(texts).sort());
  });

  it("are named by their key wherever a user reads one", () => {
    const { displayName, description, capabilities } = JSON.parse(text) as Record<string, unknown>;
    const read = [...readTexts({ displayName, description, capabilities, contributes })];
    assert.ok(read.length > 400, String(read.length));
    assert.deepEqual(
      read.filter((value) => !/^%[\w.]+%$/.test(value)),
      [],
    );
  });

  it("are sentences without shouting", () => {
    assert.deepEqual(
      Object.values(texts).filter((value) => /!|oops/i.test(value)),
      [],
    );
  });
});

describe("manifest files", () => {
  it("has an icon, and types of exactly the oldest supported editor", () => {
    assert.ok(existsSync(manifest.icon));
    assert.equal(`^${manifest.devDependencies["@types/vscode"]!}`, manifest.engines.vscode);
  });
});

/** Members of the manifest that users read; elsewhere what has a space in it is a text too. */
const READ =
  /title$|description$|descriptions$|^category$|^name$|^label$|^contents$|text$|message$/i;
/** Conditions, and what language models read, who get English. */
const UNREAD = ["when", "enablement", "modelDescription", "inputSchema"];

function* readTexts(value: unknown, member = ""): Generator<string> {
  if (typeof value === "string") {
    if ((READ.test(member) || value.includes(" ")) && !value.startsWith("financialPlanning_")) {
      yield value;
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (!UNREAD.includes(name)) {
        yield* readTexts(inner, Array.isArray(value) ? member : name);
      }
    }
  }
}

/** Context keys of ours in the conditions of the manifest: not its settings, nor what keys are compared with. */
function usedKeys(): ReadonlySet<string> {
  const conditions = [...text.matchAll(/"(?:when|enablement)": "((?:[^"\\]|\\.)*)"/g)]
    .map(([, condition]) => condition!.replaceAll(/=~ \/.*?\/(?= |\)|$)|[=!]= [^ )]+/g, ""))
    .concat([...text.matchAll(/"onContext:([^"]+)"/g)].map(([, key]) => key!));
  const keys = conditions.flatMap((condition) =>
    [...condition.matchAll(/(?<![\w.])financialPlanning\.[\w.]+/g)].map(([key]) => key),
  );
  return new Set(keys);
}

/** The keys that the source sets; what it puts together from parts is `*` there. */
function toldKeys(): ReadonlySet<string> {
  const constants: Readonly<Record<string, string>> = {
    ...{ HAS_EXPORTS_CONTEXT, HAS_PAYLOADS_CONTEXT, PAYLOAD_FILES_CONTEXT },
  };
  const told = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join("src", name), "utf8"))
    .flatMap((source) => [
      ...source.matchAll(
        /\b(?:setContextKey|contextKeySetter)\(\s*(?:["`]([^"`]+)["`]|([A-Z_]+))/g,
      ),
    ])
    .map(([, key, constant]) => key ?? constants[constant!] ?? constant!);
  return new Set(told.map((key) => key.replace(/\$\{\w+\}/, "*")));
}

function fits(key: string, pattern: string): boolean {
  const [start, rest] = pattern.split("*");
  return rest === undefined ? key === pattern : key.startsWith(start!) && key !== start;
}
