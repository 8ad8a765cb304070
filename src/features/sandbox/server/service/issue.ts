import type { SchemaProblem } from "../../../../platform/service/definition/schema";

/** What is wrong, in the words of the illustrative error body. */
export function issueOf({ keyword, expected }: Omit<SchemaProblem, "path">): string {
  switch (keyword) {
    case "type":
      return `must be ${expected}`;
    case "format":
      return `must be a ${expected}`;
    case "enum":
      return `must be one of ${expected}`;
    case "pattern":
      return `must match ${expected}`;
    case "minimum":
      return `must be at least ${expected}`;
    case "maximum":
      return `must be at most ${expected}`;
    case "required":
      return "is required";
  }
}
