import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import typescript from "typescript-eslint";

/**
 * The rooms of `src` from the ground up (src/README.md): a feature imports the platform, itself, and
 * what features on lower floors lend. Features of one floor do not know each other.
 */
const FLOORS = [
  ["privacy", "definitions"],
  ["connections"],
  ["requests", "signIn"],
  ["lists"],
  ["pensions"],
  ["explorer", "sourceControl", "sandbox", "exports", "gettingStarted"],
  ["assistants"],
];
/** Folders that a feature may import of one on a lower floor, each from folders where it may run. */
const LENT = ["common", "messages", "texts", "host"];

/** What code of one kind of folder never imports, whatever the feature. */
const BY_FOLDER = [
  ["common", ["host", "webview", "worker", "server"]],
  ["messages", ["common", "host", "webview", "worker", "texts", "server"]],
  ["webview", ["common", "host", "worker", "texts", "server"]],
  ["worker", ["host", "webview", "server"]],
  ["texts", ["host", "webview", "worker", "server"]],
  ["host", ["webview", "server"]],
  ["server", ["host", "webview", "worker", "texts"]],
  ["mcp", ["host", "webview", "worker", "server"]],
];

/** The platform from the ground up. */
const PLATFORM = [
  ["base"],
  ["json", "files", "workers"],
  ["http"],
  ["auth"],
  ["service"],
  ["guard"],
  ["texts", "vscode", "webview"],
].map((names) => names.map((name) => `./src/platform/${name}`));

const zones = [
  {
    target: "./src/platform",
    from: "./src/features",
    message: "The platform knows no feature.",
  },
  ...PLATFORM.slice(0, -1).map((target, floor) => ({
    target,
    from: PLATFORM.slice(floor + 1).flat(),
    message: "A floor of the platform imports lower ones (PLATFORM in eslint.config.mjs).",
  })),
  ...FLOORS.flatMap((names, floor) => {
    const below = FLOORS.slice(0, floor).flat();
    return names.map((name) => ({
      target: `./src/features/${name}`,
      from: "./src/features",
      except: [
        `./${name}`,
        ...below.flatMap((other) => LENT.map((folder) => `./${other}/${folder}`)),
      ],
      message: "A feature imports what lower floors lend (FLOORS and LENT in eslint.config.mjs).",
    }));
  }),
  {
    target: ["./src/platform", "./src/features"],
    from: "./src/*.ts",
    except: ["**/manifest.ts"],
    message: "Features meet in extension.ts; what they need of it, they are given.",
  },
  ...BY_FOLDER.map(([folder, others]) => ({
    target: `./src/features/*/${folder}/**`,
    from: `./src/features/*/{${others.join(",")}}/**`,
    message: `${folder} never imports ${others.join(", ")}.`,
  })),
  {
    target: "./src/features/sandbox/server",
    from: [
      "./src/platform/!(base|service|json)/**",
      "./src/platform/service/*.ts",
      "./src/features/!(sandbox)/**",
    ],
    message: "The sandbox knows the definition, its reader and messages.",
  },
  {
    target: "./src/features/sandbox/conformance",
    from: "./src",
    except: ["./features/sandbox/conformance"],
    message: "What checks a service shares no code with it.",
  },
  {
    target: "./src/features/sandbox/!(conformance)/**",
    from: "./src/features/sandbox/conformance",
    message: "The conformance suite is a program of its own.",
  },
  {
    target: ["./src/features/*/{common,messages,texts,worker,webview,server,mcp}/**"],
    from: "./src/platform/vscode",
    message: "Only host folders, register.ts and what joins the features know the editor.",
  },
  {
    target: "./src/features/*/webview/**",
    from: "./src/platform/!(webview|base)/**",
    message: "Panels import platform/webview and platform/base.",
  },
];

const VSCODE = { name: "vscode", message: "Only host folders, register.ts and platform/vscode." };
const UNDICI = { name: "undici", message: "platform/http is the one door to the network." };
const OPENID = { name: "openid-client", message: "Only platform/auth speaks OpenID Connect." };
const NETWORK = ["http", "https", "http2", "net", "tls"].flatMap((name) => [
  { name: `node:${name}`, message: UNDICI.message },
  { name, message: UNDICI.message },
]);
const FORMATS = [
  ...["toLocaleString", "toLocaleTimeString", "toLocaleDateString"].map((property) => ({
    property,
  })),
  ...["NumberFormat", "DateTimeFormat"].map((property) => ({ object: "Intl", property })),
].map((found) => ({ ...found, message: "Formats are in platform/base/texts.ts and spans.ts." }));
/**
 * `l10n.t` takes numbers and writes them without groups: as with `Translate`, whose type says so, the
 * caller says how a number is written.
 */
const writtenValues = {
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const typeOf = (node) => checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node));
    const valueType = (node) =>
      node.type === "SpreadElement"
        ? checker.getIndexTypeOfType(typeOf(node.argument), 1 /* IndexKind.Number */)
        : typeOf(node);
    const message = "Write numbers with vscode/formats.ts, or String(n) for what is no quantity.";
    return {
      "CallExpression[callee.property.name='t']:matches([callee.object.name='l10n'], [callee.object.property.name='l10n'])"({
        arguments: [, ...values],
      }) {
        values
          .filter((node) => !checker.isTypeAssignableTo(valueType(node), checker.getStringType()))
          .forEach((node) => context.report({ node, message }));
      },
    };
  },
};
const BROWSER_ONLY = { group: ["node:*"], message: "Panels run in a browser." };

function without(files, paths, patterns = []) {
  return { files, rules: { "no-restricted-imports": ["error", { paths, patterns }] } };
}

export default defineConfig(
  {
    ignores: ["dist/", "out/", "coverage/", "node_modules/", "**/generated/", "test/**/fixtures/"],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["./tsconfig.json", "./src/tsconfig.webview.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: true },
      ],
      // The editor's classes (Disposable above all) are used as interfaces, as its API intends.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      curly: "error",
      eqeqeq: "error",
      "no-console": "error",
      "no-restricted-syntax": [
        "error",
        { selector: "ExportDefaultDeclaration", message: "Named exports only." },
        { selector: "TSEnumDeclaration", message: "A union or an `as const` table instead." },
        { selector: "ExportAllDeclaration", message: "No barrel files." },
      ],
    },
  },
  {
    files: ["src/**/*.ts"],
    plugins: { "import-x": importX },
    settings: { "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".js"] })] },
    rules: { "import-x/no-restricted-paths": ["error", { zones }] },
  },
  {
    // The sandbox writes the English of its own service.
    files: ["src/**/*.ts"],
    ignores: ["src/platform/base/{spans,texts}.ts", "src/features/sandbox/server/**"],
    rules: { "no-restricted-properties": ["error", ...FORMATS] },
  },
  {
    files: ["src/**/*.ts"],
    plugins: { texts: { rules: { "written-values": writtenValues } } },
    rules: { "texts/written-values": "error" },
  },
  // The last that fits a file counts.
  without(["src/**/*.ts"], [UNDICI, OPENID, ...NETWORK]),
  without(
    ["src/platform/**/*.ts", "src/features/*/{common,messages,texts,worker,mcp}/**/*.ts"],
    [VSCODE, UNDICI, OPENID, ...NETWORK],
  ),
  without(["src/platform/vscode/**/*.ts"], [UNDICI, OPENID, ...NETWORK]),
  without(["src/platform/http/**/*.ts"], [VSCODE, OPENID]),
  without(["src/platform/auth/**/*.ts"], [VSCODE, UNDICI, ...NETWORK]),
  without(
    ["src/platform/webview/**/*.ts", "src/features/*/webview/**/*.ts"],
    [VSCODE, UNDICI, OPENID, ...NETWORK],
    [BROWSER_ONLY],
  ),
  without(["src/features/sandbox/{server,conformance}/**/*.ts"], [VSCODE]),
  {
    files: ["test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        require: "readonly",
        module: "readonly",
        __dirname: "readonly",
        URL: "readonly",
        Buffer: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
        fetch: "readonly",
      },
    },
  },
);
