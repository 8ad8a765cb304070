import type { ThreeWay } from "../../../../../src/features/pensions/common/compare/threeWay";
import type { Wording } from "../../../../../src/features/pensions/texts/wording";

/** Sentences as they stand in the source, times in UTC. */
export const WORDS: Wording = {
  t: (message, ...values) =>
    message.replace(/\{(\d+)\}/g, (_place, index: string) => String(values[Number(index)])),
  language: "en",
  time: (at) => new Date(at).toISOString().slice(11, 16),
  exactTime: (at) => new Date(at).toISOString().slice(11, 19),
  field: (path) => path,
};

export const at = (time: string): number => Date.parse(`2026-11-21T${time}Z`);

/** A comparison with these paths by their sides. */
export function compared(
  sides: Partial<Record<ThreeWay["fields"][number]["side"], readonly string[]>>,
): ThreeWay {
  const fields = Object.entries(sides).flatMap(([side, paths]) =>
    paths.map((path) => ({
      ...{ path, base: "1", mine: "2", theirs: "3" },
      side: side as ThreeWay["fields"][number]["side"],
    })),
  );
  return {
    fields,
    changes: fields.filter(({ side }) => side !== "same").length,
    changedThere: fields.filter(({ side }) => side !== "mine").length,
  };
}
