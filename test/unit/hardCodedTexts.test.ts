import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { isTranslating } from "../../scripts/l10n/messages.mjs";

/**
 * Whatever the editor may show. Programs for others (the sandbox, the checks of services, the MCP
 * server) are English, as the service that they stand for or speak of.
 */
const FILES = {
  pattern: ["src/**/*.ts"],
  without: ["src/mcp.ts", "src/features/*/{server,conformance,mcp}/**", "src/**/generated/**"],
};

/** Code that writes sentences for the editor or draws them: there fragments count, and single labels. */
const SHOWN =
  /^src\/(?:[^/]+|features\/[^/]+\/(?:register|(?:host|texts|webview)\/.*)|platform\/(?:vscode|texts|webview)\/.*)\.ts$/;

/** Texts that users may read and that stay English, by file or folder, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "src/features/requests/common/ticket.ts": "tickets go to the provider's support",
  "src/features/requests/texts/ticketWords.ts": "tickets go to the provider's support",
  "src/features/requests/common/har.ts": "goes to the provider's support, for tools that read HAR",
  "src/features/requests/common/copyAs/httpFile.ts": "comments in code that others run",
  "src/features/sandbox/host/details.ts": "as an operator tells it at onboarding, to be pasted",
  "src/features/sandbox/messages/": "descriptions in a schema file, which VS Code reads as it is",
  "src/features/assistants/messages/": "told to models",
  "src/features/assistants/common/": "told to models",
  "src/platform/http/loopbackPage.ts": "reason phrases of HTTP",
};

const NAMES = ["Financial Planning", "Financial Planning API Explorer"];

/** Members that the editor or a panel draws. */
const DRAWN = new Set([
  ...["label", "description", "detail", "tooltip", "title", "prompt", "placeHolder", "placeholder"],
  ...["message", "heading", "text", "textContent", "innerText", "ariaLabel", "validationMessage"],
  ...["openLabel", "saveLabel"],
]);

/** Names of attributes that are read or heard. */
const SPOKEN =
  /\s\.?(?:title|label|alt|placeholder|aria-(?:label|description|valuetext))="([^"]*)"/g;
const TAG = /<(?:[^<>"']|"[^"]*"|'[^']*')*>/g;
const NO_TEXT = /<!--.*?-->|<(script|style)\b.*?<\/\1>/gs;
/** Where a value stands in a template. */
const PLACE = "\0";

interface Found {
  readonly line: number;
  readonly text: string;
}

describe("texts in the code", () => {
  const found = globSync(FILES.pattern, { exclude: FILES.without }).map((path) => {
    const file = path.replaceAll("\\", "/");
    return [file, hardCodedIn(readFileSync(path, "utf8"), SHOWN.test(file))] as const;
  });

  it("are translated where users may read them", () => {
    const names = Object.keys(EXCEPTIONS);
    const bad = found
      .filter(([file]) => !names.some((name) => file.startsWith(name)))
      .flatMap(([file, texts]) => texts.map(({ line, text }) => `${file}:${line}: ${text}`));
    assert.deepEqual(bad, []);
  });

  it("are excepted only where there are any", () => {
    for (const name of Object.keys(EXCEPTIONS)) {
      const isNeeded = found.some(([file, texts]) => file.startsWith(name) && texts.length > 0);
      assert.ok(existsSync(name) && isNeeded, `needs no exception: ${name}`);
    }
  });

  it("are looked for in every folder that has some", () => {
    const folders = ["host", "texts", "webview"];
    const shown = found.filter(([file]) => SHOWN.test(file)).map(([file]) => file);
    for (const folder of globSync(folders.map((name) => `src/{features/*,platform}/${name}`))) {
      const beginning = `${folder.replaceAll("\\", "/")}/`;
      assert.ok(
        shown.some((file) => file.startsWith(beginning)),
        beginning,
      );
    }
    assert.ok(shown.includes("src/extension.ts") && shown.some((file) => /vscode\//.test(file)));
  });

  for (const [code, text] of [
    ['show("Nothing was sent.")', "Nothing was sent."],
    ['show("the call was sent")', "the call was sent"],
    ["show(`${name} has no rows`)", "{} has no rows"],
    ['throw new AppError("input", "a/b", { values: { why: "No such row" } })', "No such row"],
    ['const item = { label: "Reload" }', "Reload"],
    ['item.tooltip = "$(sync) Reload"', "$(sync) Reload"],
    ['f({ title: isNew ? "Reload" : name ?? "null" })', "Reload"],
    ['t("Call {0}", "the service is away")', "the service is away"],
    ["html`<p>${name}: Reload</p>`", "{}: Reload"],
    ['html`<b title="Reload">${icon}</b>`', "Reload"],
    ["html`<p>${wide ? `all of them` : nothing}</p>`", "all of them"],
    ["show(`<html><p>Reload</p></html>`)", "Reload"],
  ] as const) {
    it(`are found: ${code}`, () => {
      assert.deepEqual(hardCodedIn(code, true), [{ line: 1, text }]);
    });
  }

  it("count outside of what is shown once they are sentences, not lists of words", () => {
    const code =
      'f("Nothing was sent."); f("no rows there."); f("id uuid guid"); f({ label: "Any" })';
    assert.deepEqual(
      hardCodedIn(code, false).map(({ text }) => text),
      ["Nothing was sent.", "no rows there."],
    );
  });

  for (const code of [
    't("Nothing was sent.")',
    'vscode.l10n.t("Nothing was sent.")',
    'translatable("Nothing was sent.")',
    'log.warn("Nothing was sent", { count })',
    'this.services.log.error("Nothing was sent")',
    'throw new RangeError("Nothing was sent")',
    "// Nothing was sent.\nrun()",
    'import x from "Nothing was sent"',
    'let x: "Nothing was sent"',
    'f("{ items, total, page, size }")',
    'f({ label: "null", title: "$..value", detail: "text/html" })',
    "css`a b c { margin: 0 auto 1px }`",
    'html`<a class="row of many">${text}</a>`',
    'if (key.text === "Escape") f("gzip, br", "wait live", "GET, POST", "Bearer [redacted]")',
  ]) {
    it(`are none: ${code}`, () => {
      assert.deepEqual(hardCodedIn(code, true), []);
    });
  }
});

/** Texts of a file that nobody translates. */
function hardCodedIn(code: string, isShown: boolean): readonly Found[] {
  const source = ts.createSourceFile("code.ts", code, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTranslating(node.expression)) {
      node.arguments.slice(1).forEach(visit);
      return;
    }
    if (isUnread(node)) {
      return;
    }
    const text = textOf(node);
    if (text !== undefined) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const told = toldBy(node, text, isShown).map((one) => one.replaceAll(PLACE, "{}").trim());
      found.push(...told.map((one) => ({ line, text: one })));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What leads to other code, a type, a line of the log, and an error of the code itself. */
function isUnread(node: ts.Node): boolean {
  return (
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isLiteralTypeNode(node) ||
    (ts.isNewExpression(node) && /^(?:Type|Range)?Error$/.test(node.expression.getText())) ||
    (ts.isCallExpression(node) &&
      /\blog\.(?:trace|debug|info|warn|error)$/.test(node.expression.getText()))
  );
}

/** Of a literal or a template, with its places. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) {
    return node.text;
  }
  return ts.isTemplateExpression(node)
    ? node.templateSpans.reduce((text, { literal }) => text + PLACE + literal.text, node.head.text)
    : undefined;
}

/** The parts of a text that tell somebody something. */
function toldBy(node: ts.Node, text: string, isShown: boolean): readonly string[] {
  const tag = ts.isTaggedTemplateExpression(node.parent) ? node.parent.tag.getText() : undefined;
  if (tag === "css") {
    return [];
  }
  if (tag !== undefined || /<\/[a-z]/i.test(text)) {
    return textsOfMarkup(text);
  }
  if (NAMES.includes(text)) {
    return [];
  }
  const isTold = isSentence(text, isShown) || (isShown && isLabel(node, text));
  return isTold ? [text] : [];
}

/** Sentences never stand in markup: panels and pages get them. */
function textsOfMarkup(markup: string): readonly string[] {
  const shown = markup.replace(NO_TEXT, "");
  const spoken = [...shown.matchAll(SPOKEN)].map(([, value = ""]) => value);
  return [...shown.split(TAG), ...spoken].filter((text) => /\p{L}/u.test(text));
}

/**
 * Two words of which the first has a capital, or that end as a sentence does; where texts are shown
 * any three words, too. What has brackets of code or an equals sign is none.
 */
function isSentence(text: string, isShown: boolean): boolean {
  const words = text
    .split(/\s+/)
    .map((part) => part.replace(/^[("'“‘[]+|[)\]"'”’.,:;!?…]+$/g, ""))
    .filter((part) => /^(?:[A-Z]?[a-z]+(?:['’-][a-z]+)*|[A-Z]+s?)$/.test(part));
  if (/[{}<>=[\]]/.test(text) || !words.some((word) => /[a-z]{2}/.test(word))) {
    return false;
  }
  const isWhole = /^[^\p{L}]*\p{Lu}/u.test(text) || /[\p{L})][.!?…]$/u.test(text);
  return (words.length > 1 && isWhole) || (words.length > 2 && isShown);
}

/** One word alone, given to a member that is drawn. */
function isLabel(node: ts.Node, text: string): boolean {
  return DRAWN.has(memberOf(node) ?? "") && /(?<![\p{L}\d/$-])\p{Lu}\p{Ll}{2}/u.test(text);
}

/** The member that gets a value, or may get it. */
function memberOf(node: ts.Node): string | undefined {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) {
    return parent.name.getText();
  }
  if (ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent)) {
    return memberOf(parent);
  }
  if (!ts.isBinaryExpression(parent)) {
    return undefined;
  }
  const { left, operatorToken } = parent;
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken) {
    return /^(?:\?\?|\|\||&&)$/.test(operatorToken.getText()) ? memberOf(parent) : undefined;
  }
  return ts.isPropertyAccessExpression(left) ? left.name.text : undefined;
}
