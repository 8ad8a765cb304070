import { GAP, withGaps } from "./gaps.mjs";
import { source } from "./source.mjs";

const { batchSummary } = source("features/sourceControl/texts/batchReport");

/** Values that sentences take; numbers are shown as a gap too. */
export const VALUES = Object.fromEntries(
  [
    ...["place", "location", "error", "prefix", "proxy", "name", "expected", "contentType", "path"],
    ...["message", "other", "identity", "service", "method", "reason", "from", "host", "what"],
    ...["connectionLabel", "grant", "responseType", "names", "status", "id"],
    ...["encoding", "byte", "domain", "date", "remaining", "client", "pension", "fields"],
    ...["answered", "readAt", "came", "total", "cause", "kept", "rows", "clients", "first"],
    ...["origin", "hop", "page"],
  ]
    .map((name) => [name, GAP])
    .concat(
      ["seconds", "port", "line", "column", "limitBytes", "limitRows", "limit", "count"].map(
        (name) => [name, 7_777_777],
      ),
    ),
);

/** Statuses without a code of their own, and what is no error of the family. */
export const OTHER_CODES = ["service/409", "service/500", "service/502", "internal/unexpected"];

/** An answer with a body that says nothing. */
const SILENT = { answer: { body: "" } };
/** One that names the subscription key, or a scope, in its challenge. */
const NAMES_KEY = challengeOf('ApiKey name="Ocp-Apim-Subscription-Key"');
const NAMES_SCOPE = challengeOf('Bearer error="insufficient_scope", scope="clients.read"');

/**
 * What else a code can say, by the facts that decide. A value of `undefined` is one that is not
 * known. `status`, `answer`, `location` are the answer's; `method`, `isList`, `path` are the call's.
 */
export const CASES = {
  "credentials/signInRefused": [
    ...["access_denied", "server_error", "unauthorized_client", "login_required"],
    ...["invalid_request", "invalid_scope", "unsupported_response_type"],
    ...["unsupported_response_mode", GAP],
  ].flatMap((error) => [
    { values: { error } },
    ...(error.startsWith("unsupported") ? [{ values: { error, remedy: "code" } }] : []),
  ]),
  "credentials/refused": [{ status: 0 }, {}, SILENT],
  "credentials/tokenRefused": [{}, { method: "GET" }],
  "credentials/secretRefused": [
    { values: { remedy: "basic" } },
    { values: { remedy: "post" } },
    { values: {} },
  ],
  "credentials/clientNotAllowed": [{ values: {} }, { values: { grant: undefined } }],
  "credentials/insufficientScope": [{}, NAMES_SCOPE],
  "credentials/scopeRefused": [{ values: { scopes: 0 } }, { values: { scopes: 2 } }],
  "credentials/identityRefused": [{ values: {} }, { values: { error: "invalid_request" } }],
  "credentials/lost": [{ values: {} }, { values: { names: "subscriptionKey" } }],
  "credentials/missing": [{}, { sandbox: true }],
  "answer/issuer": [{ values: { reason: "issMissing" } }, { values: {} }],
  "answer/identity": [
    ...["nonce", "aud", "iss", "exp", "iat", "signature", "alg", "crit", "unreadable", "keys"],
    ...["c_hash", "s_hash", "at_hash", "sub", "auth_time"],
    ...["unknown", "OAUTH_PARSE_ERROR", "other"],
  ].map((reason) => ({ values: { reason, from: reason === "exp" ? "browser" : undefined } })),
  "answer/notJson": [
    { values: { isCut: 1 } },
    { values: { reason: "empty" } },
    { values: {} },
    { values: { line: undefined } },
    { values: { line: undefined, contentType: undefined } },
  ],
  "answer/tooLarge": [{}, { values: { limitBytes: undefined } }],
  "lists/copyTooLarge": [{}, { values: { limitBytes: undefined } }],
  "service/redirect": [{}, { values: { location: undefined } }],
  "service/400": [{}, SILENT],
  "service/422": [{}, SILENT],
  "service/403": [{}, SILENT, NAMES_KEY, NAMES_SCOPE],
  "service/409": [{}, SILENT],
  "service/identity": [
    { status: 404, values: { error: undefined } },
    { status: 400, values: { error: undefined } },
    { status: 502 },
    { status: 429 },
  ],
  "service/404": [
    { method: "PUT" },
    { method: "DELETE", values: { shown: "nothing" } },
    { operationId: "listResults" },
    { operationId: "listClients" },
    { isList: true },
    {},
  ],
  "service/405": [
    { operationId: "getPension" },
    {},
    { method: "PUT" },
    { method: "PUT", answer: { headers: [["allow", GAP]] } },
    { method: "PUT", values: { worked: GAP } },
  ],
  "service/429": [
    {},
    ...["asks", "asksForTooLong"].map((wait) => ({ values: { wait, retryAfterSeconds: 5 } })),
  ],
  "network/refused": [{}, { sandbox: true }],
  "network/actionTimeout": [{ status: 0 }, { status: 0, method: "GET", lastStatus: 503 }],
  "network/attemptTimeout": [
    { status: 0 },
    ...[0, 2048].map((receivedBytes) => ({ status: 200, values: { receivedBytes } })),
  ],
  "network/failed": [{}, { values: { reason: undefined } }],
  "network/stalled": [{ status: 200, values: { receivedBytes: 2048 } }],
  "network/noAnswer": [{ status: 0, values: { seconds: undefined } }],
  "network/proxyRefused": [{ values: {} }, { values: { from: "environment" } }],
  "refused/notTyped": [{ values: {} }, { values: { what: "keyFingerprint" } }],
  "refused/otherOrigin": [{ values: { other: undefined } }, { values: {} }],
  "definition/nothingToChoose": [{}, { values: { name: undefined } }],
  "definition/foreignOrigin": [{}, { values: { service: undefined } }],
  "definition/gone": [{}, { values: { name: undefined } }],
  "definition/syntax": [{ values: { reason: "expectedComma" } }],
  "definition/aliases": [{ values: {} }, { values: { reason: "loop" } }],
  "definition/notOpenApi": [
    ...["markup", "postman", "asyncapi", "jsonSchema", "errorAnswer", "other"],
  ].map((what) => ({ values: { what } })),
  "payload/syntax": [{ values: { reason: "expectedComma" } }],
  "pensions/notReadable": [{ values: { status: 404 } }, { values: { status: 500 } }],
  "pensions/nothingToDuplicate": [{ values: { status: 404 } }, { values: { status: 500 } }],
  "pensions/outcomeUnknown": [
    { method: "PUT", status: 0 },
    { method: "PUT", status: 503 },
    { method: "PUT", status: 303 },
    { method: "PUT", status: 200, values: { reason: "answer/notJson" } },
    { method: "PUT", status: 200, values: { reason: "answer/notJson", isCut: 1 } },
    { method: "PUT", status: 0, values: { shown: "before" } },
    { method: "PUT", status: 0, values: { shown: "other" } },
    { method: "PUT", status: 0, values: { shown: "landed" } },
    { method: "DELETE", status: 0 },
    { method: "DELETE", status: 0, values: { shown: "landed" } },
  ],
  "requests/outcomeUnknown": [
    { method: "PUT", status: 0 },
    { method: "PUT", status: 503, values: { reason: "refused/locked" } },
    { method: "PUT", status: 503, values: { reason: "refused/keyChanged" } },
  ],
  "snapshots/damaged": [{}, { values: { line: undefined } }],
  "batch/schema": [{ values: {} }, { values: { count: 1 } }],
  "batch/stopped": [{ values: { summary: summaryOf("stopped", "refused") } }],
  "batch/notAllLanded": [
    ...["differs", "notSeen", "unknown"].map((outcome) => ({
      values: { summary: summaryOf("finished", outcome) },
    })),
  ],
  "signIn/consentEnds": [{ values: { name: `'${GAP}'` } }],
  "signIn/consentEnded": [{ values: { name: `'${GAP}'` } }],
  "answer/inexact": [{ values: {} }, { values: { byte: undefined } }],
  "connections/sameKey": [{ values: { isMixed: 1 } }, { values: {} }],
  "requests/nothingToCompare": [{ values: { isRead: 1 } }, { values: {} }],
  "pensions/notSeen": [{ values: {} }, { values: { isUnreadable: 1 } }],
  "pensions/nowUnknown": [{}, { values: { isUnreadable: 1 } }],
  "pensions/notThere": [{ values: {} }, { values: { readAt: undefined } }],
  "lists/noRows": [
    ...["listClients", "listHoldings", "listResults", ""].map((operationId) => ({
      values: { operationId, place: "first" },
    })),
    ...["later", "late"].map((place) => ({ values: { place } })),
  ],
  "explorer/rowsMissing": [{ values: {} }, { values: { total: undefined } }],
  "pensions/changedSince": [{ values: {} }, { values: { fields: undefined } }],
  "exports/interrupted": [
    { values: { count: undefined } },
    { values: { count: undefined, clients: undefined } },
    { values: { clients: undefined, page: undefined } },
  ],
  "exports/notWhole": [
    { values: {} },
    { values: { total: undefined } },
    { values: { remedies: 1 } },
  ],
  "exports/listsNotWhole": [{ values: {} }, { values: { remedies: 1 } }],
  "exports/linesDamaged": [{}, { values: { line: undefined } }],
  "exports/tooLargeForMarkdown": [{}, { values: { limitRows: undefined } }],
  "exports/tooLargeForText": [{}, { values: { limitBytes: undefined } }],
  "exports/repeatedRows": [{ values: {} }, { values: { count: 1 } }],
  "exports/clientsRefused": [{ values: {} }, { values: { count: 1 } }],
  "input/idNotFound": [{}, { values: { count: undefined } }],
  "input/prefix": [{}, { values: { prefix: undefined } }],
  "input/method": [{}, { values: { method: undefined } }],
  "input/tokenParameter": [{}, { values: { name: undefined } }],
  "input/connectionFile": [{}, { values: { path: undefined } }],
  "assistants/input": [{}, { values: { names: undefined } }],
};

function challengeOf(challenge) {
  return { answer: { headers: [["www-authenticate", challenge]] } };
}

/** What is said of a batch with rows that landed and others that came to this. */
function summaryOf(state, outcome) {
  const row = { effect: "replace", pension: { pensionId: GAP } };
  const rows = ["landed", outcome, outcome].map((one) => ({ ...row, outcome: one, status: 409 }));
  return batchSummary({ state, rows }, { t: withGaps }).message;
}
