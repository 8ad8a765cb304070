import type { Masks } from "./masks";
import { type MemberKind, classifyMember } from "./memberNames";
import { EMBEDDED, type Shape, shapeOf } from "./shapes";

/** What becomes of the values under a path. */
interface Rule {
  mask(text: string, kind: "text" | "number"): string;
  hidesNumber(lexeme: string): boolean;
}

/** Paths and values that are remembered; a grid asks for the same ones in every frame. */
const MOST_PATHS = 5_000;
const MOST_VALUES = 50_000;

/** One rule for each meaning that paths have; values that were masked once are remembered. */
export function createRules(masks: Masks): (path: readonly string[]) => Rule {
  const byMeaning = new Map<MemberKind, Rule>();
  const byPath = new Map<string, Rule>();
  return (path) => {
    const key = path.length === 1 ? (path[0] ?? "") : path.join("\u0000");
    const found = byPath.get(key);
    if (found !== undefined) {
      return found;
    }
    const meaning = classifyMember(path);
    const rule = byMeaning.get(meaning) ?? createRule(masks, meaning);
    byMeaning.set(meaning, rule);
    if (byPath.size >= MOST_PATHS) {
      byPath.clear();
    }
    byPath.set(key, rule);
    return rule;
  };
}

function createRule(masks: Masks, meaning: MemberKind): Rule {
  const remembered = { text: new Map<string, string>(), number: new Map<string, string>() };
  const hidesNumber = (): boolean => !["count", "plain", "prose"].includes(meaning);
  const make = {
    text: (text: string): string => maskShaped(masks, meaning, text),
    number: (text: string): string => (hidesNumber() ? maskNumber(masks, meaning, text) : text),
  };
  return {
    hidesNumber,
    mask: (text, kind) => {
      const values = remembered[kind];
      const known = values.get(text);
      if (known !== undefined) {
        return known;
      }
      const mask = make[kind](text);
      if (values.size >= MOST_VALUES) {
        values.clear();
      }
      values.set(text, mask);
      return mask;
    },
  };
}

function maskNumber(masks: Masks, meaning: MemberKind, text: string): string {
  return meaning === "id" || meaning === "clientId" ? masks.id(text) : masks.amount(text);
}

/** The shape decides first; where it says nothing, the names do; where they do not, it is hidden. */
function maskShaped(masks: Masks, meaning: MemberKind, text: string): string {
  if (text.trim() === "") {
    return text;
  }
  const shape = shapeOf(text);
  switch (shape) {
    case "uuid":
      return masks.uuid(text);
    case "email":
      return masks.email(text);
    case "personal":
    case "telephone":
      return masks.short(text);
    case "date":
      return meaning === "birth" ? masks.date(text) : text;
    case "amount":
      return meaning === "count" ? text : maskNumber(masks, meaning, text);
    case "word":
    case undefined:
      return maskNamed(masks, meaning, text, shape);
  }
}

function maskNamed(
  masks: Masks,
  meaning: MemberKind,
  text: string,
  shape: Shape | undefined,
): string {
  switch (meaning) {
    case "person":
      return masks.named("Person", text);
    case "part":
      return masks.named("Name", text);
    case "clientId":
      return masks.id(text);
    case "birth":
    case "contact":
      return masks.short(text);
    case "id":
      return shape === "word" ? text : masks.id(text);
    case "plain":
      return maskPlain(masks, text);
    case "prose":
      return shape === "word" ? text : masks.prose(maskPlain(masks, text));
    case "count":
    case "unknown":
      return shape === "word" ? text : masks.short(text);
  }
}

/** What stays can still name somebody: an address by its ids. */
function maskPlain(masks: Masks, text: string): string {
  const start = ADDRESS.exec(text)?.[0];
  const shown = text.replace(EMBEDDED, (found) => masks.embedded(found));
  return start === undefined
    ? shown
    : start + shown.slice(start.length).replace(ADDRESS_IDS, (found) => masks.id(found));
}

/** Up to where the path begins. */
const ADDRESS = /^(?:https?:\/\/[^/?#\s]*)?(?=\/)/;
/** Segments with digits, but not versions, and longer values of a query. */
const ADDRESS_IDS =
  /(?<=\/)(?!v\d+(?:[/?#]|$))[^/?#&=•]*\d[^/?#&=•]*|(?<==)[^/?#&=•]*\d{5,}[^/?#&=•]*/g;
