import { coverageOf } from "../core/definitions/coverage";
import { readDefinition } from "../core/definitions/definition";
import { domainsOf, sharesPath } from "../core/definitions/foreignOperations";
import {
  createDefinitionReader,
  type DefinitionReader,
} from "../core/definitions/imports/definitionReader";
import { ofLastTexts } from "../core/definitions/lastTexts";
import { asRecord } from "../core/definitions/reading";
import { SYSTEM_CLOCK } from "../core/http/clock";
import type { DefinitionParts, DefinitionServices, DomainShare } from "./services";

/** The services of the feature, and what ends the thread that reads. */
export interface DefinitionTools {
  readonly services: DefinitionServices;
  readonly reader: DefinitionReader;
}

/** Adds what reads and compares documents. */
export function createTools(parts: DefinitionParts): DefinitionTools {
  const { log, description, definition } = parts;
  const reader = createDefinitionReader({ worker: parts.reader, clock: SYSTEM_CLOCK, log });
  const prefixes = async (): Promise<ReturnType<typeof readDefinition>["prefixes"]> =>
    readDefinition(await description()).prefixes;
  const covered = ofLastTexts(coverageOf);
  const services: DefinitionServices = {
    ...parts,
    read: (text, signal) => reader.read(text, signal),
    shares: async ({ json }) => {
      const counts = domainsOf(asRecord(JSON.parse(json)), await prefixes());
      return counts.flatMap(({ domain, ...share }): DomainShare[] =>
        domain === undefined ? [] : [{ domain, ...share }],
      );
    },
    sharesPath: async ({ json }, domain) =>
      sharesPath(asRecord(JSON.parse(json)), await description(), domain),
    compare: async (before, after, domain) =>
      reader.compare(before, after, (await prefixes())[domain]),
    coverage: async (connectionId) => covered(await definition(connectionId)),
  };
  return { services, reader };
}
