import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { sessionFacts } from "../../../../src/features/signIn/host/sessionFacts";
import type { ConnectionSummary } from "../../../../src/platform/base/connection";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import type { SessionViewFacts } from "../../../../src/features/signIn/messages/sessionPanel";
import { fillText } from "../../../../src/platform/base/texts";
import { aSession } from "../../../fakes/browserClient";
import { aConnection } from "../../../fakes/connection";

const CLAIMS = {
  iss: "https://identity.example/identity",
  sub: "ngozi.okafor",
  aud: ["acme-batch"],
  exp: 1_800_000_000,
  name: "Okafor, Ngozi",
  given_name: "Ngozi",
  birthdate: "1961-03-02",
  email: "n.okafor@example.com",
  email_verified: true,
  address: { street_address: "12 High Street", country: "GB" },
  union: "joint",
};

describe("the session view while privacy mode is on", () => {
  it("says when and how somebody signed in, not who it was", () => {
    const masking = createMasking(new Uint8Array(32).fill(7));
    const { facts, claims, tokenClaims } = factsWith(masking);
    assert.deepEqual(tokenClaims, claims);
    const text = (name: string): string => claims.find((claim) => claim.name === name)!.text;
    assert.equal(claims.length, Object.keys(CLAIMS).length);
    assert.match(text("name"), /^Person •/);
    assert.match(text("given_name"), /^Name •/);
    assert.match(text("birthdate"), /^•/);
    assert.match(text("email"), /^•\w+@masked\.invalid$/);
    assert.match(text("address"), /^\{"street_address":"•\w{8}","country":/);
    assert.equal(text("sub"), facts.find(({ label }) => label === "Subject")!.text);
    assert.deepEqual(["iss", "exp", "email_verified", "union"].map(text), [
      "https://identity.example/identity",
      "1800000000",
      "true",
      "joint",
    ]);
    assert.equal(claims.find(({ name }) => name === "exp")!.at, 1_800_000_000_000);
    const shown = JSON.stringify({ facts, claims });
    for (const part of ["Okafor", "okafor", "Ngozi", "1961", "High Street"]) {
      assert.ok(!shown.includes(part), part);
    }
  });

  it("shows all claims as they are while it is off", () => {
    const { claims } = factsWith(undefined);
    const values = Object.values(CLAIMS).map((value) =>
      typeof value === "string" ? value : JSON.stringify(value),
    );
    assert.deepEqual(
      claims.map(({ text }) => text),
      values,
    );
  });

  function factsWith(masking: ReturnType<typeof createMasking> | undefined): SessionViewFacts {
    const identity = { issuer: CLAIMS.iss, subject: CLAIMS.sub, claims: CLAIMS };
    const connection = aConnection();
    const { id, label, environment } = connection;
    const summary: ConnectionSummary = {
      ...{ id, label, environment, connection, state: "ready", keyFingerprint: undefined },
      session: { ...aSession(0), identity, tokenClaims: CLAIMS },
    };
    const words = { environment: { word: "", icon: "plug" }, state: "" };
    return sessionFacts(summary, words, fillText, masking);
  }
});
