import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import typescript from "typescript-eslint";

/** Bans imports by path pattern, with the sentence of the house plan that they break. */
function never(files, groups, more = []) {
  return {
    files,
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: more,
          patterns: groups.map(([names, message]) =>
            typeof names === "string" ? { regex: names, message } : { group: names, message },
          ),
        },
      ],
    },
  };
}

const VSCODE = { name: "vscode", message: "Only host, features and extension.ts know the editor." };
const UNDICI = { name: "undici", message: "core/http is the one door to the network." };
const OPENID = { name: "openid-client", message: "Only core/access speaks OpenID Connect." };
const NETWORK = ["http", "https", "http2", "net", "tls"].flatMap((name) => [
  { name: `node:${name}`, message: UNDICI.message },
  { name, message: UNDICI.message },
]);
const FEATURES = "access|connections|definitions|explorer|lists|pensions|requests|sandbox".split(
  "|",
);
const toFeatures = FEATURES.map((name) => `../${name}/*`);

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
        project: ["./tsconfig.json", "./src/webview/tsconfig.json"],
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
  never(
    ["src/core/**/*.ts"],
    [[["**/host/**", "**/manifest", "**/server/**"], "core imports core and shared."]],
    [VSCODE, UNDICI, OPENID, ...NETWORK],
  ),
  never(
    ["src/core/http/**/*.ts"],
    [[["**/host/**", "**/manifest", "**/server/**"], "core imports core and shared."]],
    [VSCODE, OPENID],
  ),
  never(
    ["src/core/access/**/*.ts"],
    [[["**/host/**", "**/manifest", "**/server/**"], "core imports core and shared."]],
    [VSCODE, UNDICI, ...NETWORK],
  ),
  never(["src/shared/**/*.ts"], [["^(?!\\./)", "shared imports itself only."]], [VSCODE]),
  never(
    ["src/webview/**/*.ts"],
    [
      [
        ["**/host/**", "**/manifest", "**/server/**", "node:*"],
        "Panels import shared, types of core, browser libraries.",
      ],
    ],
    [VSCODE],
  ),
  never(
    ["src/host/**/*.ts"],
    [[[...toFeatures, "**/server/**"], "host knows no feature."]],
    [UNDICI, OPENID, ...NETWORK],
  ),
  never(
    FEATURES.map((name) => `src/${name}/**/*.ts`),
    [
      [
        [
          ...toFeatures,
          "**/server/**",
          "**/webview/**",
          "**/extension",
          "../services",
          "../../services",
        ],
        "Features meet in extension.ts only.",
      ],
    ],
    [UNDICI, OPENID, ...NETWORK],
  ),
  never(
    ["src/server/**/*.ts"],
    [
      [
        ["**/host/**", "**/manifest", "**/core/!(definitions)/**"],
        "The sandbox knows the definition and shared.",
      ],
    ],
    [VSCODE],
  ),
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
