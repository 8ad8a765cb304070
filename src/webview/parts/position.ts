import { noChange, nothing } from "lit";
import { Directive, directive, type DirectiveResult, type ElementPart } from "lit/directive.js";

/** Properties of a place; the panel's policy allows no style attribute, but the object model. */
export interface Position {
  readonly top?: string;
  readonly left?: string;
  readonly width?: string;
  readonly height?: string;
}

class PositionDirective extends Directive {
  private shown = "";

  override render(...positions: readonly [Position]): symbol {
    return positions.length === 0 ? nothing : noChange;
  }

  override update({ element }: ElementPart, [position]: [Position]): symbol {
    const next = JSON.stringify(position);
    if (next !== this.shown && element instanceof HTMLElement) {
      this.shown = next;
      const { top = "", left = "", width = "", height = "" } = position;
      Object.assign(element.style, { top, left, width, height });
    }
    return noChange;
  }
}

type Positioned = DirectiveResult<typeof PositionDirective>;

/** Puts an element where it belongs: `<div ${position({ top: "22px" })}>`. */
export const position: (place: Position) => Positioned = directive(PositionDirective);
