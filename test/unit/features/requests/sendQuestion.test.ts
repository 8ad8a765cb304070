import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import type { AnyCall } from "../../../../src/platform/base/call";
import { writeQuestion } from "../../../../src/features/requests/host/send/sendQuestion";
import { NO_PRIVACY } from "../../../fakes/privacy";
import { aConnection } from "../../../fakes/connection";

const GOES_TO = { method: "POST", url: "https://api.example/crm/v1/notes", pathTemplate: "/notes" };

describe("the question before a request that is no read", () => {
  const detailOf = (call: AnyCall): string | undefined =>
    writeQuestion(
      { goesTo: GOES_TO, connection: aConnection(), call },
      { keyFingerprint: () => "abc", sameKeyLine: () => undefined, privacy: NO_PRIVACY },
    ).detail;

  it("names the headers that were given: they can change what it does", () => {
    const call = { operationId: "n", headers: { "X-Dry-Run": "true", "If-Match": '"1"' } };
    const detail = detailOf({ ...call, body: Buffer.from("{}") });
    assert.match(detail ?? "", /^Header: X-Dry-Run: true$/m);
    assert.match(detail ?? "", /^Header: If-Match: "1"$/m);
    assert.match(detail ?? "", /^Body: 2 B, SHA-256 44136fa355b3…$/m);
  });

  it("has no line for them where none was given", () => {
    assert.doesNotMatch(detailOf({ operationId: "n" }) ?? "", /Header/);
    const typed = { method: "POST", domain: "crm", typedPath: "/notes" } as const;
    assert.doesNotMatch(detailOf(typed) ?? "", /Header/);
  });
});
