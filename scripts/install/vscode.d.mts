export type ReleaseName = "newest" | "oldest";

export interface InstalledVSCode {
  readonly name: ReleaseName;
  readonly version: string;
  /** The Node that it runs on. */
  readonly node: string;
  /** code-server's entry: VS Code for the browser as users run it. */
  readonly wrapper: string;
  /** VS Code's own server, for tests inside the extension host. */
  readonly server: string;
}

export function ensureVSCode(
  name: ReleaseName,
  options?: { readonly node?: string; readonly say?: (text: string) => void },
): Promise<InstalledVSCode>;
