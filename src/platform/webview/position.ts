import { noChange } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";

/** Properties of a place; the panel's policy allows no style attribute, but the object model. */
export interface Position {
  readonly top?: string;
  readonly left?: string;
  readonly width?: string;
  readonly height?: string;
}

class PositionDirective extends Directive {
  private shown = "";

  override render(place: Position): unknown {
    return JSON.stringify(place);
  }

  override update({ element }: ElementPart, [place]: [Position]): unknown {
    const next = JSON.stringify(place);
    if (next !== this.shown && element instanceof HTMLElement) {
      this.shown = next;
      const { top = "", left = "", width = "", height = "" } = place;
      Object.assign(element.style, { top, left, width, height });
    }
    return noChange;
  }
}

/** Puts an element where it belongs: `<div ${position({ top: "22px" })}>`. */
export const position = directive(PositionDirective);
