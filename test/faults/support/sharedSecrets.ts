import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import type { SecretStore } from "../../../src/platform/base/secretStore";

const POLL = 20;

/**
 * A secret store that several processes share as windows share SecretStorage: each value is
 * whole, the last write wins, nothing is locked, and changes are heard of a little later.
 */
export class SharedSecrets implements SecretStore {
  private readonly listeners = new Set<(key: string) => void>();
  private readonly known = new Map<string, string | undefined>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly folder: string,
    private readonly keys: readonly string[],
  ) {
    mkdirSync(folder, { recursive: true });
    keys.forEach((key) => this.known.set(key, this.text(key)));
    this.timer = setInterval(() => this.poll(), POLL).unref();
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.text(key));
  }

  set(key: string, value: string): Promise<void> {
    const draft = this.path(`${key}.${randomUUID()}`);
    writeFileSync(draft, value);
    renameSync(draft, this.path(key));
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    rmSync(this.path(key), { force: true });
    return Promise.resolve();
  }

  onDidChange(listener: (key: string) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  close(): void {
    clearInterval(this.timer);
  }

  private poll(): void {
    for (const key of this.keys) {
      const text = this.text(key);
      if (text !== this.known.get(key)) {
        this.known.set(key, text);
        this.listeners.forEach((listener) => listener(key));
      }
    }
  }

  private text(key: string): string | undefined {
    try {
      return readFileSync(this.path(key), "utf8");
    } catch {
      return undefined;
    }
  }

  private path(key: string): string {
    return `${this.folder}/${key}`;
  }
}
