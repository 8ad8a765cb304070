import assert from "node:assert/strict";
import { type AppError, isAppError } from "../../../../../../src/platform/base/errors";
import { readDocument } from "../../../../../../src/features/definitions/common/imports/readDocument";

/** The refusal of a text; fails where it is read or where the error is not ours. */
export function refusalOf(text: string): AppError {
  try {
    readDocument(text);
  } catch (error) {
    assert.ok(isAppError(error), String(error));
    assert.equal(error.kind, "input");
    return error;
  }
  return assert.fail("it was read");
}

/** Code and values of a refusal. */
export function codeAndValues(text: string): readonly unknown[] {
  const { code, values } = refusalOf(text);
  return [code, values];
}
