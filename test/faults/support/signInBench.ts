import type { SignInRequest, StartedSignIn } from "../../../src/platform/auth/browserSignIn";
import { readRawCallback } from "../../../src/platform/auth/callbackParameters";
import type { Connection } from "../../../src/platform/base/connection";
import type { Clock } from "../../../src/platform/base/clock";
import type { ServiceClient } from "../../../src/platform/service/client";
import type { Session } from "../../../src/platform/base/session";
import { openBench, type Bench } from "../../unit/platform/http/support/bench";
import { VirtualClock } from "../../unit/platform/http/support/virtualClock";
import { encode, type AskedAnswer, type Parameters } from "./callbackAttacks";
import { SigningProvider } from "./signingProvider";

export const REDIRECT_URI = "http://127.0.0.1:49152/callback";
export const USER = {
  ...{ accessModel: "userPresent", callbackUrl: REDIRECT_URI, clientId: "acme-app" },
  scopes: ["openid", "crm.read"],
} as const satisfies Partial<Connection>;

export interface SignInBench extends Bench {
  readonly provider: SigningProvider;
  /** Begins a sign-in; `parameters` is what an honest browser would bring back. */
  begin(client?: ServiceClient): Promise<StartedSignIn & { readonly parameters: Parameters }>;
  /** Whether a state is one of a sign-in that waits. */
  isWaiting(state: string): Promise<boolean>;
  /** Brings it back, as the browser does. */
  finish(parameters: Parameters, client?: ServiceClient): Promise<Session>;
}

/** A client whose provider signs what it is told to, on a clock of the test's. */
export async function openSignInBench(
  change: Partial<Connection> = {},
  clock: Clock = new VirtualClock(),
  responseMode: SignInRequest["responseMode"] = "fragment",
): Promise<SignInBench> {
  const provider = new SigningProvider(USER.clientId, () => clock.now());
  const connection = { ...USER, ...change };
  const bench = await openBench({ identity: provider.answer, connection, clock });
  const hybridFrom = responseMode === "form_post" ? "form" : "fragment";
  const from = connection.responseType === "code id_token" ? hybridFrom : "query";
  return {
    ...bench,
    provider,
    begin: async (client = bench.client) => {
      const started = await client.beginSignIn({ redirectUri: REDIRECT_URI, responseMode });
      return { ...started, parameters: provider.redirect(started.url) };
    },
    isWaiting: async (state) => (await bench.waitingSignIns.find(state)) !== undefined,
    finish: (parameters, client = bench.client) =>
      client.completeSignIn(readRawCallback({ from, text: encode(parameters) })),
  };
}

/** A bench whose sign-ins ask for that, and an honest browser that brings it so. */
export async function openBenchFor(asked: AskedAnswer, clock?: Clock): Promise<SignInBench> {
  const responseType = asked === "code" ? asked : "code id_token";
  const responseMode = asked === "code id_token by form" ? "form_post" : "fragment";
  return await openSignInBench({ responseType }, clock, responseMode);
}
