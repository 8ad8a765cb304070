import { isDateTime, readDate } from "../dates";
import { placeAt, shownName, textAt } from "../places";
import type { PayloadMember, Rule } from "../rule";
import { SENTENCES } from "../../../texts/findingSentences";

/**
 * Endings of names of which the first never comes after the others, in lower case; what stands
 * before the endings has to be the same.
 */
const ORDERED: readonly (readonly [first: string, ...later: string[]])[] = [
  ["start", "end"],
  ["startdate", "enddate", "retirementdate", "maturitydate"],
  ["starton", "endon"],
  ["startson", "endson"],
  [
    "startedon",
    "endedon",
    "valuedon",
    "closedon",
    "retiredon",
    "transferredon",
    "maturedon",
    "retireson",
  ],
  ["joinedon", "lefton", "retiredon"],
  ["openedon", "closedon", "valuedon"],
  ["from", "to", "until"],
  ["fromdate", "todate"],
  ["validfrom", "validto", "validuntil"],
  ["effectivefrom", "effectiveto"],
  ["dateofbirth", "dateofdeath", "startedon", "startdate", "joinedon", "retiredon"],
];

/** Two dates of one object of which the later one comes first. */
export const dateOrderRule: Rule = {
  id: "dateOrder",
  object({ members }, { source, report }) {
    const dates = new Map<string, { member: PayloadMember; text: string }>();
    for (const member of members) {
      const text = textAt(source, member.value.entry) ?? "";
      const name = member.name.toLowerCase();
      // Of two with the same name the last one counts.
      dates.delete(name);
      if (isRealDate(text)) {
        dates.set(name, { member, text });
      }
    }
    for (const [name, first] of dates) {
      for (const other of namesAfter(name)) {
        const later = dates.get(other);
        if (later !== undefined && isBefore(later.text, first.text)) {
          const values = [shownName(later.member.name), shownName(first.member.name)];
          const place = placeAt(source, later.member.value.entry);
          report(place, () => ({ message: SENTENCES.dateOrder, values }));
        }
      }
    }
  },
};

function namesAfter(name: string): readonly string[] {
  // Most names end with none of them, and an object may have very many.
  const endings = ORDERED.filter(([first]) => name.endsWith(first));
  return endings.flatMap(([first, ...later]) => {
    const stem = name.slice(0, -first.length);
    return later.map((one) => stem + one);
  });
}

function isRealDate(text: string): boolean {
  return readDate(text).kind === "date" || isDateTime(text);
}

/** Two times by the moment; with a day on one side only by the days as they are written. */
function isBefore(one: string, other: string): boolean {
  const isTimes = isDateTime(one) && isDateTime(other);
  return isTimes ? Date.parse(one) < Date.parse(other) : one.slice(0, 10) < other.slice(0, 10);
}
