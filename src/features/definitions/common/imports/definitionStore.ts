import { randomUUID } from "node:crypto";
import { DOMAINS, type Domain } from "../../../../platform/base/connection";
import { AppError, isAppError } from "../../../../platform/base/errors";
import { watchFolder } from "../../../../platform/files/watchFolder";
import type { Clock } from "../../../../platform/base/clock";
import type { Locks } from "../../../../platform/files/locks/locks";
import type { Log } from "../../../../platform/base/log";
import { shownName } from "../shownName";
import { DefinitionFolder, sha256 } from "./definitionFolder";
import { type DefinitionEntry, type DefinitionIndex, inOrder } from "./definitionIndex";
import type {
  ActiveVersions,
  DefinitionChoices,
  DefinitionStore,
  NewDefinition,
  StoredDefinition,
} from "./stored";

interface DefinitionStoreOptions {
  /** Shared by all windows of this machine and user; made when first needed. */
  readonly folder: string;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: DefinitionLimits;
}

export interface DefinitionLimits {
  readonly versionsPerDomain: number;
  /** Of all documents together, as they are kept. */
  readonly bytes: number;
}

/** The store, and what could not be read of it. */
export interface KeptDefinitions extends DefinitionStore {
  /** How many versions are left out because their part of the list is damaged. */
  lost(): Promise<number>;
}

const LIMITS: DefinitionLimits = { versionsPerDomain: 20, bytes: 100_000_000 };
const LOCK = "definitions";

/** Definitions in a folder of files. */
export function createDefinitionStore(options: DefinitionStoreOptions): KeptDefinitions {
  return new FileDefinitions(options);
}

class FileDefinitions implements KeptDefinitions {
  private readonly folder: DefinitionFolder;
  private readonly limits: DefinitionLimits;
  private readonly listeners = new Set<() => void>();
  private stopWatching: (() => void) | undefined;
  /** State that listeners know: another window's change is one only where this differs. */
  private reported: string | undefined;

  constructor(private readonly options: DefinitionStoreOptions) {
    this.folder = new DefinitionFolder(options.folder, options.log);
    this.limits = options.limits ?? LIMITS;
  }

  async list(): Promise<readonly StoredDefinition[]> {
    const { entries } = await this.folder.read();
    return entries.map(({ facts }) => facts).toSorted(newestFirst);
  }

  async active(connectionId?: string): Promise<ActiveVersions> {
    const { active, choices, entries } = await this.folder.read();
    const ids = { ...active, ...(connectionId === undefined ? {} : choices[connectionId]) };
    const found = DOMAINS.map((domain) => findEntry(entries, ids[domain]));
    return Object.fromEntries(
      found.flatMap((entry) => (entry ? [[entry.facts.domain, entry.facts]] : [])),
    );
  }

  async choices(): Promise<DefinitionChoices> {
    return (await this.folder.read()).choices;
  }

  async document(id: string): Promise<string> {
    const { entries } = await this.folder.read();
    const entry = findEntry(entries, id);
    const document = entry && (await this.folder.document(entry.facts.id));
    if (document === undefined) {
      throw gone(entry?.facts);
    }
    return document;
  }

  add(
    definitions: readonly NewDefinition[],
    connectionId?: string,
  ): Promise<readonly StoredDefinition[]> {
    return this.change(async (index) => {
      const added: DefinitionEntry[] = [];
      for (const definition of definitions) {
        added.push(this.keptAlready(index, definition) ?? this.newEntry(definition));
      }
      const entries = withNew(index.entries, added);
      const after = added.reduce(
        (left, { facts }) => withActive(left, facts.domain, facts.id, connectionId),
        index,
      );
      const kept = this.withinLimits(entries, activeIds(after), activeIds(index));
      // Documents first: whatever ends this window here, the index names nothing that is not there.
      for (const [place, entry] of added.entries()) {
        await this.folder.putDocument(entry, definitions[place]?.document ?? "");
      }
      await this.folder.putIndex({ ...after, entries: kept, lost: 0 });
      return added.map(({ facts }) => facts);
    });
  }

  activate(domain: Domain, id: string | undefined, connectionId?: string): Promise<void> {
    return this.change(async (index) => {
      const entry = findEntry(index.entries, id);
      if (id !== undefined && entry?.facts.domain !== domain) {
        throw gone(entry?.facts);
      }
      await this.folder.putIndex(withActive(index, domain, id, connectionId));
    });
  }

  forgetChoices(connectionId: string, domain?: Domain): Promise<void> {
    return this.change(async (index) => {
      const chosen = index.choices[connectionId];
      if (chosen !== undefined) {
        const left = domain === undefined ? {} : without(chosen, domain);
        const choices = withChoice(index.choices, connectionId, left);
        await this.folder.putIndex({ ...index, choices });
      }
    });
  }

  copyChoices(fromId: string, toId: string): Promise<void> {
    return this.change(async (index) => {
      const chosen = index.choices[fromId];
      if (chosen !== undefined) {
        const choices = withChoice(index.choices, toId, chosen);
        await this.folder.putIndex({ ...index, choices });
      }
    });
  }

  remove(id: string): Promise<void> {
    return this.change(async (index) => {
      const entries = index.entries.filter(({ facts }) => facts.id !== id);
      // Whatever names it is read as the description from now on.
      await this.folder.putIndex({ ...index, entries });
    });
  }

  async lost(): Promise<number> {
    return (await this.folder.read()).lost;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    this.stopWatching ??= this.watch();
    return { dispose: () => void this.listeners.delete(listener) };
  }

  dispose(): void {
    this.listeners.clear();
    this.stopWatching?.();
  }

  private watch(): () => void {
    const { clock } = this.options;
    const check = async (): Promise<void> => this.notifyOfChange(await this.folder.read(), true);
    void this.folder.read().then((index) => (this.reported ??= markOf(index)));
    const stops = [this.folder.path, this.folder.choicesPath].map((path) =>
      watchFolder(path, clock, () => void check()),
    );
    return () => stops.forEach((stop) => stop());
  }

  /** Listeners hear of what is another state for them, once. */
  private notifyOfChange(index: DefinitionIndex, isOfOthers = false): void {
    const mark = markOf(index);
    const isNews = mark !== this.reported && !(isOfOthers && this.reported === undefined);
    this.reported = mark;
    if (isNews) {
      this.listeners.forEach((listener) => listener());
    }
  }

  private async change<Result>(work: (index: DefinitionIndex) => Promise<Result>): Promise<Result> {
    try {
      const result = await this.options.locks.withLock(LOCK, async () =>
        work(await this.folder.readToChange()),
      );
      this.notifyOfChange(await this.folder.read());
      return result;
    } catch (error) {
      throw isAppError(error)
        ? error
        : new AppError("internal", "definition/notKept", { cause: error });
    }
  }

  /** The same text again is the same version; its document is written anew, as it may be damaged. */
  private keptAlready(index: DefinitionIndex, wanted: NewDefinition): DefinitionEntry | undefined {
    const found = index.entries.find(
      ({ facts }) => facts.hash === wanted.hash && facts.domain === wanted.domain,
    );
    return found && this.entryOf(wanted, found.facts.id, found.facts.importedAt);
  }

  private newEntry(definition: NewDefinition): DefinitionEntry {
    return this.entryOf(definition, randomUUID(), this.options.clock.now());
  }

  private entryOf(wanted: NewDefinition, id: string, importedAt: number): DefinitionEntry {
    const { document, ...facts } = wanted;
    return inOrder({
      facts: { ...facts, id, importedAt },
      documentHash: sha256(document),
      documentBytes: Buffer.byteLength(document),
    });
  }

  /** The oldest make room; what was active until now goes last, so that it can be gone back to. */
  private withinLimits(
    entries: readonly DefinitionEntry[],
    active: ReadonlySet<string>,
    before: ReadonlySet<string>,
  ): readonly DefinitionEntry[] {
    const isActive = ({ facts }: DefinitionEntry): boolean => active.has(facts.id);
    const wasActive = ({ facts }: DefinitionEntry): boolean => before.has(facts.id);
    const others = entries.filter((entry) => !isActive(entry)).toSorted(byAge);
    const going = [...others.filter((entry) => !wasActive(entry)), ...others.filter(wasActive)];
    let kept = entries;
    for (const entry of going) {
      if (this.isTooMuch(kept, entry.facts.domain)) {
        kept = kept.filter((other) => other !== entry);
      }
    }
    if (sizeOf(kept) > this.limits.bytes) {
      throw new AppError("input", "definition/noRoom");
    }
    return kept;
  }

  private isTooMuch(entries: readonly DefinitionEntry[], domain: Domain): boolean {
    const { versionsPerDomain, bytes } = this.limits;
    const ofDomain = entries.filter(({ facts }) => facts.domain === domain);
    return ofDomain.length > versionsPerDomain || sizeOf(entries) > bytes;
  }
}

function gone(facts: StoredDefinition | undefined): AppError {
  const name = facts === undefined ? "" : shownName(`${facts.title} ${facts.version}`);
  const values = { name };
  return new AppError("input", "definition/gone", { values });
}

function findEntry(
  entries: readonly DefinitionEntry[],
  id: string | undefined,
): DefinitionEntry | undefined {
  return entries.find(({ facts }) => facts.id === id);
}

function withNew(
  entries: readonly DefinitionEntry[],
  added: readonly DefinitionEntry[],
): readonly DefinitionEntry[] {
  const ids = new Set(added.map(({ facts }) => facts.id));
  return [...entries.filter(({ facts }) => !ids.has(facts.id)), ...added];
}

/** Of the default, or of the connection that is named; without an id it is the description. */
function withActive(
  index: DefinitionIndex,
  domain: Domain,
  id: string | undefined,
  connectionId: string | undefined,
): DefinitionIndex {
  if (connectionId === undefined) {
    const active = { ...without(index.active, domain), ...(id !== undefined && { [domain]: id }) };
    return { ...index, active };
  }
  const chosen = { ...index.choices[connectionId], [domain]: id ?? "" };
  return { ...index, choices: withChoice(index.choices, connectionId, chosen) };
}

function withChoice(
  choices: DefinitionChoices,
  connectionId: string,
  chosen: DefinitionChoices[string],
): DefinitionChoices {
  const isEmpty = Object.keys(chosen).length === 0;
  return { ...without(choices, connectionId), ...(!isEmpty && { [connectionId]: chosen }) };
}

function without<Value extends object>(record: Value, name: string): Value {
  return Object.fromEntries(Object.entries(record).filter(([one]) => one !== name)) as Value;
}

/** What is followed by default, or by any connection. */
function activeIds({ active, choices }: DefinitionIndex): ReadonlySet<string> {
  return new Set([active, ...Object.values(choices)].flatMap((ids) => Object.values(ids)));
}

function sizeOf(entries: readonly DefinitionEntry[]): number {
  return entries.reduce((sum, { documentBytes }) => sum + documentBytes, 0);
}

function byAge(one: DefinitionEntry, other: DefinitionEntry): number {
  return one.facts.importedAt - other.facts.importedAt;
}

function newestFirst(one: StoredDefinition, other: StoredDefinition): number {
  return other.importedAt - one.importedAt;
}

function markOf({ active, choices, entries }: DefinitionIndex): string {
  return JSON.stringify([active, choices, entries.map(({ facts }) => facts.id)]);
}
