import type { KnownClient } from "./clients";
import { createDataSet, type DataSet } from "./dataSet";
import { EDGE_CLIENTS } from "./edge/edgeClients";

/** The two environments behind one base URL; the subscription key decides between them. */
interface DataSets {
  readonly development: DataSet;
  readonly production: DataSet;
}

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

/** Both data sets of a seed: 2,000 and 300 clients, none of them in both. */
export function createDataSets(seed: string, now: () => number, holdings?: number): DataSets {
  return {
    development: createDataSet({
      seed: `${seed}/development`,
      clients: {
        count: 2000,
        known: DEVELOPMENT_CLIENTS.map((client) =>
          holdings !== undefined && client.lastName === LONG_LIST
            ? { ...client, holdings }
            : client,
        ),
        edge: Object.values(EDGE_CLIENTS),
      },
      now,
    }),
    production: createDataSet({
      seed: `${seed}/production`,
      clients: { count: 300, known: PRODUCTION_CLIENTS, edge: [] },
      now,
    }),
  };
}
