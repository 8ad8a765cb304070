import type { SecretMark, SecretMarks } from "../../../src/features/connections/common/secretMarks";
import type { Clock } from "../../../src/platform/base/clock";
import type { SecretStore } from "../../../src/platform/base/secretStore";

/** The ways in which an editor's secret storage fails its user. */
export const STORE_FAULTS = [
  /** No key ring: it says yes and keeps nothing. */
  "absent",
  "rejects",
  "hangs",
  "otherJson",
  "newer",
  /** Keeps until the editor ends. */
  "memoryOnly",
  /** What was kept could not be decrypted and was deleted; new values are kept. */
  "lost",
  "failsOnWrite",
] as const;

export type StoreFault = (typeof STORE_FAULTS)[number];

const HANG_MILLISECONDS = 30_000;

/** A secret store by the contract of the editor's, with one fault. */
export class FaultyStore implements SecretStore {
  readonly values = new Map<string, string>();

  constructor(
    private readonly fault: StoreFault,
    private readonly clock: Clock,
  ) {}

  get(key: string): Promise<string | undefined> {
    return this.perform(() => this.values.get(key));
  }

  set(key: string, value: string): Promise<void> {
    return this.perform(() => {
      if (this.fault === "failsOnWrite") {
        // As a platform's own error may: with the value in it.
        throw new Error(`cannot encrypt ${value}`);
      }
      if (this.fault !== "absent") {
        this.values.set(key, value);
      }
    });
  }

  delete(key: string): Promise<void> {
    return this.perform(() => {
      if (this.fault === "failsOnWrite") {
        throw new Error(`cannot delete ${this.values.get(key) ?? ""}`);
      }
      this.values.delete(key);
    });
  }

  /** Nobody else writes here, and a window need not hear of its own changes. */
  onDidChange(): { dispose(): void } {
    return { dispose: () => undefined };
  }

  /** The editor ends and starts again. */
  restart(): void {
    if (this.fault === "memoryOnly") {
      this.values.clear();
    }
  }

  private perform<Value>(work: () => Value): Promise<Value> {
    if (this.fault === "rejects") {
      return Promise.reject(new Error(`key ring is locked ${[...this.values.values()].join()}`));
    }
    if (this.fault === "hangs") {
      return new Promise((resolve) => {
        this.clock.schedule(HANG_MILLISECONDS, () => resolve(work()));
      });
    }
    return Promise.resolve().then(work);
  }
}

/** Marks as the editor's plain state keeps them: as JSON. */
export class MemoryMarks implements SecretMarks {
  readonly texts = new Map<string, string>();

  read(connectionId: string): SecretMark | undefined {
    const text = this.texts.get(connectionId);
    return text === undefined ? undefined : (JSON.parse(text) as SecretMark);
  }

  write(connectionId: string, mark: SecretMark | undefined): Promise<void> {
    if (mark === undefined) {
      this.texts.delete(connectionId);
    } else {
      this.texts.set(connectionId, JSON.stringify(mark));
    }
    return Promise.resolve();
  }
}
