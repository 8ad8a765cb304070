import { type FaultRule, faultRules } from "../../messages/sandboxFaults";
import { accepted } from "../../../../platform/base/messageSchemas";

/** Rules as they came from a file or over the channel; undefined where they are none. */
export function readFaultRules(value: unknown): readonly FaultRule[] | undefined {
  return accepted(faultRules, value);
}
