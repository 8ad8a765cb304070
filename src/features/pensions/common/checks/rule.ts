import type { IndexedText } from "../../../../platform/json/entryReading";
import type { Fix, RuleId } from "./findings";
import type { KnownNames } from "./knownNames";
import type { SchemaPlace } from "./schemaPlaces";

/** A check of payloads; it is called in the order of the text. */
export interface Rule {
  readonly id: RuleId;
  value?(value: PayloadValue, run: RuleRun): void;
  object?(object: PayloadObject, run: RuleRun): void;
  array?(array: PayloadArray, run: RuleRun): void;
}

/** The text that a rule checks, and where it reports what it found. */
export interface RuleRun {
  readonly source: IndexedText;
  /** `describe` is not called where there are too many findings to show another. */
  readonly report: (place: TextPlace, describe: () => RuleReport) => void;
}

/** Offset and length in UTF-16 units. */
export interface TextPlace {
  readonly offset: number;
  readonly length: number;
}

/** What is reported of one place; the sentence is one of `SENTENCES`. */
export interface RuleReport {
  readonly message: string;
  readonly values?: readonly (string | number)[];
  readonly fixes?: readonly Fix[];
}

/** A value of any type. */
export interface PayloadValue {
  /** Its number in the index. */
  readonly entry: number;
  /** Of the member that holds it, or holds the lists that it is in. */
  readonly name: string | undefined;
  readonly place: SchemaPlace | undefined;
  /** What is known of the service beside that, here. */
  readonly known: readonly KnownNames[];
}

/** One member of an object, duplicates kept. */
export interface PayloadMember {
  readonly name: string;
  /** Number of the name in the index. */
  readonly nameEntry: number;
  readonly value: PayloadValue;
}

/** An object with its members in the order of the text. */
export interface PayloadObject extends PayloadValue {
  readonly members: readonly PayloadMember[];
  /** True where the text ends, or cannot be read on, before the object does. */
  readonly isUnfinished: boolean;
}

/** A list with its items. */
export interface PayloadArray extends PayloadValue {
  readonly items: readonly PayloadValue[];
  readonly isUnfinished: boolean;
}
