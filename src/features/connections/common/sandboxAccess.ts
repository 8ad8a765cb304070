/** How the sandbox is signed in to, as the user chose it. */
const SANDBOX_ACCESS = [
  "serviceAccount",
  "userPresent",
  "userPresentHybrid",
  "delegation",
] as const;

/** Where the browser comes back to: this editor, a page on this machine, or by hand. */
const SANDBOX_CALLBACKS = ["editor", "loopback", "paste"] as const;

export interface SandboxAccess {
  readonly access: (typeof SANDBOX_ACCESS)[number];
  readonly callback: (typeof SANDBOX_CALLBACKS)[number];
}

/** What counts until something was chosen: nobody has to sign in. */
export const FIRST_SANDBOX_ACCESS: SandboxAccess = { access: "serviceAccount", callback: "editor" };

/** Reads a kept choice; the first one where it is none. */
export function decodeSandboxAccess(value: unknown): SandboxAccess {
  const { access, callback } = (value ?? {}) as Partial<Record<keyof SandboxAccess, unknown>>;
  const chosen = SANDBOX_ACCESS.find((name) => name === access);
  const way = SANDBOX_CALLBACKS.find((name) => name === callback);
  return chosen === undefined || way === undefined
    ? FIRST_SANDBOX_ACCESS
    : { access: chosen, callback: way };
}
