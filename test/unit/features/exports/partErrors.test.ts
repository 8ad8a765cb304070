import assert from "node:assert/strict";
import { AppError } from "../../../../src/platform/base/errors";
import { partError } from "../../../../src/features/exports/common/partErrors";

describe("what the disk says of an export", () => {
  const failure = (code: string): Error =>
    Object.assign(new Error(`${code}: no, write '/home/me/Okafor.csv'`), { code });

  for (const [said, code] of [
    ["ENOSPC", "exports/diskFull"],
    ["EDQUOT", "exports/diskFull"],
    ["ENOENT", "exports/folderGone"],
    ["EACCES", "exports/notWritable"],
    ["EROFS", "exports/notWritable"],
    ["EIO", "exports/notWritten"],
  ] as const) {
    it(`is told without its path: ${said}`, () => {
      const error = partError(failure(said)) as AppError;
      assert.deepEqual([error.kind, error.code, error.values], ["input", code, { reason: said }]);
      assert.ok(
        !JSON.stringify([error.message, error.stack, error.cause ?? ""]).includes("Okafor"),
      );
    });
  }

  it("stays what it is where it is no word of the disk", () => {
    const own = new AppError("input", "exports/partGone");
    assert.equal(partError(own), own);
    const other = new TypeError("broken");
    assert.equal(partError(other), other);
    const odd = failure("ERR_INVALID_ARG_TYPE");
    assert.equal(partError(odd), odd);
  });
});
