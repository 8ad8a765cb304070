import type { Members } from "./json";

/** The service that is checked, and what may be used to check it. URLs have no trailing slash. */
export interface Target {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Paths of the domains below the base URL, versions included. */
  readonly prefixes: {
    readonly crm: string;
    readonly finances: string;
    readonly profiling: string;
  };
  /** Whether nobody named the prefix of results, which the specification does not give. */
  readonly guessesResults?: boolean;
  readonly subscriptionKey: string;
  /** Of another environment behind the same base URL. */
  readonly otherSubscriptionKey?: string;
  readonly serviceAccount?: OAuthClient;
  /** In the place of one that the service account is given. */
  readonly accessToken?: string;
  readonly expiredToken?: string;
  readonly userClient?: OAuthClient & { readonly redirectUri: string };
  /** Id of a client that there is; absent: the first of the list that has one. */
  readonly knownClient?: string;
  /** Number of the first page: the specification does not show whether it is 0 or 1. */
  readonly firstPage: number;
  /** Whether pensions of that client may be written; they are removed where the service lets it. */
  readonly mayWrite: boolean;
  /** Body of a pension that the service takes: which fields it needs is not shown. */
  readonly pensionBody?: Members;
  /** Whether it is the sandbox: then what the specification leaves open is known too. */
  readonly isSandbox: boolean;
  /** Address for tests of the sandbox. */
  readonly adminUrl?: string;
  /** Lets a person sign in at an address; gives the address that the browser is sent to then. */
  readonly signIn?: (address: string) => Promise<string>;
}

export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}
