import { env, type Uri } from "vscode";

/**
 * Opens an address in the user's browser, exactly as it is written; false when the user declined.
 * A `Uri` would be decoded and encoded anew on its way, which breaks an address that carries
 * another one in its query. The editor takes a string as it is, its types only do not say so
 * (microsoft/vscode#85930).
 */
export async function openInBrowser(address: string): Promise<boolean> {
  return env.openExternal(address as unknown as Uri);
}
