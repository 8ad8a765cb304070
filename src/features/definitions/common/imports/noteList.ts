import { type JsonPath, formatPointer } from "../../../../platform/json/jsonPointer";
import type { DocumentNote } from "./document";

const PLACES = 10;
/** Of one kind; a document that is wrong everywhere is told as such by the first of them. */
const NOTES_OF_A_KIND = 100;

/** Gathers notes, each subject once with its first places. */
export class NoteList {
  private readonly notes = new Map<
    string,
    { -readonly [Key in keyof DocumentNote]: DocumentNote[Key] }
  >();
  private readonly counts = new Map<DocumentNote["kind"], number>();

  /** Notes a place; for `skipped` and `duplicateKey` the place is the subject. */
  add(kind: DocumentNote["kind"], place: JsonPath, subject = formatPointer(place)): void {
    const key = `${kind} ${subject}`;
    const known = this.notes.get(key);
    if (known !== undefined) {
      known.count++;
      if (known.places.length < PLACES) {
        known.places = [...known.places, formatPointer(place)];
      }
      return;
    }
    const count = this.counts.get(kind) ?? 0;
    if (count < NOTES_OF_A_KIND) {
      this.counts.set(kind, count + 1);
      this.notes.set(key, { kind, subject, places: [formatPointer(place)], count: 1 });
    }
  }

  list(): readonly DocumentNote[] {
    return [...this.notes.values()];
  }
}
