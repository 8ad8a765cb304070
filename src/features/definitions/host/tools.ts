import { readDefinition } from "../../../platform/service/definition/definition";
import { domainsOf, sharesPath } from "../common/foreignOperations";
import { createDefinitionReader, type DefinitionReader } from "../common/imports/definitionReader";
import { ofLastTexts } from "../../../platform/service/definition/lastTexts";
import { asRecord } from "../../../platform/service/definition/reading";
import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import type { DefinitionParts, DefinitionServices, DomainShare } from "./services";

/** The services of the feature, and what ends the thread that reads. */
export interface DefinitionTools {
  readonly services: DefinitionServices;
  readonly reader: DefinitionReader;
}

/** Adds what reads and compares documents. */
export function createTools(parts: DefinitionParts): DefinitionTools {
  const { log, description, definition, coverageOf } = parts;
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
