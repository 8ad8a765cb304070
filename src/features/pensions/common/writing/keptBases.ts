import * as v from "valibot";
import { isRecord } from "../../../../platform/base/shapes";
import { versionSchema } from "./recordFile";
import type { VersionMetadata } from "./records";
import { factsOf } from "./version";

/** Where a window keeps a value over its reload: nobody else writes it. */
export interface WindowState {
  get(): unknown;
  set(value: Readonly<Record<string, VersionMetadata | null>>): void;
}

/** The editor copies the whole with each change; the oldest go. */
const MOST_BASES = 500;

/**
 * What a window compared its pensions with, by name of record, as it is after a reload: another window
 * may have seen a later version meanwhile, which is no edit of who works here.
 */
export class KeptBases {
  private readonly versions: Map<string, VersionMetadata | undefined>;

  constructor(private readonly state: WindowState | undefined) {
    this.versions = versionsOf(state?.get());
  }

  has(name: string): boolean {
    return this.versions.has(name);
  }

  /** Undefined also for a pension that was deleted here. */
  get(name: string): VersionMetadata | undefined {
    return this.versions.get(name);
  }

  set(name: string, version: VersionMetadata | undefined): void {
    // Taken out first, so that the order is that of the last mention.
    this.versions.delete(name);
    this.versions.set(name, version);
    const [oldest] = this.versions.keys();
    if (this.versions.size > MOST_BASES && oldest !== undefined) {
      this.versions.delete(oldest);
    }
    this.save();
  }

  forget(names: readonly string[]): void {
    const gone = names.filter((name) => this.versions.delete(name));
    if (gone.length > 0) {
      this.save();
    }
  }

  private save(): void {
    const entries = [...this.versions].map(([name, version]) => [name, version ?? null] as const);
    this.state?.set(Object.fromEntries(entries));
  }
}

function versionsOf(stored: unknown): Map<string, VersionMetadata | undefined> {
  const versions = new Map<string, VersionMetadata | undefined>();
  for (const [name, version] of isRecord(stored) ? Object.entries(stored) : []) {
    if (version === null) {
      versions.set(name, undefined);
    } else if (v.is(versionSchema, version)) {
      versions.set(name, factsOf(version));
    }
  }
  return versions;
}
