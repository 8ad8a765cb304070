/** The part of oidc-provider 9 that the sandbox uses; the package brings no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Token {
    readonly scope?: string;
  }

  export interface TokenModel {
    /** Undefined for a token that is unknown, revoked or expired. */
    find(value: string): Promise<Token | undefined>;
  }

  export interface Interaction {
    readonly uid: string;
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, unknown>>;
    readonly grantId?: string;
    readonly session?: { readonly accountId?: string };
  }

  export interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly AccessToken: TokenModel;
    readonly ClientCredentials: TokenModel;
    readonly Grant: new (facts: { accountId: string; clientId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>;
    on(event: string, listener: (...values: unknown[]) => void): this;
  }
}
