import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { sessionTexts } from "../../../../src/features/signIn/host/sessionFacts";
import { fillText } from "../../../../src/platform/base/texts";

describe("the session view", () => {
  it("does not say of a user without an ID token that nobody signed in", () => {
    const { noClaims } = sessionTexts(fillText);
    assert.match(noClaims, /^There is no ID token: .* scope 'openid'\.$/);
    assert.doesNotMatch(noClaims, /nobody/);
  });
});
