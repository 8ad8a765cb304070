import type { SandboxScenario, ScenarioEnvironment } from "../../messages/sandboxScenario";
import type { ClientPlan, KnownClient } from "./clients";
import { createDataSet, type DataSet } from "./dataSet";
import { EDGE_CLIENTS } from "./edge/edgeClients";

/** The two environments behind one base URL; the subscription key decides between them. */
export type DataSets = Readonly<Record<Environment, DataSet>>;

export type Environment = "development" | "production";

/** First in the list of clients, and the rows that must be there whatever the seed is. */
const DEVELOPMENT_CLIENTS: readonly KnownClient[] = [
  {
    firstName: "Ruth",
    lastName: "Abernathy",
    dateOfBirth: "1957-11-14",
    holdings: 37,
    pensionIds: ["PEN-0042", "PEN-0077"],
    results: 6,
  },
  { firstName: "Miles", lastName: "Abney", holdings: 0, pensionIds: [], results: 0 },
  { firstName: "Siân", lastName: "Achterberg", holdings: 150, results: 9 },
  { firstName: "Tunde", lastName: "Adeyemi", dateOfBirth: "1990-07-30", results: 0 },
  { firstName: "Ngozi", lastName: "Okafor", dateOfBirth: "1961-03-02", holdings: 100 },
  { firstName: "Siobhán", lastName: "O'Connor" },
  { firstName: "Zoë", lastName: "Müller-Ångström" },
  { firstName: "Thị Minh Khai", lastName: "Nguyễn" },
  { firstName: "José María", lastName: "de la Cruz" },
  {
    firstName: "Wilhelmina Persephone Alexandrina",
    lastName: "Featherstonehaugh-Cholmondeley",
  },
];

const PRODUCTION_CLIENTS: readonly KnownClient[] = [
  {
    firstName: "Edith",
    lastName: "Abernethy",
    holdings: 37,
    pensionIds: ["PEN-0042", "PEN-0105"],
    results: 4,
  },
  { firstName: "Owain", lastName: "Abraham", holdings: 0, pensionIds: [], results: 0 },
  { firstName: "Clíodhna", lastName: "D'Arcy" },
];

/** Who has as many holdings as one wants to see walked; nothing of them is made before. */
const LONG_LIST = "Achterberg";

export interface DataOptions {
  /** Of the client Siân Achterberg. */
  readonly holdings?: number | undefined;
  /** How many clients are made up behind the development key. */
  readonly clients?: number | undefined;
  readonly environments?: SandboxScenario["environments"];
}

/** Both data sets of a seed: 2,000 and 300 clients, none of them in both, unless told otherwise. */
export function createDataSets(
  seed: string,
  now: () => number,
  { holdings, clients, environments: { development = {}, production = {} } = {} }: DataOptions = {},
): DataSets {
  const known = DEVELOPMENT_CLIENTS.map((client) =>
    holdings !== undefined && client.lastName === LONG_LIST ? { ...client, holdings } : client,
  );
  const edge = Object.values(EDGE_CLIENTS);
  const make = (
    name: keyof DataSets,
    plan: ClientPlan,
    { clients: count = plan.count, given = [], pensions: written = [] }: ScenarioEnvironment,
  ): DataSet =>
    createDataSet({
      seed: `${seed}/${name}`,
      clients: shorten(plan, count),
      given,
      drawn: Math.max(count - plan.count, 0),
      written,
      now,
    });
  return {
    development: make(
      "development",
      { count: 2000, known, edge },
      { ...(clients !== undefined && { clients }), ...development },
    ),
    production: make("production", { count: 300, known: PRODUCTION_CLIENTS, edge: [] }, production),
  };
}

/** Fewer clients than planned: the known ones come first, and those at the edge need room. */
function shorten({ count, known, edge }: ClientPlan, wanted: number): ClientPlan {
  return wanted >= count
    ? { count, known, edge }
    : { count: wanted, known, edge: wanted < known.length + edge.length ? [] : edge };
}
