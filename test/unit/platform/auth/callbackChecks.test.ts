import assert from "node:assert/strict";
import {
  isFromIssuer,
  requireExpectedCallback,
} from "../../../../src/platform/auth/callbackChecks";
import { isAppError } from "../../../../src/platform/base/errors";
import type { ResponseType } from "../../../../src/platform/base/connection";

type Values = Readonly<Record<string, string>>;

const BROUGHT: Readonly<Record<ResponseType, Values>> = {
  code: { code: "abc" },
  "code id_token": { code: "abc", id_token: "x.y.z" },
};
const TYPES = Object.keys(BROUGHT) as ResponseType[];

/** The reason of the refusal, or nothing. */
function refusal(responseType: ResponseType, values: Values): unknown {
  try {
    requireExpectedCallback(
      { values: new Map(Object.entries(values)), from: "fragment" },
      { responseType, responseMode: "fragment" },
    );
    return undefined;
  } catch (error) {
    assert.ok(isAppError(error) && error.code === "credentials/callbackRejected");
    return error.values["reason"];
  }
}

describe("what a callback brings", () => {
  for (const type of TYPES) {
    for (const other of TYPES) {
      it(`of ${other} is ${type === other ? "taken" : "refused"} where ${type} was asked for`, () => {
        assert.equal(refusal(type, BROUGHT[other]), type === other ? undefined : "type");
      });
    }

    it(`is an error or what was asked for, never both: ${type}`, () => {
      assert.equal(refusal(type, { error: "access_denied" }), undefined);
      assert.equal(refusal(type, { error: "" }), "type");
      for (const [name, value] of Object.entries(BROUGHT[type])) {
        assert.equal(refusal(type, { error: "access_denied", [name]: value }), "type");
      }
    });

    it(`has no token that nobody asked for: ${type}`, () => {
      for (const name of ["access_token", "token", "response"]) {
        assert.equal(refusal(type, { ...BROUGHT[type], [name]: "x" }), "type");
      }
    });
  }
});

describe("the issuer that a callback names", () => {
  const issuer = "https://login.example/identity";
  const ROWS: readonly (readonly [isToldToCome: boolean | undefined, Values, fits: boolean])[] = [
    [undefined, {}, true],
    [false, {}, true],
    [true, {}, false],
    // Its ID token says so.
    [true, { id_token: "x.y.z" }, true],
    [true, { iss: issuer }, true],
    [undefined, { iss: issuer }, true],
    [undefined, { iss: `${issuer}/` }, false],
    [true, { iss: "https://login.evil.example", id_token: "x.y.z" }, false],
  ];
  for (const [isTold, values, fits] of ROWS) {
    it(`${JSON.stringify(values)}, where it ${isTold === true ? "has" : "need not"} to be there`, () => {
      const metadata = {
        issuer,
        ...(isTold === undefined ? {} : { authorization_response_iss_parameter_supported: isTold }),
      };
      const callback = { values: new Map(Object.entries(values)), from: "query" } as const;
      assert.equal(isFromIssuer(callback, metadata), fits);
    });
  }
});
