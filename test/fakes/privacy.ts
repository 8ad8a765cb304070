import { NO_MASKING } from "../../src/features/privacy/common/masking";
import type { Privacy } from "../../src/features/privacy/register";

/** Privacy mode that is off and stays so. */
export const NO_PRIVACY: Privacy = {
  isOn: false,
  masking: NO_MASKING,
  key: new Uint8Array(),
  onDidChange: () => ({ dispose: () => undefined }),
};
