import type { PutVariant } from "../../messages/sandboxFaults";
import type { PensionContent } from "../data/pensions";

/** Members whose text may be anything, so that a changed one still fits the definition. */
const FREE_TEXTS = ["provider", "schemeName", "planNumber", "notes"];

/** What the service makes of a body: the body, unless a fault is about what it stores. */
export function contentToStore(
  content: PensionContent,
  variant: PutVariant | undefined,
): PensionContent {
  switch (variant) {
    case "changed":
      return changeOne(content);
    case "dropped":
      return Object.fromEntries(Object.entries(content).slice(0, -1));
    default:
      return content;
  }
}

function changeOne(content: PensionContent): PensionContent {
  const name = FREE_TEXTS.find((text) => typeof content[text] === "string");
  return name === undefined
    ? content
    : { ...content, [name]: `${String(content[name])} (amended)` };
}

/** An answer as it goes out, where a fault puts it in the place of the pension. */
export interface VariantAnswer {
  readonly status: number;
  /** Absent for an answer without content. */
  readonly content?: { readonly type: string; readonly text: string };
}

/** What a fault answers to a PUT that was done; undefined where that is the pension. */
export function variantAnswer(
  variant: PutVariant | undefined,
  sent: string,
): VariantAnswer | undefined {
  switch (variant) {
    case "noContent":
      return { status: 204 };
    case "receipt":
      return { status: 200, content: { type: "json", text: '{"accepted":true,"queue":7}' } };
    case "echo":
      return { status: 200, content: { type: "json", text: sent } };
    case "text":
      return { status: 200, content: { type: "text/plain; charset=utf-8", text: "Saved.\n" } };
    default:
      return undefined;
  }
}
