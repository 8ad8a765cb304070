import * as v from "valibot";
import { iconName, type Shape } from "./messageSchemas";

export const formFieldKind = v.picklist(["text", "lines", "select", "cards"]);
export type FormFieldKind = Shape<typeof formFieldKind>;

export const formChoice = v.object({
  value: v.string(),
  label: v.string(),
  /** What choosing it means; "" where the label says it all. */
  help: v.string(),
  /** Codicon beside a card's label. */
  icon: v.exactOptional(iconName),
});
export type FormChoice = Shape<typeof formChoice>;
