import type { ListToHost } from "../../messages/listMessages";
import type { ParametersOf } from "../../../../platform/base/rpc";

/** What the user wants, as the call of the host that does it. */
export type Told = {
  readonly [K in keyof ListToHost]: {
    readonly name: K;
    readonly parameters: ParametersOf<ListToHost[K]>;
  };
}[keyof ListToHost];

export class PanelRequest extends CustomEvent<Told> {}

/** Sends it up to where the line to the host is. */
export function tell(element: EventTarget, told: Told): void {
  element.dispatchEvent(
    new PanelRequest("fp-tell", { detail: told, bubbles: true, composed: true }),
  );
}
