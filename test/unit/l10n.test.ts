import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { translatable } from "../../src/platform/base/texts";
import { withResume } from "../../src/platform/texts/withResume";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { readonly l10n: string };
const file = join(manifest.l10n, "bundle.l10n.json");
const bundle = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>;

describe("the bundle that translations start from", () => {
  it("is where the manifest says, and has every sentence of the source", () => {
    assert.ok(existsSync(file));
    const check = spawnSync(process.execPath, ["scripts/generateL10n.mjs", "--check"], {
      encoding: "utf8",
    });
    assert.equal(check.status, 0, check.stderr);
  });

  it("has sentences of every kind: of the editor's side, handed through, and marked in tables", () => {
    const sentences = [
      "Table",
      "The payload is empty.",
      translatable("This is not a date. Write it as YYYY-MM-DD."),
    ];
    assert.ok(Object.keys(bundle).length > 2_500);
    assert.deepEqual(
      sentences.filter((sentence) => !Object.hasOwn(bundle, sentence)),
      [],
    );
  });

  it("has the sentences of errors for what is gone on with by Resume too", () => {
    const retry = "Check your network or VPN, then retry.";
    assert.equal(withResume(retry), "Check your network or VPN, then resume.");
    assert.ok([retry, withResume(retry)].every((sentence) => Object.hasOwn(bundle, sentence)));
  });
});
