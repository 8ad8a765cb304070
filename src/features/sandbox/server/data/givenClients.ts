import type { GivenClient } from "../../messages/sandboxScenario";
import { type ClientEntry, createEntry, type GivenData } from "./clients";
import { stringifyJson } from "./losslessJson";
import { createRandom } from "./random";

type Members = Readonly<Record<string, unknown>>;

/** Clients with data of a scenario; numbers of `clients` are kept as they are written. */
export function createGivenClients(
  seed: string,
  clients: readonly GivenClient[],
): readonly ClientEntry[] {
  return clients.map(({ clientId, name, dateOfBirth, record, holdings, results, pensions }) => {
    const id = clientId.toLowerCase();
    const entry = createEntry(createRandom(`${seed}/given/${id}`), {
      clientId: id,
      ...name,
      ...(dateOfBirth === undefined ? {} : { dateOfBirth }),
      ...(holdings === undefined ? {} : { holdings: countOf(holdings) }),
      ...(results === undefined ? {} : { results: countOf(results) }),
      ...(pensions === undefined ? {} : { pensionIds: Object.keys(pensions).sort() }),
    });
    const given: GivenData = {
      record: record ?? {},
      holdings: Array.isArray(holdings)
        ? holdings.map((holding) => stringifyJson(holding))
        : undefined,
      results: Array.isArray(results) ? (results as readonly Members[]) : undefined,
      pensions: new Map(Object.entries(pensions ?? {})),
    };
    return { ...entry, given };
  });
}

/** Numbers come as they were written in the file, so a count does as well. */
function countOf(value: unknown): number {
  return Array.isArray(value) ? value.length : Number(String(value));
}
