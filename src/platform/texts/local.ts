import type { ErrorFacts, ErrorTable, ErrorWords, Translate } from "./words";

/** What went wrong on this side: payload, input, sandbox, and what we declined to do. */
export const LOCAL_TEXTS: ErrorTable = {
  "payload/syntax": (facts) => ({
    what: facts.t("The payload is not JSON: {0} ({1}).", jsonReason(facts), position(facts)),
    advice: facts.t("Correct it at that place; nothing was sent."),
    action: "openPayload",
  }),
  "payload/notObject": (facts) => ({
    what: facts.t("The payload is JSON, but not an object ({0}).", position(facts)),
    advice: facts.t("Write the pension as a JSON object, in braces; nothing was sent."),
    action: "openPayload",
  }),
  "payload/notUnicode": (facts) => ({
    what: facts.t(
      "The payload has half of a Unicode character, a lone surrogate ({0}).",
      position(facts),
    ),
    advice: facts.t("Replace this character; nothing was sent."),
    action: "openPayload",
  }),
  "payload/empty": ({ t }) => ({
    what: t("The payload is empty."),
    advice: t("Write the pension as a JSON object; nothing was sent."),
    action: "openPayload",
  }),
  "payload/tooDeep": (facts) => ({
    what: facts.t("The payload is nested too deeply ({0}).", position(facts)),
    advice: facts.t("Use fewer levels of objects and arrays there; nothing was sent."),
    action: "openPayload",
  }),
  "requests/outcomeUnknown": ({ t, method = t("request"), status, value }) => ({
    what:
      status >= 500
        ? t(
            "The {0} was sent, and the service answered with an error ({1}). It is not known whether it was carried out.",
            method,
            String(status),
          )
        : t(
            "The {0} was sent, but no complete answer came. It is not known whether it was carried out.",
            method,
          ),
    advice:
      value("reason") === "refused/locked"
        ? t(
            "It was not repeated, because Production was locked by then. Compare with the service before you unlock it and send it again.",
          )
        : t("Compare with the service before you send it again."),
  }),
  "permit/missing": notConfirmed,
  "permit/spent": notConfirmed,
  "permit/otherTarget": ({ t }) => ({
    what: t("What would be sent now differs from what you confirmed."),
    advice: t("Start again and confirm it; nothing was sent."),
  }),
  "refused/untrusted": ({ t }) => ({
    what: t("This workspace is not trusted (Restricted Mode), so only the sandbox can be used."),
    advice: t("Trust the workspace, then try again; nothing was sent."),
    action: "manageTrust",
  }),
  "refused/locked": (facts) => ({
    what: facts.t("Writing to {0} is locked, because it is Production.", facts.name),
    advice: facts.t("Unlock it for a while, then try again; nothing was written."),
    action: "unlock",
  }),
  "refused/keyChanged": (facts) => ({
    what: facts.t(
      "The subscription key of {0} was changed after you were asked to confirm this write; another key can mean another environment.",
      facts.name,
    ),
    advice: facts.t(
      "Check the key and the environment of the connection, then send it and confirm it again; nothing was written.",
    ),
    action: "retry",
  }),
  "refused/notTyped": ({ t, value }) => ({
    what:
      value("what") === "keyFingerprint"
        ? t("The text that you typed is not the fingerprint of the subscription key.")
        : t("The text that you typed is not the end of the id of the client."),
    advice: t("Send again, and type the text as the confirmation shows it; nothing was sent."),
    action: "retry",
  }),
  "refused/scheme": (facts) => ({
    what: facts.t("The address of {0} is not encrypted (http).", facts.host),
    advice: facts.t("Use https for {0}; nothing was sent.", facts.name),
  }),
  "refused/userInfo": (facts) => ({
    what: facts.t("The address of {0} holds a user name or password.", facts.name),
    advice: facts.t("Remove it; nothing was sent."),
  }),
  "refused/address": badAddress,
  "refused/otherOrigin": (facts) => ({
    what: facts.has("other")
      ? facts.t(
          "The request URL on {0} does not begin with the base URL of the connection.",
          facts.host,
        )
      : facts.t("The request was for {0}, which is not a server of this connection.", facts.host),
    advice: facts.t(
      "Check base URL, auth URL and path prefixes of {0}; nothing was sent.",
      facts.name,
    ),
  }),
  "refused/endpointElsewhere": (facts) => ({
    what: facts.t("The discovery document names an endpoint on another host: {0}", facts.host),
    advice: facts.t("Check the auth URL of {0}; no secret was sent.", facts.name),
    action: "showLog",
  }),
  "refused/method": notConfirmed,
  "refused/unsealed": notConfirmed,
  "sandbox/portInUse": (facts) => ({
    what: facts.t("Port {0} is used by another program.", facts.value("port")),
    advice: facts.t("Choose another port for the sandbox, or 0 for a free one."),
    action: "openSandboxSettings",
  }),
  "sandbox/stopped": ({ t }) => ({
    what: t("The sandbox is stopped."),
    advice: t("Start the sandbox again; it begins with fresh data."),
    action: "restartSandbox",
  }),
  "sandbox/ended": ({ t }) => ({
    what: t("The sandbox ended unexpectedly."),
    advice: t("Start the sandbox again; it begins with fresh data."),
    action: "restartSandbox",
  }),
  "sandbox/startFailed": ({ t }) => ({
    what: t("The sandbox could not be started."),
    advice: t("Start the sandbox again. If it fails again, run 'Show Log' to see why."),
    action: "restartSandbox",
  }),
  "sandbox/faultsNotTaken": ({ t }) => ({
    what: t("The sandbox could not apply the faults that were chosen."),
    advice: t("Restart the sandbox, then choose them again."),
    action: "restartSandbox",
  }),
  "sandbox/refused": (facts) => ({
    what: facts.t("The sandbox could not load this: {0}", facts.value("reason")),
    advice: facts.t("Nothing was changed. Correct it in the file, then load the file again."),
    action: "showLog",
  }),
  "sandbox/callGone": ({ t }) => ({
    what: t("The sandbox no longer has this call."),
    advice: t(
      "Make the call again. The sandbox keeps the last 10,000 until it is restarted or cleared.",
    ),
  }),
  "sandbox/nothingToGive": ({ t }) => ({
    what: t("This call has no recorded answer that the sandbox could give."),
    advice: t("Choose a call with an answer in the Requests view."),
  }),
  "sandbox/notMaskable": ({ t }) => ({
    what: t("The answer is not JSON, so what is private in it cannot be masked."),
    advice: t("Turn privacy mode off to let the sandbox give it as it came."),
  }),
  "sandbox/startTimeout": ({ t }) => ({
    what: t("The sandbox did not start in time."),
    advice: t("Start the sandbox again. If it fails again, run 'Show Log' to see why."),
    action: "restartSandbox",
  }),
  "input/notSaved": ({ t }) => ({
    what: t("The file could not be saved."),
    advice: t(
      "Check that you may write to the folder and that the disk has space; no part of the file was kept.",
    ),
    action: "retry",
  }),
  "input/clientId": ({ t }) => ({
    what: t("This is not the id of a client."),
    advice: t("It is a UUID, such as 8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11."),
  }),
  "input/pensionId": ({ t }) => ({
    what: t("This is not a pension id that can be part of an address."),
    advice: t("Enter the id as the service knows it, such as PEN-0042."),
  }),
  "input/pensionIdLong": ({ t }) => ({
    what: t("This pension id is too long for the name of a file."),
    advice: t(
      "Save the payload under a name of your own that ends with .pension.json, and choose its target there.",
    ),
  }),
  "input/pensionQuery": ({ t }) => ({
    what: t("A PUT or DELETE of a pension takes no query."),
    advice: t("Remove the query, then send it again; nothing was sent."),
  }),
  "input/pensionPath": ({ t }) => ({
    what: t("This path is ambiguous: encoded or dot segments could address another pension."),
    advice: t("Write the path with plain ids, as the definition shows it. Nothing was sent."),
  }),
  "input/noTarget": ({ t }) => ({
    what: t("This payload has no target: its client and pension are not known."),
    advice: t("Choose them with 'Change Target of Payload…'."),
    action: "changeTarget",
  }),
  "input/noPanel": ({ t }) => ({
    what: t("No list is open in the active tab."),
    advice: t("Open a list from the tree, or select its tab."),
  }),
  "input/noPayload": ({ t }) => ({
    what: t("No payload file is open."),
    advice: t("Open a pension payload from a client in the tree."),
  }),
  "input/nodeGone": ({ t }) => ({
    what: t("This entry of the tree is no longer there."),
    advice: t("Refresh the tree and choose again."),
    action: "refreshTree",
  }),
  "input/parameter": ({ t, value }) => ({
    what: t("The value of {0} is not valid (expected: {1}).", value("name"), value("expected")),
    advice: t("Enter a value of that kind, then try again."),
  }),
  "input/ownParameter": ({ t, value }) => ({
    what: t("{0} is set by the explorer, or has its own field under Parameters.", value("name")),
    advice: t("Remove it from the added parameters. Nothing was sent."),
  }),
  "input/idNotFound": ({ t, count, has }) => ({
    what: has("count")
      ? t(
          "No call has this trace id, request id or error id (recorded calls: {0}).",
          count("count"),
        )
      : t("No recorded call has this trace id, request id or error id."),
    advice: t("Check that the id is whole, and that the call was made from here."),
  }),
  "input/noCall": ({ t }) => ({
    what: t("No call has been made yet."),
    advice: t("Open a list or a record first."),
  }),
  "link/nothing": ({ t }) => ({
    what: t("This link names nothing that could be opened."),
    advice: t("Copy it again with 'Copy Link', or ask its sender to. Nothing was opened."),
  }),
  "link/unknownPart": (facts) => ({
    what: facts.t(
      "This link has a parameter that does not belong in it: {0}.",
      facts.value("name"),
    ),
    advice: facts.t("Copy it again with 'Copy Link', or ask its sender to. Nothing was opened."),
  }),
  "link/list": (facts) => ({
    what: facts.t("The connection has no list that this link names: {0}.", facts.value("name")),
    advice: facts.t("Copy it again with 'Copy Link', or ask its sender to. Nothing was opened."),
  }),
  "link/noClient": (facts) => ({
    what: facts.t("This link names a list of a client, and no client: {0}.", facts.value("name")),
    advice: facts.t("Copy it again with 'Copy Link', or ask its sender to. Nothing was opened."),
  }),
  "link/tooLong": ({ t }) => ({
    what: t("This link is too long."),
    advice: t("Copy it again with 'Copy Link', or ask its sender to. Nothing was opened."),
  }),
  "link/repeatedPart": (facts) => ({
    what: facts.t("This link has a parameter more than once: {0}.", facts.value("name")),
    advice: facts.t("Copy it again with 'Copy Link', or ask its sender to. Nothing was opened."),
  }),
  "link/value": (facts) => ({
    what: facts.t(
      "This parameter of the link has a value that is not allowed: {0}.",
      facts.value("name"),
    ),
    advice: facts.t("Copy it again with 'Copy Link', or ask its sender to. Nothing was opened."),
  }),
  "link/connection": (facts) => ({
    what: facts.t("The link names a connection that you do not have: {0}.", facts.value("id")),
    advice: facts.t("Ask the sender of the link to export the connection, then import that file."),
  }),
  "link/none": ({ t }) => ({
    what: t("What is selected cannot have a link."),
    advice: t("Choose a connection, a client, a list or a recorded request."),
  }),
  "requests/notRunning": ({ t }) => ({
    what: t("This request is no longer running in this window."),
    advice: t("Nothing was cancelled. Its row says how it ended."),
  }),
  "requests/gone": ({ t }) => ({
    what: t("This request is no longer recorded."),
    advice: t("Choose another one in the requests view."),
  }),
  "requests/notCleared": ({ t }) => ({
    what: t("Parts of the history could not be deleted from this machine's disk."),
    advice: t(
      "Clear the history again. If it fails again, check whether another program uses the files.",
    ),
  }),
  "requests/notSent": ({ t }) => ({
    what: t(
      "No attempt of this request has ended: it waits, runs, or was cancelled before it left.",
    ),
    advice: t("Wait until its row says how it ended, or send it with 'Send Request…'."),
  }),
  "requests/noAnswer": ({ t }) => ({
    what: t("No answer came to this request, so there is none to show."),
    advice: t("Its row says what happened. Send it again to get an answer."),
  }),
  "requests/bodyGone": ({ t }) => ({
    what: t("The body of this request is no longer kept."),
    advice: t(
      "Send it again. To keep bodies from now on, turn on financialPlanning.requests.keepBodies.",
    ),
  }),
  "input/noRequestId": ({ t }) => ({
    what: t("The last answer brought no request id."),
    advice: t("Copy the trace id instead."),
  }),
  "input/noTraceId": ({ t }) => ({
    what: t("This call had no trace id: trace ids are switched off."),
    advice: t("Switch financialPlanning.trace.send on, or copy the request id."),
  }),
  "input/traceIdsOff": ({ t }) => ({
    what: t("No trace id can be pinned: trace ids are switched off."),
    advice: t("Switch financialPlanning.trace.send on, then pin it."),
  }),
  "input/copyForm": ({ t }) => ({
    what: t("This request cannot be copied in that format without changing it."),
    advice: t("Choose another format; cURL for bash can express the most."),
  }),
  "input/requestBodyGone": ({ t }) => ({
    what: t("The body of this request is no longer kept."),
    advice: t(
      "Send the request again, then copy it. To keep bodies, turn on financialPlanning.requests.keepBodies.",
    ),
  }),
  "input/otherAddress": (facts) => ({
    what: facts.t("This request went to a base URL that {0} no longer has.", facts.name),
    advice: facts.t("Copy it without secrets, or send it again and copy the new request."),
  }),
  "input/prefix": ({ t, value, has }) => ({
    what: has("prefix")
      ? t("'{0}' is not a path prefix.", value("prefix"))
      : t("This is not a path prefix."),
    advice: t("A prefix begins with a slash, such as /profiling/v1, or is empty."),
    action: "changeResultsPrefix",
  }),
  "input/address": badAddress,
  "definition/foreignOrigin": ({ t, has, value }) => ({
    what: t("The address is not on a server of this connection."),
    advice: has("service")
      ? t(
          "Use an address below {0} or {1}, or import the document from a file. Nothing was sent.",
          value("service"),
          value("identity"),
        )
      : t("Import the document from a file instead. Nothing was sent."),
  }),
  "input/body": ({ t }) => ({
    what: t("This operation needs a payload."),
    advice: t("Open a payload file and send it from there."),
    action: "openPayload",
  }),
  "input/bodyOfRead": ({ t }) => ({
    what: t("GET and HEAD are sent without a body."),
    advice: t("Remove the body, or choose another method."),
  }),
  "input/method": ({ t, has, value }) => ({
    what: has("method")
      ? t("The method '{0}' cannot be sent.", value("method"))
      : t("This method cannot be sent."),
    advice: t("Choose GET, HEAD, PUT, DELETE, POST or PATCH, in capitals."),
  }),
  "input/path": ({ t }) => ({
    what: t("The path is not valid."),
    advice: t(
      "Begin it with a slash and the path prefix of the domain, without . or .. as a segment.",
    ),
  }),
  "input/queryString": ({ t }) => ({
    what: t("This is not a query that can be sent."),
    advice: t("Write names and values as in name=value&other=value."),
  }),
  "input/notRepeatable": ({ t }) => ({
    what: t("The record of this request does not hold all that is needed to send it again."),
    advice: t("Send it with 'Send Request…'."),
  }),
  "input/movedAddress": (facts) => ({
    what: facts.t("This request went to a base URL that {0} no longer has.", facts.name),
    advice: facts.t("Send it with 'Send Request…' if it is meant for the new address."),
  }),
  "input/bodyGone": ({ t }) => ({
    what: t("The body of this request is no longer kept."),
    advice: t(
      "Write the body again. To keep bodies, turn on financialPlanning.requests.keepBodies.",
    ),
  }),
  "input/notLocked": (facts) => ({
    what: facts.t("Writing to {0} needs no unlocking.", facts.name),
    advice: facts.t(
      "Only Production is locked. Elsewhere you confirm each write when you send it.",
    ),
  }),
  "input/connectionChanged": (facts) => ({
    what: facts.t(
      "{0} stays locked: the connection or its key changed while the confirmation was open.",
      facts.name,
    ),
    advice: facts.t("Check the connection, then unlock it again."),
  }),
  "input/accessModel": (facts) => ({
    what: facts.t("This command does not work with the access model of {0}.", facts.name),
    advice: facts.t("Choose another connection, or another access model with 'Edit Connection…'."),
  }),
};

function notConfirmed({ t }: ErrorFacts): ErrorWords {
  return {
    what: t("This write was not confirmed."),
    advice: t("Start again and confirm it; nothing was sent."),
  };
}

function badAddress(facts: ErrorFacts): ErrorWords {
  return {
    what: facts.t("The base URL, auth URL or a path prefix of {0} is not valid.", facts.name),
    advice: facts.t("Correct it with 'Edit Connection…'; nothing was sent."),
  };
}

/** Where in a text. */
export function position({ t, value }: ErrorFacts): string {
  return t("line {0}, column {1}", value("line"), value("column"));
}

/** Why a text is not JSON, by the reasons of `payload/syntax`. */
export function jsonReason({ t, value }: ErrorFacts): string {
  return describeJsonReason(t, value("reason"));
}

/** The same for a reason by its name. */
export function describeJsonReason(t: Translate, reason: string): string {
  const words: Readonly<Record<string, string>> = {
    empty: t("it is empty"),
    tooDeep: t("it is nested too deeply"),
    expectedValue: t("a value is missing"),
    expectedName: t("a name in quotes is missing"),
    expectedColon: t("a colon is missing"),
    expectedComma: t("a comma is missing"),
    trailingComma: t("there is an extra comma"),
    contentAfterEnd: t("there is text after its end"),
    comment: t("JSON has no comments"),
    unexpectedEnd: t("it ends too early"),
    unterminatedString: t("a text is not closed"),
    invalidNumber: t("a number is malformed"),
    invalidUnicode: t("a Unicode escape is malformed"),
    invalidEscape: t("an escape is malformed"),
    controlCharacter: t("a text holds a control character"),
  };
  return words[reason] ?? t("it cannot be read");
}
