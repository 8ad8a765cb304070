import * as v from "valibot";
import { ENVIRONMENTS } from "../../../platform/base/connection";
import { type Shape, textOf } from "../../../platform/base/messageSchemas";

export const ACCESS_MODELS = ["serviceAccount", "userPresent", "delegation"] as const;

/** Longer texts are no typing; nothing of a connection comes near. */
const typed = textOf(20_000);

/**
 * A connection as a form holds it: what was typed, checked or not. No secret is among it, and no
 * other member.
 */
export const connectionDraft = v.strictObject({
  label: typed,
  environment: v.picklist(ENVIRONMENTS),
  baseUrl: typed,
  crmPrefix: typed,
  financesPrefix: typed,
  profilingPrefix: typed,
  authUrl: typed,
  accessModel: v.picklist(ACCESS_MODELS),
  clientId: typed,
  clientAuthentication: v.picklist(["post", "basic"]),
  /** Separated by spaces. */
  scopes: typed,
  /** One `name=value` a line. */
  tokenParameters: typed,
  callbackUrl: typed,
  responseType: v.picklist(["code", "code id_token"]),
  proofKey: v.picklist(["auto", "required", "off"]),
  consentEndClaim: typed,
  /** "" leaves it to the setting. */
  pageSize: typed,
  /** "" is none; else one of the colours of `platform/base/connection.ts`. */
  colour: typed,
  networking: v.picklist(["own", "editor"]),
  /** Numbers separated by commas. */
  authenticationStatuses: typed,
});
export type ConnectionDraft = Shape<typeof connectionDraft>;

export type DraftField = keyof ConnectionDraft;
export const DRAFT_FIELDS = Object.keys(connectionDraft.entries) as readonly DraftField[];

/** What is wrong with a field; `code` names the sentence. */
export interface DraftProblem {
  readonly field: DraftField;
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export const SECRET_STATES = ["missing", "set", "session", "lost"] as const;
/** What is known of each secret: never typed, kept, or kept once and gone. */
export type SecretState = (typeof SECRET_STATES)[number];

export const SECRET_NAMES = ["subscriptionKey", "clientSecret"] as const;
export type SecretName = (typeof SECRET_NAMES)[number];
