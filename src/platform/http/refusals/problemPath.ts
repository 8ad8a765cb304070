import { type JsonPath, parseFragmentPointer, parsePointer } from "../../json/jsonPointer";

export type ProblemPath = JsonPath;

/** Longer ones are sentences, or meant to hurt. */
const LONGEST_PATH = 300;
const MOST_STEPS = 32;

/** `a.b`, `[0]`, `['a']`, `["a"]`: a step each. */
const STEP = /\.?([^.[\]'"\s]+)|\.?\[\s*(?:(\d+)|'([^']*)'|"([^"]*)"|([^\]'"\s]*))\s*\]/y;

/**
 * The place that a text names: JSON Pointer (RFC 6901), also as a fragment, or a dotted path with
 * indexes, also as JSONPath. Undefined for what is a sentence; empty for the whole.
 */
export function readProblemPath(text: string): ProblemPath | undefined {
  const path = text.trim();
  if (path.length > LONGEST_PATH) {
    return undefined;
  }
  const steps = /^#?\/|^#$/.test(path) ? pointerSteps(path) : dottedSteps(path.replace(/^\$/, ""));
  return steps !== undefined && steps.length <= MOST_STEPS ? steps.map(asStep) : undefined;
}

/** The place as the editor's users write it: `contributions[0].amount`. */
export function problemPathText(path: ProblemPath): string {
  return path
    .map((step, index) =>
      typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join("");
}

/** A step of a path that came as a list. */
export function asStep(step: string | number): string | number {
  return typeof step === "string" && /^\d{1,9}$/.test(step) ? Number(step) : step;
}

function pointerSteps(pointer: string): readonly string[] {
  return pointer.startsWith("#") ? parseFragmentPointer(pointer) : parsePointer(pointer);
}

function dottedSteps(path: string): readonly string[] | undefined {
  const steps: string[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const [found, name, index, single, double, bare] = STEP.exec(path) ?? [];
    if (found === undefined) {
      return undefined;
    }
    steps.push(name ?? index ?? single ?? double ?? bare ?? "");
  }
  return steps;
}
