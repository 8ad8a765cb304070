import { knownStateOf } from "../common/knownState";
import { placesOfSame } from "../common/placesOfSame";
import type { PayloadSource } from "../common/plan";
import type { PayloadState } from "../common/state";
import { judge, type JudgedPayload, type Judging, stateOfJudged } from "../common/stateOf";
import type { VersionReads } from "../common/versionReads";
import { TimeSlicer } from "../../../platform/base/timeSlicer";
import type { Schema } from "../../../platform/service/definition/schema";
import { pensionSchema } from "../../pensions/common/template";
import type { PensionRecords } from "../../pensions/common/writing/records";
import { validatePayload } from "../../pensions/host/validatePayload";

export interface StateParts {
  readonly records: Pick<PensionRecords, "get" | "text">;
  readonly reads: Pick<VersionReads, "get">;
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
}

/** Something that is made anew only where one of what it was made of is another. */
interface Made<Value> {
  readonly of: readonly unknown[];
  readonly value: Value;
}

interface Entry {
  check?: Made<ReturnType<Judging["check"]>>;
  judged?: Made<JudgedPayload>;
  state?: Made<PayloadState>;
}

/** Payloads whose checks are under way at the same time: each is a question to a thread. */
const CHECKED_TOGETHER = 32;

/** States of payloads, remembered: of 1,000 files one that changes costs what one file costs. */
export class PayloadStates {
  private entries = new Map<string, Entry>();

  constructor(private readonly parts: StateParts) {}

  /** In the order of the sources; those of one folder, as a pension may have one payload in it. */
  async of(sources: readonly PayloadSource[]): Promise<readonly PayloadState[]> {
    const samePlaces = placesOfSame(sources);
    const slicer = new TimeSlicer();
    const states: PayloadState[] = [];
    for (let at = 0; at < sources.length; at += CHECKED_TOGETHER) {
      const together = sources.slice(at, at + CHECKED_TOGETHER).map(async (source) => {
        const entry = this.entries.get(source.file) ?? {};
        this.entries.set(source.file, entry);
        const definition = await this.parts.definition(source.pension?.connectionId);
        const schema = pensionSchema(definition);
        const placed = { ...source, samePlace: samePlaces.get(source.file) };
        await slicer.yieldIfDue();
        const judged = await judgedBy(entry, placed, {
          definition,
          schema,
          check: validatePayload,
        });
        return { entry, source, judged, schema };
      });
      for (const { entry, source, ...by } of await Promise.all(together)) {
        states.push(await this.stateOf(entry, source, by));
        await slicer.yieldIfDue();
      }
    }
    return states;
  }

  /** Files that are gone need no memory. */
  keepOnly(files: ReadonlySet<string>): void {
    for (const file of this.entries.keys()) {
      if (!files.has(file)) {
        this.entries.delete(file);
      }
    }
  }

  private async stateOf(
    entry: Entry,
    { pension }: PayloadSource,
    { judged, schema }: { readonly judged: JudgedPayload; readonly schema: Schema },
  ): Promise<PayloadState> {
    const { records, reads } = this.parts;
    const record = pension && records.get(pension);
    const { seen, write, changedAt, isAbsent } = record ?? {};
    const of = [
      ...[judged, schema, pension && reads.get(pension), changedAt, isAbsent],
      ...[seen?.hash, seen?.at, write?.actionId, write?.outcome],
    ];
    if (entry.state === undefined || !isSame(entry.state.of, of)) {
      const knownState = pension ? await knownStateOf(records, reads, pension) : NOTHING_KNOWN;
      entry.state = { of, value: stateOfJudged(judged, knownState, schema) };
    }
    return entry.state.value;
  }
}

async function judgedBy(
  entry: Entry,
  source: PayloadSource & { readonly samePlace: string | undefined },
  by: Judging,
): Promise<JudgedPayload> {
  const { text, pension, isConnectionGone, samePlace } = source;
  const of = [text, pension === undefined, isConnectionGone, samePlace, by.definition];
  if (entry.judged === undefined || !isSame(entry.judged.of, of)) {
    entry.judged = { of, value: await judge(source, { ...by, check: remembered(entry, by) }) };
  }
  return entry.judged.value;
}

/** Another target asks nothing of the schema again. */
function remembered(entry: Entry, { check }: Pick<Judging, "check">): Judging["check"] {
  return (text, definition) => {
    const of = [text, definition];
    if (entry.check === undefined || !isSame(entry.check.of, of)) {
      entry.check = { of, value: check(text, definition) };
    }
    return entry.check.value;
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.every((value, index) => value === other[index]);
}

const NOTHING_KNOWN = {
  ...{ current: undefined, seen: undefined, seenMetadata: undefined, write: undefined },
  isAbsent: false,
};
