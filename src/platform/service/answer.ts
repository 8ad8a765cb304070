import { findHeader } from "../http/headers";
import { decodeText, type DecodedText } from "../http/text";
import type { TransportAnswer } from "../http/transport";
import type { JsonIndexer } from "../json/indexer";
import { answerIndex } from "./answerJson";
import type { ServiceAnswer } from "./client";

export interface ReadingOptions {
  readonly indexer: JsonIndexer;
  readonly signal: AbortSignal | undefined;
}

/** An answer as callers have it: of its body nothing is joined or decoded before it is asked for. */
export function serviceAnswer(
  { status, statusText, headers, body, action }: TransportAnswer,
  options: ReadingOptions,
): ServiceAnswer {
  let decoded: DecodedText | undefined;
  const read = (): DecodedText => {
    decoded ??= decodeText(body.bytes, findHeader(headers, "content-type"));
    return decoded;
  };
  const answer = {
    ...{ status, statusText, headers, action },
    get body() {
      return body.bytes;
    },
    get text() {
      return read().text;
    },
    get encoding() {
      return read().encoding;
    },
  };
  return Object.assign(answer, { index: answerIndex(answer, options) });
}
