import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectPackages } from "../../scripts/notices.cjs";

describe("the notices of third parties", () => {
  let root: string;

  /** A package as it is installed; gives a file of it that a bundle holds. */
  const install = (name: string, license: string, text?: string): string => {
    const folder = join(root, "node_modules", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name, version: "1.2.3", license }),
    );
    if (text !== undefined) {
      writeFileSync(join(folder, "LICENSE"), text);
    }
    return `node_modules/${name}/index.js`;
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "fpx-"));
    install("@vscode/codicons", "CC-BY-4.0", "The icons");
  });

  afterEach(() => rmSync(root, { recursive: true }));

  it("stand beside the bundles for each package that they hold", () => {
    const notices = readFileSync(join("dist", "THIRD-PARTY-NOTICES.md"), "utf8");
    const list = JSON.parse(readFileSync(join("out", "packages.json"), "utf8")) as readonly {
      readonly name: string;
      readonly version: string;
    }[];
    const names = new Set(list.map(({ name }) => name));
    for (const name of ["undici", "openid-client", "lit", "oidc-provider", "@vscode/codicons"]) {
      assert.ok(names.has(name), name);
    }
    const missing = list.filter(
      ({ name, version }) => !notices.includes(`## ${name} ${version}\n`),
    );
    assert.deepEqual(missing, []);
  });

  it("hold the text of each licence", () => {
    const packages = collectPackages(root, ["src/a.ts", install("left", "MIT", "Copyright Left")]);
    assert.deepEqual(packages, [
      {
        name: "@vscode/codicons",
        version: "1.2.3",
        license: "CC-BY-4.0",
        texts: ["The icons"],
      },
      { name: "left", version: "1.2.3", license: "MIT", texts: ["Copyright Left"] },
    ]);
  });

  it("refuse a package whose licence is not allowed, by its name", () => {
    const input = install("@some/right", "GPL-3.0", "Copyleft");
    const refused = /^@some\/right 1\.2\.3 has a licence that is not allowed: GPL-3\.0\.$/;
    assert.throws(() => collectPackages(root, [input]), { message: refused });
  });

  it("refuse a package without the text of its licence, by its name", () => {
    const input = install("bare", "MIT");
    const refused = /^bare 1\.2\.3 comes without the text of its licence\.$/;
    assert.throws(() => collectPackages(root, [input]), { message: refused });
  });
});
