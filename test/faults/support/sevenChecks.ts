import type { ResponseType } from "../../../src/platform/base/connection";
import { halfHash, KEYS, signed, withClaims, type Tricks } from "./signingProvider";

export interface Check {
  readonly name: string;
  readonly responseType: ResponseType;
  readonly tricks: Tricks;
  readonly code: string;
}

const long = "a".repeat(17_000);

/** Each row fails one check that openid-client does not make, and nothing else. */
export const SEVEN_CHECKS: readonly Check[] = [
  ...(["code", "code id_token"] as const).flatMap((responseType): readonly Check[] => [
    {
      ...{ name: `signature of the back-channel ID token (${responseType})`, responseType },
      tricks: { back: (draft) => signed(draft, KEYS.foreign) },
      code: "answer/identity",
    },
    {
      ...{ name: `at_hash of another token (${responseType})`, responseType },
      tricks: { back: (draft) => signed(withClaims(draft, { at_hash: halfHash("other") })) },
      code: "answer/identity",
    },
    {
      ...{ name: `at_hash that is no text (${responseType})`, responseType },
      tricks: { back: (draft) => signed(withClaims(draft, { at_hash: 1 })) },
      code: "answer/identity",
    },
    {
      ...{ name: `issued in ten minutes (${responseType})`, responseType },
      tricks: {
        back: (draft) => signed(withClaims(draft, { iat: Number(draft.claims["iat"]) + 600 })),
      },
      code: "answer/identity",
    },
    {
      ...{ name: `an access token with a line break (${responseType})`, responseType },
      tricks: { tokenBody: (body) => ({ ...body, access_token: "a\r\nx-evil: 1" }) },
      code: "answer/identity",
    },
    {
      ...{ name: `an access token of 17 KB (${responseType})`, responseType },
      tricks: { tokenBody: (body) => ({ ...body, access_token: long }) },
      code: "answer/identity",
    },
    {
      ...{ name: `an answer of 5 MB (${responseType})`, responseType },
      tricks: { tokenBody: (body) => ({ ...body, padding: "p".repeat(5_000_000) }) },
      code: "answer/tooLarge",
    },
  ]),
  {
    ...{ name: "two ID tokens about two people", responseType: "code id_token" },
    tricks: { back: (draft) => signed(withClaims(draft, { sub: "somebody-else" })) },
    code: "answer/identity",
  },
  {
    ...{ name: "a front-channel ID token from the future", responseType: "code id_token" },
    tricks: {
      front: (draft) => signed(withClaims(draft, { iat: Number(draft.claims["iat"]) + 600 })),
    },
    code: "answer/identity",
  },
];
