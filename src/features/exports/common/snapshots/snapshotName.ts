const SHORT_ID = 8;

/** What the name of a snapshot's file tells: which list, whose by a part of the id, and when. */
interface NamedSnapshot {
  /** "holdings". */
  readonly list: string;
  /** Ids of the path, or their pseudonyms. */
  readonly ids: readonly string[];
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** "holdings-0f8fad5b-2026-11-22T01-30-00Z.jsonl"; `isTaken` where a file has that name already. */
export function snapshotName(
  { list, ids, at }: NamedSnapshot,
  isTaken: (name: string) => boolean,
): string {
  const short = ids.map((id) =>
    id
      .replace(/[^A-Za-z0-9]/g, "")
      .slice(0, SHORT_ID)
      .toLowerCase(),
  );
  // Colons are no part of names everywhere.
  const moment = at.replace(/\.\d+Z$/, "Z").replaceAll(":", "-");
  const start = [list, ...short, moment].filter((part) => part !== "").join("-");
  for (let count = 1; ; count++) {
    const name = `${count === 1 ? start : `${start}-${count}`}.jsonl`;
    if (!isTaken(name)) {
      return name;
    }
  }
}
