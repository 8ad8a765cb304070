import assert from "node:assert/strict";
import fc from "fast-check";
import {
  dataSetName,
  partitionFolder,
} from "../../../../../src/features/exports/common/bulk/partitions";

const UUID = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";

/** As engines read it: DuckDB, Spark and Arrow alike for what we escape. */
const readBack = (folder: string): string =>
  folder
    .slice("client_id=".length)
    .replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

describe("the folders of a data set", () => {
  it("names a UUID as it is, in small letters", () => {
    assert.equal(partitionFolder(UUID), `client_id=${UUID}`);
    assert.equal(partitionFolder(UUID.toUpperCase()), `client_id=${UUID}`);
  });

  it("escapes what Hive escapes, what Windows refuses, and capitals", () => {
    assert.equal(partitionFolder("a/b:c=d%e"), "client_id=a%2Fb%3Ac%3Dd%25e");
    assert.equal(partitionFolder("../x|<y>."), "client_id=..%2Fx%7C%3Cy%3E%2E");
    assert.equal(partitionFolder("Kim"), "client_id=%4Bim");
    assert.equal(partitionFolder("••••4f2a-é"), "client_id=••••4f2a-é");
  });

  it("gives no two ids one folder, and engines the id again, whatever it is", () => {
    const id = fc.string({ minLength: 1, maxLength: 12, unit: "binary" });
    fc.assert(
      fc.property(id, id, (one, other) => {
        const [first, second] = [partitionFolder(one), partitionFolder(other)];
        if (first !== undefined) {
          assert.equal(readBack(first), one);
          assert.doesNotMatch(first, /[/\\\0]/);
        }
        if (first !== undefined && one !== other) {
          assert.notEqual(first, second);
        }
      }),
    );
    const [small, capital] = [partitionFolder("ab"), partitionFolder("aB")];
    assert.notEqual(small?.toLowerCase(), capital?.toLowerCase());
  });

  it("names no two alike for disks that fold letters and accents", () => {
    const ids = ["k", "K", "\u212a", "é", "É", "e\u0301", "E\u0301", "Å", "\u212b", "å", "a"];
    const folders = ids.map(partitionFolder).filter((folder) => folder !== undefined);
    const folded = folders.map((folder) => folder.normalize("NFC").toLowerCase());
    assert.equal(new Set(folded).size, folders.length);
    assert.ok(folders.includes("client_id=é") && folders.includes("client_id=%4B"));
  });

  it("has no folder for what no system could name", () => {
    const none = ["", "a\0b", "\ud800", "x".repeat(246), "é".repeat(123)];
    assert.deepEqual(
      none.map(partitionFolder),
      none.map(() => undefined),
    );
    assert.notEqual(partitionFolder("x".repeat(245)), undefined);
  });

  it("is called as what follows the client in the path", () => {
    const names = (
      [
        ["/clients/{clientId}/holdings", "clientId"],
        ["/clients/{id}/policies/{policy}/fund values", "id"],
        ["/of/{clientId}", "clientId"],
        ["/clients/{clientId}/_x.", "clientId"],
      ] as const
    ).map(([path, parameter]) => dataSetName(path, parameter));
    assert.deepEqual(names, ["holdings", "policies_fund_values", "rows", "x"]);
  });
});
