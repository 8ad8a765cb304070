import assert from "node:assert/strict";
import { getCACertificates } from "node:tls";
import { systemAuthorities } from "../../../../src/platform/http/authorities";

describe("authorities that are trusted", () => {
  it("are Node's own where nobody wants those of the machine", () => {
    assert.equal(systemAuthorities(false), undefined);
  });

  it("are Node's own and those of the machine, none twice, and read once", () => {
    const found = systemAuthorities(true);
    const all = [...getCACertificates("default"), ...getCACertificates("system")];
    assert.deepEqual(found, [...new Set(all)]);
    assert.equal(systemAuthorities(true), found);
  });
});
