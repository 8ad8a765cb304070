import assert from "node:assert/strict";
import ts from "typescript";
import { typeNameOf } from "../../../../../src/features/definitions/common/types/types";
import { writeTypes } from "../../../../../src/features/definitions/common/types/writeTypes";

const PAGE = `{"items":[{"holdingId":"HLD-1","units":1204.3300,"valuedOn":"2026-10-31",
  "owner":{"firstName":"Ngozi"},"note":null},{"holdingId":"HLD-2","units":3,"note":"x"}],"totalItems":2}`;

describe("types of an answer", () => {
  it("are read from its shape, as TypeScript", async () => {
    const written = await writeTypes({ language: "typescript", name: "Holdings", sample: PAGE });
    console.log(written?.text);
  });
  it("are read from its shape, as C#", async () => {
    const written = await writeTypes({ language: "csharp", name: "Holdings", sample: PAGE });
    console.log(written?.text);
  });
  it("union", async () => {
    const written = await writeTypes({ language: "csharp", name: "Holdings", sample: `{"class":[1,"a",{"*/ \\" \\n":3}], "__proto__": 4, "": 5, "a-b": 1e400}` });
    console.log(written?.text);
    const w2 = await writeTypes({ language: "typescript", name: "Holdings", sample: `{"class":[1,"a",{"*/ \\" \\n \\u2028":3}], "__proto__": 4, "": 5, "a-b": 1e400, "constructor": {"a":1}}` });
    console.log(w2?.text);
    const w3 = await writeTypes({ language: "typescript", name: "Holdings", sample: `[]` });
    console.log(w3?.text);
    const w4 = await writeTypes({ language: "csharp", name: "Holdings", sample: `5` });
    console.log(w4?.text);
  });
});
