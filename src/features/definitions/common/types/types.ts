import type { TypedBody } from "./typeSources";

export const TYPE_LANGUAGES = ["typescript", "csharp"] as const;
export type TypeLanguage = (typeof TYPE_LANGUAGES)[number];

/** Items of each list whose shape is looked at: rows of a list are alike. */
export const MOST_ITEMS = 500;

export interface TypesQuestion {
  readonly language: TypeLanguage;
  /** Of the outermost type. */
  readonly name: string;
  /** What the connection lives by, and the body that is meant in it. */
  readonly definition?: {
    readonly text: string;
    readonly operationId: string;
    readonly body: TypedBody;
  };
  /** The body itself, a JSON text. */
  readonly sample?: string;
}

export interface WrittenTypes {
  readonly text: string;
  readonly from: "definition" | "shape";
  /** Whether lists had more items than were looked at. */
  readonly isCut?: boolean;
}

/** What the thread is asked. */
export interface TypesCalls {
  readonly write: {
    readonly parameters: TypesQuestion;
    readonly result: WrittenTypes | undefined;
  };
}

/** "Holdings" of `/clients/{clientId}/holdings`, "Client" of `/clients/{clientId}`. */
export function typeNameOf(pathTemplate: string): string {
  const segments = pathTemplate.split("/").filter((segment) => segment !== "");
  const named = segments.findLastIndex((segment) => !segment.startsWith("{"));
  const words = (segments[named] ?? "").split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const single = named < segments.length - 1 ? name.replace(/s$/, "") : name;
  return /^[A-Za-z]/.test(single) ? single : `Answer${single}`;
}
