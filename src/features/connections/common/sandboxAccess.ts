import * as v from "valibot";
import { accepted, type Shape } from "../../../platform/base/messageSchemas";

const sandboxAccess = v.object({
  /** How the sandbox is signed in to, as the user chose it. */
  access: v.picklist(["serviceAccount", "userPresent", "userPresentHybrid", "delegation"]),
  /** Where the browser comes back to: this editor, a page on this machine, or by hand. */
  callback: v.picklist(["editor", "loopback", "paste"]),
});
export type SandboxAccess = Shape<typeof sandboxAccess>;

/** What counts until something was chosen: nobody has to sign in. */
export const FIRST_SANDBOX_ACCESS: SandboxAccess = { access: "serviceAccount", callback: "editor" };

/** Reads a kept choice; the first one where it is none. */
export function decodeSandboxAccess(value: unknown): SandboxAccess {
  return accepted(sandboxAccess, value) ?? FIRST_SANDBOX_ACCESS;
}
