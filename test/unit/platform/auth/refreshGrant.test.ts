import assert from "node:assert/strict";
import { failureOf, listClients } from "../http/support/bench";
import { VirtualClock } from "../http/support/virtualClock";
import { openSignInBench, type SignInBench } from "../../../faults/support/signInBench";
import {
  REFRESH_TOKEN,
  signed,
  withClaims,
  type Draft,
} from "../../../faults/support/signingProvider";

describe("who is named by a renewal", () => {
  let clock: VirtualClock;
  let bench: SignInBench;
  let draft: Draft;

  beforeEach(async () => {
    clock = new VirtualClock();
    bench = await openSignInBench({ scopes: ["crm.read", "offline_access"] }, clock);
  });

  afterEach(() => bench.close());

  /** Signs in with an ID token that names this subject, or with none. */
  async function signIn(subject: string | undefined): Promise<void> {
    const { parameters, url } = await bench.begin();
    draft = bench.provider.draftFor(url, parameters["code"] ?? "");
    answerWith(subject);
    await bench.finish(parameters);
    clock.advance(600_000);
  }

  function answerWith(subject: string | undefined, secondsAgo = 0): void {
    const iat = Math.floor(clock.now() / 1000) - secondsAgo;
    const named = withClaims(draft, { sub: subject, iat, exp: iat + 300 });
    const idToken = subject === undefined ? undefined : signed(named);
    bench.provider.tricks = {
      tokenBody: (body) => ({ ...body, refresh_token: REFRESH_TOKEN, id_token: idToken }),
    };
  }

  it("is nobody where nobody was named before, and the sign-in goes on", async () => {
    await signIn(undefined);
    answerWith(undefined);
    await listClients(bench.client);
    assert.equal(bench.client.session?.identity, undefined);
  });

  it("is taken where nobody was named before", async () => {
    await signIn(undefined);
    answerWith("adviser-1");
    await listClients(bench.client);
    assert.equal(bench.client.session?.identity?.subject, "adviser-1");
  });

  it("is believed by a clock that is up to a day ahead: the refresh token has rotated", async () => {
    await signIn("adviser-1");
    answerWith("adviser-1", 86_000);
    await listClients(bench.client);
    assert.equal(bench.client.session?.identity?.claims["iat"], clock.now() / 1000 - 86_000);
    clock.advance(600_000);
    answerWith("adviser-1", 87_000);
    assert.equal((await failureOf(listClients(bench.client))).code, "answer/identity");
  });

  it("may be nobody where somebody signed in, who it still is", async () => {
    await signIn("adviser-1");
    answerWith(undefined);
    await listClients(bench.client);
    assert.equal(bench.client.session?.identity?.subject, "adviser-1");
  });

  it("is nobody else than who signed in, and ends the sign-in", async () => {
    await signIn("adviser-1");
    answerWith("adviser-2");
    assert.equal((await failureOf(listClients(bench.client))).code, "credentials/otherUser");
    assert.deepEqual([bench.client.session, bench.store.values.size], [undefined, 0]);
  });
});
