import { NO_MASKING } from "../../src/platform/base/masking";
import type { Privacy } from "../../src/platform/vscode/privacy";

/** Privacy mode that is off and stays so. */
export const NO_PRIVACY: Privacy = {
  isOn: false,
  masking: NO_MASKING,
  key: new Uint8Array(),
  onDidChange: () => ({ dispose: () => undefined }),
};
