import { collectJsonProblems } from "./jsonProblems";
import {
  cleanMessage,
  cutBetweenWords,
  LONGEST_MESSAGE,
  MOST_PROBLEMS,
  parseClean,
  type BodyProblem,
} from "./problemList";

/** Characters of an answer that are looked at. */
const LONGEST_BODY = 1_000_000;
/** Lines that only name a call: they say nothing of the body. */
export const ID_LINE =
  /^(?:x-[\w-]+|[\w-]*(?:correlation|request|trace|error|support)[ _-]?id)\b\s*[:=]/i;

/**
 * What a refusal says of the parts of the body that was sent. The specification shows no shape
 * of errors, so every one in wide use is read: pointers, dotted paths, lists of fields, maps by
 * field, problem details (RFC 9457), plain text. Never throws; at most 100 problems of 500
 * characters each; empty where nothing can be told.
 * @param clean takes secrets out, before a message is cut
 */
export function readBodyProblems(
  body: Uint8Array,
  contentType = "",
  clean = (text: string) => text,
): readonly BodyProblem[] {
  const text = new TextDecoder().decode(body.subarray(0, 4 * LONGEST_BODY)).slice(0, LONGEST_BODY);
  if (/\bhtml\b/i.test(contentType) || /^\s*</.test(text)) {
    return [];
  }
  const parsed = parseClean(text, clean);
  const problems =
    parsed === undefined ? textProblems(text, clean) : collectJsonProblems(parsed.value);
  return problems.slice(0, MOST_PROBLEMS);
}

/** A line each; which place it means is seen when it is compared with the payload. */
function textProblems(text: string, clean: (text: string) => string): BodyProblem[] {
  const found: BodyProblem[] = [];
  for (const line of text.split(/[\r\n\u2028\u2029]+/, 10 * MOST_PROBLEMS)) {
    const message = cleanMessage(clean(cutBetweenWords(line, 4 * LONGEST_MESSAGE)));
    if (message !== "" && !ID_LINE.test(message)) {
      found.push({ path: [], message });
    }
  }
  return found;
}
