import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import ts from "typescript";

const FEATURES = [
  "access",
  "connections",
  "definitions",
  "explorer",
  "lists",
  "pensions",
  "requests",
  "sandbox",
];
const ROOMS = ["core", "host", "server", "shared", "webview", ...FEATURES];
const FILES = ["entry.ts", "extension.ts", "services.ts", "manifest.ts", "commandIds.ts"];
const NETWORK = ["http", "https", "http2", "net", "tls"].flatMap((name) => [name, `node:${name}`]);
const BROWSER_LIBRARIES = /^(lit|@vscode-elements\/elements|@tanstack\/[^/]+|echarts)(\/|$)/;

interface Import {
  readonly file: string;
  /** Room of the file: a folder of `src`, or the name of a file directly in it. */
  readonly room: string;
  readonly target: string;
  /** Room of the target; undefined for packages. */
  readonly targetRoom: string | undefined;
  readonly isType: boolean;
}

describe("the import rule of the house", () => {
  const files = globSync("src/**/*.ts").map((file) => file.replaceAll("\\", "/"));
  const imports = files.flatMap(importsOf);

  it("reads every file of every room", () => {
    assert.ok(files.length > 100);
    const rooms = new Set(files.map(roomOf).filter((room) => !room.endsWith(".ts")));
    assert.deepEqual([...rooms].sort(), [...ROOMS].sort());
  });

  for (const room of [...ROOMS, ...FILES]) {
    it(`holds in ${room}`, () => {
      const broken = imports
        .filter((found) => found.room === room && !isAllowed(found))
        .map(({ file, target }) => `${file} → ${target}`);
      assert.deepEqual(broken, []);
    });
  }

  it("tells what is not allowed", () => {
    const bad: readonly (readonly [file: string, target: string])[] = [
      ["src/core/http/transport.ts", "vscode"],
      ["src/core/lists/page.ts", "undici"],
      ["src/core/http/transport.ts", "openid-client"],
      ["src/core/lists/page.ts", "../../host/log"],
      ["src/core/access/identity.ts", "node:https"],
      ["src/host/log.ts", "../lists/register"],
      ["src/lists/register.ts", "../pensions/register"],
      ["src/lists/register.ts", "../extension"],
      ["src/lists/register.ts", "node:http"],
      ["src/shared/rpc.ts", "../core/errors"],
      ["src/shared/rpc.ts", "lit"],
      ["src/webview/list/main.ts", "../../host/log"],
      ["src/webview/list/main.ts", "node:fs"],
      ["src/server/main.ts", "../core/http/redaction"],
      ["src/server/main.ts", "vscode"],
      ["src/manifest.ts", "./host/log"],
      ["src/manifest.ts", "./commandIds"],
      ["src/commandIds.ts", "./manifest"],
      ["src/lists/register.ts", "../commandIds"],
      ["src/entry.ts", "./core/errors"],
      ["src/extension.ts", "./entry"],
      ["src/services.ts", "./extension"],
      ["src/lists/register.ts", "../services"],
    ];
    for (const [file, target] of bad) {
      assert.equal(isAllowed(resolve(file, target, false)), false, `${file} → ${target}`);
    }
  });
});

function isAllowed(found: Import): boolean {
  const { room, target, targetRoom, file, isType } = found;
  const own = targetRoom === room;
  switch (room) {
    case "core":
      return targetRoom === undefined
        ? isCoreLibrary(file, target)
        : own || targetRoom === "shared";
    case "shared":
      return own;
    case "webview":
      return targetRoom === undefined
        ? BROWSER_LIBRARIES.test(target)
        : own || targetRoom === "shared" || (targetRoom === "core" && isType);
    case "host":
      return targetRoom === undefined
        ? !["undici", "openid-client", ...NETWORK].includes(target)
        : own || ["core", "shared", "manifest", "commandIds"].includes(targetRoom);
    case "server":
      return targetRoom === undefined
        ? target !== "vscode"
        : own || targetRoom === "shared" || isDefinition(found);
    case "entry.ts":
      return targetRoom === undefined
        ? target === "vscode"
        : ["extension", "host", "manifest"].includes(targetRoom);
    case "extension.ts":
    case "services.ts":
      return ![room, "webview", "server", "entry", "extension"].includes(targetRoom ?? "");
    case "manifest.ts":
      return false;
    case "commandIds.ts":
      return targetRoom === "manifest" && isType;
    default:
      return targetRoom === undefined
        ? !["undici", "openid-client", ...NETWORK].includes(target)
        : own || ["core", "host", "shared", "manifest"].includes(targetRoom);
  }
}

function isCoreLibrary(file: string, target: string): boolean {
  if (target === "vscode") {
    return false;
  }
  if (target === "undici") {
    return file.startsWith("src/core/http/");
  }
  if (target === "openid-client") {
    return file.startsWith("src/core/access/");
  }
  return !NETWORK.includes(target) || file.startsWith("src/core/http/");
}

/** The sandbox reads the definition with the client's own reader. */
function isDefinition({ target, file }: Import): boolean {
  return posix.join(dirname(file), target).startsWith("src/core/definitions/");
}

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const { moduleSpecifier } = node;
      if (moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier)) {
        const isType = ts.isImportDeclaration(node)
          ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
          : node.isTypeOnly;
        found.push(resolve(file, moduleSpecifier.text, isType));
      }
    }
    const isDynamic =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const [argument] = isDynamic ? node.arguments : [];
    if (argument !== undefined && ts.isStringLiteral(argument)) {
      found.push(resolve(file, argument.text, false));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function resolve(file: string, target: string, isType: boolean): Import {
  const path = target.startsWith(".") ? posix.join(dirname(file), target) : undefined;
  const targetRoom = path?.split("/")[1];
  return { file, room: roomOf(file), target, targetRoom, isType };
}

function roomOf(file: string): string {
  return file.split("/")[1]!;
}
