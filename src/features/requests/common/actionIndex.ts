import { LogEntry, matcherOf } from "./actionFilter";
import type { FoundId, HistoryFilter, HistoryPage, KnownConnection } from "./history";
import { idsOf, idsOfAttempt, placesOf } from "./foundIds";
import { KnownIds } from "./knownIds";
import type { Action } from "../../../platform/base/action";

/** More are forgotten, the oldest first. */
const MOST_ACTIONS = 100_000;
/** Taken away at once: one by one each would move all the others. */
const FORGOTTEN_AT_ONCE = 1_000;

interface Matched {
  readonly filter: HistoryFilter;
  readonly version: number;
  readonly entries: readonly LogEntry[];
}

/** Actions by time and id, in memory: quick to add to, to filter and to search, however many. */
export class ActionIndex {
  /** The oldest first. */
  private entries: LogEntry[] = [];
  private readonly byId = new Map<string, LogEntry>();
  /** The newest action of each connection, by its id. */
  private readonly uses = new Map<string, Action>();
  private version = 0;
  private matched: Matched | undefined;
  private known = new KnownIds();
  /** The states whose ids are known, and the actions with newer ones, by their ids. */
  private readonly read = new Map<string, Action>();
  private readonly unread = new Set<string>();

  constructor(private readonly most = MOST_ACTIONS) {}

  get size(): number {
    return this.entries.length;
  }

  get(id: string): Action | undefined {
    return this.byId.get(id)?.action;
  }

  /** Takes the newest state of an action. */
  note(action: Action): void {
    this.version++;
    this.unread.add(action.id);
    this.noteUse(action);
    const known = this.byId.get(action.id);
    if (known !== undefined) {
      known.action = action;
      known.prepare();
      return;
    }
    const entry = new LogEntry(action);
    entry.prepare();
    this.byId.set(action.id, entry);
    this.insert(entry);
    if (this.entries.length >= this.most + FORGOTTEN_AT_ONCE) {
      this.entries.splice(0, FORGOTTEN_AT_ONCE).forEach((old) => this.byId.delete(old.action.id));
      this.countUses();
      this.forgetIds();
    }
  }

  query(filter: HistoryFilter, from: number, count: number): HistoryPage {
    const entries = this.matching(filter);
    const end = Math.max(0, entries.length - from);
    const page = entries.slice(Math.max(0, end - count), end).reverse();
    return { total: entries.length, actions: page.map(({ action }) => action) };
  }

  find(id: string): readonly FoundId[] {
    const wanted = id.trim().toLowerCase();
    // A line of the text of an entry begins with each of its ids.
    const line = `\n${wanted}`;
    return wanted === ""
      ? []
      : this.entries
          .filter(({ text }) => text.includes(line))
          .reverse()
          .flatMap(({ action }) => placesOf(action, wanted));
  }

  /** As they are now; only what changed since the last question is looked at. */
  get ids(): KnownIds {
    for (const id of this.unread) {
      const action = this.byId.get(id)?.action;
      if (action !== undefined && !this.readIds(action)) {
        this.forgetIds();
        this.entries.forEach((entry) => this.readIds(entry.action));
        break;
      }
    }
    this.unread.clear();
    return this.known;
  }

  /** In the order of their last use. */
  get connections(): readonly KnownConnection[] {
    return [...this.uses.values()]
      .sort((one, other) => other.startedAt - one.startedAt)
      .map(({ connectionId: id, connectionLabel: label, environment }) => ({
        ...{ id, label, environment },
      }));
  }

  /** Forgets every action that the test is true for. */
  forget(isForgotten: (action: Action) => boolean): void {
    this.version++;
    this.entries = this.entries.filter(({ action }) => !isForgotten(action));
    this.byId.clear();
    this.entries.forEach((entry) => this.byId.set(entry.action.id, entry));
    this.countUses();
    this.forgetIds();
  }

  /** False where it has lost one: others may still have that. */
  private readIds(action: Action): boolean {
    const told = this.read.get(action.id);
    this.read.set(action.id, action);
    if (told !== undefined && isGrown(told, action)) {
      // A walk of thousands of pages grows by one attempt at a time.
      const more = action.attempts.slice(told.attempts.length);
      more.flatMap(idsOfAttempt).forEach(({ value }) => this.known.add(value));
      return true;
    }
    const values = new Set(idsOf(action).map(({ value }) => value));
    values.forEach((value) => this.known.add(value));
    return told === undefined || idsOf(told).every(({ value }) => values.has(value));
  }

  private forgetIds(): void {
    this.known = new KnownIds();
    this.read.clear();
    this.entries.forEach(({ action }) => this.unread.add(action.id));
  }

  /** Asked with each slice of rows, so it is known and not looked for. */
  private noteUse(action: Action): void {
    const newest = this.uses.get(action.connectionId);
    if (newest === undefined || newest.startedAt <= action.startedAt) {
      this.uses.set(action.connectionId, action);
    }
  }

  private countUses(): void {
    this.uses.clear();
    this.entries.forEach(({ action }) => this.noteUse(action));
  }

  private insert(entry: LogEntry): void {
    const { entries } = this;
    const { startedAt } = entry.action;
    let place = entries.length;
    // Rows of other windows and of earlier sessions come late, but not by much.
    if ((entries.at(-1)?.action.startedAt ?? 0) > startedAt) {
      place = firstAfter(entries, startedAt);
    }
    if (place === entries.length) {
      entries.push(entry);
    } else {
      entries.splice(place, 0, entry);
    }
  }

  private matching(filter: HistoryFilter): readonly LogEntry[] {
    const isSame =
      this.matched?.version === this.version && sameFilter(this.matched.filter, filter);
    if (this.matched === undefined || !isSame) {
      const isMatch = matcherOf(filter);
      const among = this.isNarrower(filter) ? (this.matched?.entries ?? []) : this.entries;
      const entries = isMatch === undefined ? this.entries : among.filter(isMatch);
      this.matched = { filter, version: this.version, entries };
    }
    return this.matched.entries;
  }

  /** Whether text was added to the last filter: what passes is among what passed. */
  private isNarrower(filter: HistoryFilter): boolean {
    const { text = "" } = this.matched?.filter ?? {};
    return (
      this.matched?.version === this.version &&
      text !== "" &&
      (filter.text ?? "").startsWith(text) &&
      sameFilter({ ...this.matched.filter, text }, { ...filter, text })
    );
  }
}

/** Whether nothing but attempts were added. */
function isGrown(told: Action, action: Action): boolean {
  const { attempts: before } = told;
  return (
    told.traceId === action.traceId &&
    before[0] === action.attempts[0] &&
    before.at(-1) === action.attempts[before.length - 1]
  );
}

function sameFilter(one: HistoryFilter, other: HistoryFilter): boolean {
  return (
    one.text === other.text &&
    one.outcome === other.outcome &&
    one.connectionId === other.connectionId &&
    one.since === other.since
  );
}

/** Index of the first entry that began after a time. */
function firstAfter(entries: readonly LogEntry[], time: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.action.startedAt ?? 0) > time) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
