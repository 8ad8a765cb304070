import type { Said } from "./claims";
import { BROKEN_FILES, isOvertaken, type PipelineCase } from "./pipelineCases";

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
  // A page for people under the type of JSON comes from somebody in between.
  page: ["unknown"],
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
  const { file, answer, user } = one;
  if (BROKEN_FILES.some((broken) => broken === file)) {
    return ["payload"];
  }
  if (user === "declines" || (user === "declinesSecond" && secondReason(one) !== undefined)) {
    return ["canceled"];
  }
  return [...BY_ANSWER[answer], ...(one.tags ? byTag(one) : [])];
}

/** Where the tag that is known is not that of what is there. */
function byTag({ service, reading, answer, user }: PipelineCase): readonly Kind[] {
  const isHidden = reading === "hidden" || reading === "gone";
  const isStale = isHidden || service !== "present";
  return [
    // Somebody else's, though no read shows it: nothing is overwritten, however often one agrees.
    ...(isHidden ? (["refused"] as const) : []),
    // What failed may have landed, and the attempt after it met what another client had written.
    ...(isStale && answer === "failsOnce" ? (["unknown"] as const) : []),
    // Refused for the tag that was seen last, and asked again.
    ...(isStale && user === "declinesSecond" ? (["canceled"] as const) : []),
  ];
}

/** Why the user has to be asked a second time; undefined where once is enough. */
export function secondReason(one: PipelineCase): "changedMeanwhile" | "refused" | undefined {
  if (isOvertaken(one) && one.service !== "changedBeforePut") {
    return "changedMeanwhile";
  }
  if (isOvertaken(one) && REACHES_SERVICE.has(one.answer)) {
    return "refused";
  }
  return /^(conflict|precondition)/.test(one.answer) ? "refused" : undefined;
}

/** The service itself answers, at the latest when it is asked again, and says 412 itself. */
const REACHES_SERVICE: ReadonlySet<PipelineCase["answer"]> = new Set([
  ...(["ok", "noContent", "receipt", "echo", "changed", "dropped", "text"] as const),
  "busyOnce",
  "cut",
]);
