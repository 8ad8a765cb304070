import * as v from "valibot";
import type { Shape } from "./messageSchemas";

export const panelAction = v.object({ id: v.string(), label: v.string() });
export type PanelAction = Shape<typeof panelAction>;

/** Something to read in a panel, with what can be done about it. */
export const panelNotice = v.object({
  what: v.string(),
  advice: v.string(),
  actions: v.array(panelAction),
});
export type PanelNotice = Shape<typeof panelNotice>;
