import type { Said } from "./claims";
import { BROKEN_FILES, isOvertaken, isReadable, type PipelineCase } from "./pipelineCases";

type Kind = Said["kind"];

/** What becomes of a write whose answers are these, where nothing else is in its way. */
const BY_ANSWER: Readonly<Record<PipelineCase["answer"], readonly Kind[]>> = {
  ok: ["result"],
  noContent: ["result"],
  receipt: ["result"],
  echo: ["result"],
  changed: ["result"],
  dropped: ["result"],
  text: ["result"],
  // A page for people under the type of JSON: what is said of it is held against what is there.
  page: ["result", "unknown"],
  fields: ["refused"],
  conflictOnce: ["result"],
  conflict: ["refused"],
  preconditionOnce: ["result"],
  busyOnce: ["result"],
  busy: ["refused"],
  failsOnce: ["result"],
  fails: ["unknown"],
  // A second attempt succeeds, or is refused for the tag that the first one changed.
  doneFailsOnce: ["result", "unknown"],
  doneFails: ["unknown"],
  cut: ["unknown"],
  reset: ["unknown"],
  doneReset: ["unknown"],
};

/** The ends that are right for a case. */
export function expectedKinds(one: PipelineCase): readonly Kind[] {
  const { file, reading, answer, user } = one;
  if (BROKEN_FILES.some((broken) => broken === file)) {
    return ["payload"];
  }
  if (user === "declines" || (user === "declinesSecond" && isAskedAgain(one))) {
    // What landed before the second question, with its answer lost, is never denied.
    return answer === "doneFailsOnce" && user !== "declines" ? ["result", "unknown"] : ["canceled"];
  }
  return reading === "fails" && user === "declinesSecond" ? ["canceled"] : BY_ANSWER[answer];
}

/** Why the user has to be asked a second time; undefined where once is enough. */
export function secondReason(one: PipelineCase): "changedMeanwhile" | "refused" | undefined {
  if (isOvertaken(one)) {
    return one.service === "changedBeforePut" ? "refused" : "changedMeanwhile";
  }
  return /^(conflict|precondition)/.test(one.answer) ? "refused" : undefined;
}

function isAskedAgain(one: PipelineCase): boolean {
  return (
    secondReason(one) !== undefined ||
    (one.answer === "doneFailsOnce" && one.tags && isReadable(one))
  );
}
