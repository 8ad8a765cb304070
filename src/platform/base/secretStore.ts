/** Where tokens are kept between sessions: SecretStorage in the editor. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Tells of changes made by any window; whether the writing one hears its own is not said. */
  onDidChange(listener: (key: string) => void): { dispose(): void };
}
