import assert from "node:assert/strict";
import * as vscode from "vscode";

describe("the editor of the tests", () => {
  it("is a release that the manifest supports", () => {
    const [major, minor] = vscode.version.split(".").map(Number);
    assert.equal(major, 1);
    assert.ok(minor !== undefined && minor >= 103, vscode.version);
  });

  it("runs extensions on Node 22 or later", () => {
    const major = Number.parseInt(process.versions.node, 10);
    assert.ok(major >= 22, process.versions.node);
  });
});
