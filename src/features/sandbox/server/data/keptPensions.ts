import type { WrittenPension } from "../../messages/sandboxScenario";
import { parseKeepingNumbers, stringifyJson } from "./losslessJson";
import type { PensionContent, StoredPension } from "./pensions";

/** As text, off the heap: the objects of `{"funds":[{},{},…]}` take many times the room of it. */
interface KeptText {
  readonly text: Buffer;
  readonly lastUpdated: string;
  /** What it takes where it is saved. */
  readonly bytes: number;
}

/** What an entry takes besides its id and its content, here and in a scenario. */
const ENTRY_BYTES = 200;

/** Pensions that were written or removed, by the ids of their client and their own. */
export class KeptPensions {
  private readonly clients = new Map<string, Map<string, KeptText | null>>();
  private bytes = 0;

  /** Null marks one that was removed; undefined: nothing is known of it. */
  find(clientId: string, pensionId: string): StoredPension | null | undefined {
    const kept = this.clients.get(clientId)?.get(pensionId);
    return kept && { content: contentOf(kept), lastUpdated: kept.lastUpdated };
  }

  /** Removed ones too. */
  idsOf(clientId: string): readonly string[] {
    return [...(this.clients.get(clientId)?.keys() ?? [])];
  }

  /**
   * Null marks one that was removed. False where all would take more than `most` bytes: then
   * nothing has changed.
   */
  keep(
    clientId: string,
    pensionId: string,
    pension: StoredPension | null,
    most = Infinity,
  ): boolean {
    const kept = pension && {
      text: Buffer.from(stringifyJson(pension.content)),
      lastUpdated: pension.lastUpdated,
      bytes: ENTRY_BYTES + savedBytes([pensionId, pension.content]),
    };
    const bytes = this.bytesWith(clientId, pensionId, kept);
    // A scenario may have brought more than that: then what takes no more room is still kept.
    if (bytes > Math.max(most, this.bytes)) {
      return false;
    }
    const pensions = this.clients.get(clientId) ?? new Map<string, KeptText | null>();
    this.clients.set(clientId, pensions.set(pensionId, kept));
    this.bytes = bytes;
    return true;
  }

  forget(clientId: string, pensionId: string): void {
    this.bytes = this.bytesWith(clientId, pensionId, null);
    this.clients.get(clientId)?.delete(pensionId);
  }

  /** As a scenario has them. Each is read from its text when it is asked for, not all at once. */
  list(): readonly WrittenPension[] {
    return [...this.clients].flatMap(([clientId, pensions]) =>
      [...pensions].map(([pensionId, kept]) => writtenPension(clientId, pensionId, kept)),
    );
  }

  /** What all take together once this is kept in the place of what was. */
  private bytesWith(clientId: string, pensionId: string, kept: KeptText | null): number {
    const before = this.clients.get(clientId)?.get(pensionId) ?? null;
    return this.bytes - (before?.bytes ?? 0) + (kept?.bytes ?? 0);
  }
}

/**
 * As a scenario has it, where each line is indented and stands so deep: what is taken has to be
 * saved and loaded again, and `{"funds":[{},{},…]}` is six times as long there.
 */
function savedBytes(entry: readonly unknown[]): number {
  return Buffer.byteLength(stringifyJson([[[[entry]]]], 2));
}

function contentOf({ text }: KeptText): PensionContent {
  return parseKeepingNumbers(text.toString()) as PensionContent;
}

function writtenPension(
  clientId: string,
  pensionId: string,
  kept: KeptText | null,
): WrittenPension {
  return kept === null
    ? { clientId, pensionId, content: null }
    : {
        clientId,
        pensionId,
        get content() {
          return contentOf(kept);
        },
        lastUpdated: kept.lastUpdated,
      };
}
