import { exchange, formRequest, type Answer } from "../httpClient";
import { membersOf, parseBody } from "../json";
import { expect, NotShown } from "../findings";
import type { Rule } from "../rule";
import { AUTHORIZE_PATH, type Service, TOKEN_PATH } from "../service";
import { isRefusal, isSuccess, isTemporary } from "../statuses";
import { KEY_HEADER } from "./generalRules";
import { failNext } from "./headerRules";

/** Section 5: authentication, and section 7: errors. */
export function accessRules(): readonly Rule[] {
  return [
    {
      name: "5 a key that was not issued",
      sentence: "Subscription key: it identifies the application to the gateway.",
      check: async (service) => {
        const headers = { [KEY_HEADER]: "0".repeat(32) };
        const answer = await service.call(service.clients, { headers });
        expect(isRefusal(answer), `It was answered with ${answer.status}.`);
      },
    },
    {
      name: "5 a token that was not issued",
      sentence: "OAuth 2.0 (OpenID Connect) access token, sent as a bearer token in Authorization.",
      check: async (service) => {
        const headers = { Authorization: "Bearer fp-conformance-no-token" };
        const answer = await service.call(service.clients, { headers });
        expect(isRefusal(answer), `It was answered with ${answer.status}.`);
      },
    },
    {
      name: "5 permissions",
      sentence:
        "It authorises the request according to the permissions granted to the application.",
      needs: ["sandbox", "serviceAccount"],
      check: async (service) => {
        const token = tokenIn(await service.requestToken({ scope: "crm.read" }));
        const headers = { Authorization: `Bearer ${token}` };
        const granted = await service.call(service.clients, { headers });
        expect(isSuccess(granted), `What was granted is answered with ${granted.status}.`);
        const other = await service.call(await service.holdings(), { headers });
        expect(isRefusal(other), `What was not granted is answered with ${other.status}.`);
      },
    },
    {
      name: "5.1 client credentials",
      sentence: "Fully automated (service account): Client Credentials; callback URL not used.",
      needs: ["serviceAccount"],
      check: async (service) => {
        const headers = { Authorization: `Bearer ${tokenIn(await service.requestToken())}` };
        const answer = await service.call(service.clients, { headers });
        expect(isSuccess(answer), `A call with such a token is answered with ${answer.status}.`);
      },
    },
    {
      name: "5.1 hybrid flow",
      sentence: "User-present access: Hybrid (authorisation code plus ID token).",
      needs: ["userClient", "signIn"],
      check: async (service) => {
        const change = { response_type: "code id_token", nonce: "fp-conformance" };
        const back = await signIn(service, change);
        const sent = new URLSearchParams(back.hash.slice(1));
        expect(sent.has("code"), "The browser was sent back without a code.");
        expect(sent.has("id_token"), "The browser was sent back without an ID token.");
      },
    },
    {
      name: "5.2 client secret",
      sentence: "The operator issues: OAuth client ID and client secret.",
      needs: ["serviceAccount"],
      check: async (service) => {
        const answer = await service.requestToken({ client_secret: "fp-conformance-no-secret" });
        expect(isRefusal(answer), `Another secret was answered with ${answer.status}.`);
      },
    },
    {
      name: "5.2 scopes",
      sentence: "The operator issues: scopes following least privilege.",
      needs: ["sandbox", "serviceAccount"],
      check: async (service) => {
        const answer = await service.requestToken({ scope: "crm.read fp-conformance.none" });
        // RFC 6749, section 3.3: an answer that names no scope has granted all that was asked for.
        const granted = isRefusal(answer) ? "" : membersOf(parseBody(answer))?.["scope"];
        expect(
          typeof granted === "string" && !granted.includes("fp-conformance.none"),
          "A scope that was not issued was granted.",
        );
      },
    },
    {
      name: "5.3 authorise address",
      sentence: "Authorise: {auth_url}/identity/connect/authorize.",
      needs: ["userClient"],
      check: async (service) => {
        const answer = await authorize(service);
        const { location = "" } = answer.headers;
        const { redirectUri } = userClientOf(service);
        expect(answer.status < 400, `It was answered with ${answer.status}.`);
        const back = leadsTo(location, redirectUri) ? location : "";
        const [, error] = /[?#&]error=([^&#]*)/.exec(back) ?? [];
        if (error === "invalid_scope" && !service.target.isSandbox) {
          throw new NotShown("The client may not have the scopes of the example.");
        }
        expect(
          error === undefined,
          "The request of the specification's example is sent back with an error.",
        );
      },
    },
    {
      name: "5.3 token address",
      sentence: "Token: {auth_url}/identity/connect/token.",
      needs: ["serviceAccount"],
      check: async (service) => {
        tokenIn(await service.requestToken());
      },
    },
    {
      name: "5.4 code",
      sentence: "After sign-in, the user is redirected to redirect_uri with query parameter code.",
      needs: ["userClient", "signIn"],
      check: async (service) => {
        const back = await signIn(service, {});
        expect(
          leadsTo(back.href, userClientOf(service).redirectUri),
          "The browser was sent to another address.",
        );
        expect(back.searchParams.has("code"), "The browser was sent back without a code.");
      },
    },
    {
      name: "5.4 state that was sent",
      sentence: "The user is redirected with code and, if it was sent, state.",
      needs: ["userClient", "signIn"],
      check: async (service) => {
        const state = "fp conformance/state+1";
        const back = await signIn(service, { state });
        expect(back.searchParams.get("state") === state, "The state did not come back as sent.");
      },
    },
    {
      name: "5.4 state is optional",
      sentence: "state is optional.",
      needs: ["userClient", "signIn"],
      check: async (service) => {
        const back = await signIn(service, {});
        expect(!back.searchParams.has("state"), "A state came back that was not sent.");
        expect(back.searchParams.has("code"), "Without a state there is no code.");
      },
    },
    {
      name: "5.4 code exchange",
      sentence:
        "The client POSTs to the token address with Content-Type application/x-www-form-urlencoded: " +
        "grant_type (authorization_code), client_id, client_secret, code, redirect_uri.",
      needs: ["userClient", "signIn"],
      check: async (service) => {
        tokenIn(await exchangeCode(service, await signIn(service, {})));
      },
    },
    {
      name: "5.4 access_token",
      sentence: "The token response contains access_token, which is used as the bearer token.",
      needs: ["userClient", "signIn"],
      check: async (service) => {
        const token = tokenIn(await exchangeCode(service, await signIn(service, {})));
        const headers = { Authorization: `Bearer ${token}` };
        const answer = await service.call(service.clients, { headers });
        expect(isSuccess(answer), `A call with it was answered with ${answer.status}.`);
      },
    },
    {
      name: "5.4 redirect_uri of the exchange",
      sentence: "A request with an unregistered or mismatched redirect_uri is rejected.",
      needs: ["userClient", "signIn"],
      check: async (service) => {
        const other = { redirect_uri: `${userClientOf(service).redirectUri}/other` };
        const answer = await exchangeCode(service, await signIn(service, {}), other);
        expect(isRefusal(answer), `Another redirect_uri was answered with ${answer.status}.`);
      },
    },
    ...(
      [
        ["an unregistered", () => "https://attacker.example/callback"],
        ["a mismatched", (registered: string) => `${registered}/other`],
      ] as const
    ).map(([what, change]) => ({
      name: `5.4 ${what} redirect_uri`,
      sentence:
        "Redirection happens only to callback URLs registered in advance. A request with an " +
        "unregistered or mismatched redirect_uri is rejected.",
      needs: ["userClient"] as const,
      check: async (service: Service) => {
        const redirectUri = change(userClientOf(service).redirectUri);
        const answer = await authorize(service, { redirect_uri: redirectUri });
        const { location = "" } = answer.headers;
        expect(!leadsTo(location, redirectUri), "The browser is sent to that address.");
        if (isSuccess(answer) && location === "" && !service.target.isSandbox) {
          throw new NotShown(`A page came with ${answer.status}: what it says is not seen.`);
        }
        // Some providers show their page of errors after a redirect of their own.
        expect(
          isRefusal(answer) || /error/i.test(location),
          `The request was not rejected but answered with ${answer.status}.`,
        );
      },
    })),
    {
      name: "7 expired access token",
      sentence: "Expired access token: authentication error.",
      needs: ["expiredToken"],
      check: async (service) => {
        const headers = { Authorization: `Bearer ${service.target.expiredToken ?? ""}` };
        const answer = await service.call(service.clients, { headers });
        expect(isRefusal(answer), `It was answered with ${answer.status}.`);
      },
    },
    {
      name: "7 missing required headers",
      sentence: "Missing required headers: authentication error.",
      check: async (service) => {
        const headers = { Authorization: undefined, [KEY_HEADER]: undefined };
        const answer = await service.call(service.clients, { headers });
        expect(isRefusal(answer), `It was answered with ${answer.status}.`);
      },
    },
    ...[429, 500, 503].map((status) => ({
      name: `7 ${status} is temporary`,
      sentence: "Status codes 429, 500, 503: temporary.",
      needs: ["sandbox"] as const,
      check: async (service: Service) => {
        await failNext(service, status);
        const first = await service.callOnce(service.clients);
        expect(first.status === status, `A planned ${status} was answered with ${first.status}.`);
        const second = await service.callOnce(service.clients);
        expect(isSuccess(second), `The next call was answered with ${second.status}.`);
      },
    })),
  ];
}

function userClientOf({ target }: Service): NonNullable<Service["target"]["userClient"]> {
  if (target.userClient === undefined) {
    throw new NotShown("No client for users was given.");
  }
  return target.userClient;
}

/** The specification's example, section 5.4, with some parameters changed. */
function authorizeUrl(service: Service, change: Readonly<Record<string, string>> = {}): string {
  const { id, redirectUri } = userClientOf(service);
  const query = new URLSearchParams({
    client_id: id,
    response_type: "code",
    scope: "openid profile crm.read",
    redirect_uri: redirectUri,
    ...change,
  });
  return `${service.target.authUrl}${AUTHORIZE_PATH}?${query.toString()}`;
}

function authorize(
  service: Service,
  change: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const address = authorizeUrl(service, change);
  return service.patiently("The authorise address", () => exchange(address));
}

async function signIn(service: Service, change: Readonly<Record<string, string>>): Promise<URL> {
  const address = await service.target.signIn?.(authorizeUrl(service, change));
  expect(address !== undefined && URL.canParse(address), "There was no address to come back to.");
  return new URL(address);
}

async function exchangeCode(
  service: Service,
  back: URL,
  change: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { id, secret, redirectUri } = userClientOf(service);
  const form = {
    grant_type: "authorization_code",
    client_id: id,
    client_secret: secret,
    code: back.searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    ...change,
  };
  const answer = await exchange(`${service.target.authUrl}${TOKEN_PATH}`, formRequest(form));
  if (isTemporary(answer)) {
    throw new NotShown(`The token address answered with ${answer.status}; a code is sent once.`);
  }
  return answer;
}

function tokenIn(answer: Answer): string {
  expect(isSuccess(answer), `The token address answered with ${answer.status}.`);
  const token = membersOf(parseBody(answer))?.["access_token"];
  expect(typeof token === "string" && token !== "", "The answer has no access_token.");
  return token;
}

/** Whether an address is the callback, whatever its query and fragment. */
function leadsTo(address: string, callback: string): boolean {
  return placeOf(address) === placeOf(callback);
}

/** As browsers write it: `https://app.example` has a slash at its end. */
function placeOf(address: string): string {
  const [place = ""] = address.split(/[?#]/);
  return URL.canParse(place) ? new URL(place).href : place;
}
