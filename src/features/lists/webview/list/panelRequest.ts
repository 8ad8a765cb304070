import type { ListToHost } from "../../messages/listMessages";
import type { ParametersOf } from "../../../../platform/base/rpc";

/** A call of the host that does what the user wants. */
export type HostCall = {
  readonly [K in keyof ListToHost]: {
    readonly name: K;
    readonly parameters: ParametersOf<ListToHost[K]>;
  };
}[keyof ListToHost];

export class PanelRequest extends CustomEvent<HostCall> {}

/** Sends a call up to the panel, which has the connection to the host. */
export function requestHost(element: EventTarget, call: HostCall): void {
  element.dispatchEvent(
    new PanelRequest("fp-request", { detail: call, bubbles: true, composed: true }),
  );
}
