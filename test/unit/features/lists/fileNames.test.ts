import assert from "node:assert/strict";
import { fileNameOf, tameName } from "../../../../src/features/lists/host/fileNames";

describe("names of files about lists", () => {
  it("begin with what the list holds", () => {
    assert.equal(fileNameOf("listHoldings"), "holdings");
    assert.equal(fileNameOf("get/../x"), "-x");
  });

  it("hold nothing of a member's name that an address or a file system does not take", () => {
    assert.equal(tameName("row.5.fund.name"), "row.5.fund.name");
    assert.equal(tameName("row.5.Währung"), "row.5.Währung");
    assert.equal(tameName("row.5.../../a\\b\n?#%"), "row.5.-.-a-b-");
    assert.ok(URL.canParse(`x://y/${encodeURIComponent(tameName("row.5.\ud800"))}`));
    assert.equal(tameName("x".repeat(100_000)).length, 80);
  });
});
