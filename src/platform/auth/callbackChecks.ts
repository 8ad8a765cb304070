import type { CallbackParameters, ResponseMode } from "./browserSignIn";
import type { ResponseType } from "../base/connection";
import { rejectedCallback } from "./callbackParameters";

/** What a sign-in expects of its callback. */
export interface ExpectedCallback {
  readonly responseType: ResponseType;
  readonly responseMode: ResponseMode;
}

const PART: Readonly<Record<ResponseMode, CallbackParameters["from"]>> = {
  query: "query",
  fragment: "fragment",
  form_post: "form",
};

/** Where an answer comes when no mode is asked for (OAuth 2.0 Multiple Response Types, 2.1, 5). */
const DEFAULT_MODE: Readonly<Record<ResponseType, ResponseMode>> = {
  code: "query",
  "code id_token": "fragment",
};

/** RFC 6749, appendix A.11. */
const CODE = /^[\x20-\x7e]{1,8192}$/;

/**
 * Checks the shape of a callback whose state was found: it came by the way that was asked for, or
 * by the one its type has where a provider heeds no wish, and is either an error or what the
 * response type brings, and nothing more.
 * @throws AppError `credentials/callbackRejected`
 */
export function requireExpectedCallback(
  { values, from }: CallbackParameters,
  { responseType, responseMode }: ExpectedCallback,
): void {
  if (from !== PART[responseMode] && from !== PART[DEFAULT_MODE[responseType]]) {
    throw rejectedCallback("part");
  }
  // Asked for by nobody: an access token does not come through a browser (RFC 9700, 2.1.2).
  if (["access_token", "token", "response"].some((name) => values.has(name))) {
    throw rejectedCallback("type");
  }
  const [code, idToken] = [values.get("code"), values.get("id_token")];
  if (values.has("error")) {
    if (code !== undefined || idToken !== undefined || values.get("error") === "") {
      throw rejectedCallback("type");
    }
    return;
  }
  const isHybrid = responseType === "code id_token";
  if (code === undefined || !CODE.test(code) || (idToken !== undefined) !== isHybrid) {
    throw rejectedCallback("type");
  }
}

/** What of the provider's metadata decides about `iss`. */
export interface IssuerMetadata {
  readonly issuer: string;
  readonly authorization_response_iss_parameter_supported?: boolean;
}

/**
 * Whether the answer says that it is from this issuer (RFC 9207, section 2.4), also where it is a
 * refusal. An ID token says so itself.
 */
export function isFromIssuer({ values }: CallbackParameters, metadata: IssuerMetadata): boolean {
  const issuer = values.get("iss");
  const isNeeded =
    metadata.authorization_response_iss_parameter_supported === true && !values.has("id_token");
  return issuer === undefined ? !isNeeded : issuer === metadata.issuer;
}
