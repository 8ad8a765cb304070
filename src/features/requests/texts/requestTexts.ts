import type { Translate } from "../../../platform/texts/words";
import type { StatusTexts } from "../../../platform/base/statusLine";
import type { RequestContent, RequestTexts } from "../messages/requestPanel";
import { warningWords } from "../../../platform/texts/warnings";
import { REQUEST_WARNINGS } from "./warnings";

/** Words of the request panel beside its facts. */
export function requestTexts(t: Translate): RequestTexts {
  return {
    actions: t("Actions"),
    timeline: t("Timeline"),
    attempts: t("Attempts"),
    wait: t("Wait"),
    waited: t("waited {0} ({1})"),
    retriesIn: t("retries in {0} ({1})"),
    running: t("for {0}"),
    requestHeaders: t("Request headers"),
    responseHeaders: t("Answer headers"),
    noHeaders: t("none"),
    header: t("Header"),
    value: t("Value"),
    explanation: t("Why can't I see it?"),
    copyFact: t("Copy {0}"),
    copied: t("Copied"),
    startedAt: t("Started {0}"),
    queue: t("waiting for its turn"),
    connect: t("connecting"),
    firstByte: t("waiting for the first byte"),
    body: t("reading the body"),
  };
}

/** Words of the status line, the same as elsewhere. */
export function statusLineTexts(t: Translate): StatusTexts {
  return {
    status: t("Last attempt"),
    noAnswer: t("no answer"),
    oneAttempt: t("1 attempt"),
    attempts: t("{0} attempts"),
    request: t("request"),
    trace: t("trace"),
    none: t("none"),
    copyRequestId: t("Copy request id"),
    copyTraceId: t("Copy trace id"),
    copied: t("Copied"),
    echoed: t("echoed"),
    notEchoed: t("not echoed"),
    echoChanged: t("echoed changed"),
  };
}

/** Shown where a request is not recorded any more. */
export function goneContent(t: Translate): RequestContent {
  return {
    gone: warningWords(REQUEST_WARNINGS["requests/notRecorded"], t),
  };
}
