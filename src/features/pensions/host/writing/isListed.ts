import type { PensionKey } from "../../common/writing/records";
import type { WritingServices } from "./services";

/** Whether the provider's list names a pension; one of before a DELETE still names what it deleted. */
export function isListed(
  { records, listedAt }: Pick<WritingServices, "records" | "listedAt">,
  key: PensionKey,
): boolean {
  const { outcome, startedAt = 0 } = records.get(key)?.write ?? {};
  return (listedAt(key) ?? -Infinity) > (outcome === "deleted" ? startedAt : -Infinity);
}
