/** The part of oidc-provider 9 that the sandbox uses; the package brings no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Token {
    readonly scope?: string;
    readonly accountId?: string;
    readonly clientId?: string;
    readonly grantId?: string;
    destroy(): Promise<void>;
  }

  export interface Model<Stored> {
    /** Undefined for one that is unknown, revoked or expired. */
    find(value: string): Promise<Stored | undefined>;
  }

  export interface Client {
    readonly clientId: string;
    readonly clientName?: string;
    readonly redirectUris: readonly string[];
  }

  export interface ClientModel extends Model<Client> {
    readonly prototype: { redirectUriAllowed(this: Client, address: string): boolean };
  }

  export interface Interaction {
    readonly uid: string;
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, unknown>>;
    readonly grantId?: string;
    /** Who is signed in; the provider holds it against the browser's session at each step. */
    session?: { readonly accountId: string } | undefined;
    persist(): Promise<unknown>;
  }

  export interface GrantFacts {
    readonly accountId: string;
    readonly clientId: string;
    /** Seconds; the provider's own lifetime of grants where nothing is said. */
    readonly expiresIn?: number;
  }

  export interface Grant {
    readonly clientId: string;
    /** Seconds since the epoch. */
    readonly exp?: number;
    addOIDCScope(scope: string): void;
    rejectOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  /** What the browser's cookie stands for. */
  export interface Session {
    accountId: string | undefined;
    authorizations: unknown;
    persist(): Promise<unknown>;
  }

  /** A koa context; `oidc` is there once a route was found. */
  export interface ProviderContext {
    readonly path: string;
    readonly query: Readonly<Record<string, unknown>>;
    body: unknown;
    set(headers: Readonly<Record<string, string>>): void;
    readonly oidc?: {
      readonly route?: string;
      readonly client?: Client;
      readonly params?: Readonly<Record<string, unknown>>;
      readonly entities: { readonly Grant?: Grant };
    };
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly AccessToken: Model<Token>;
    readonly AuthorizationCode: Model<Token>;
    readonly ClientCredentials: Model<Token>;
    readonly Client: ClientModel;
    readonly Grant: (new (facts: GrantFacts) => Grant) & Model<Grant>;
    readonly Session: {
      /** The session of a request; a new one where there is none. */
      get(context: { req: IncomingMessage; res: ServerResponse }): Promise<Session>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>;
    on(event: string, listener: (...values: unknown[]) => void): this;
    use(middleware: (context: ProviderContext, next: () => Promise<void>) => Promise<void>): this;
  }
}
