import type { KnownClient, EdgeKind, EdgeClient } from "../clients";

const LAST_NAME = "Zygmunt";

/** The last clients of the development data: all of one last name, behind every drawn one. */
export const EDGE_CLIENTS: Readonly<Record<EdgeKind, EdgeClient>> = {
  many: edgeClient("many", 1, { firstName: "Many", holdings: 200_000 }),
  wide: edgeClient("wide", 2, { firstName: "Wide", holdings: 120 }),
  deep: edgeClient("deep", 3, { firstName: "Deep", holdings: 80 }),
  mixed: edgeClient("mixed", 4, { firstName: "Mixed", holdings: 90 }),
  names: edgeClient("names", 5, { firstName: "Names", holdings: 30 }),
  hostile: edgeClient("hostile", 6, {
    firstName: "Hostile <img src=x onerror=alert(1)>",
    holdings: 120,
    town: "<svg onload=alert(1)>",
    adviser: '=HYPERLINK("https://attacker.example","Alex")',
  }),
  foreign: edgeClient("foreign", 7, {
    firstName: "Foreign שָׁלוֹם \u202e مرحبا 👩🏽‍⚕️",
    holdings: 120,
    town: "京都市",
    adviser: "Zoe\u0308 Müller 🇬🇧",
  }),
  numbers: edgeClient("numbers", 8, { firstName: "Numbers", holdings: 120 }),
  series: edgeClient("series", 9, { firstName: "Series", holdings: 40, results: 96 }),
};

function edgeClient(
  edge: EdgeKind,
  number: number,
  facts: Omit<KnownClient, "lastName" | "clientId" | "edge">,
): EdgeClient {
  const clientId = `ed9ec11e-0000-4000-8000-${String(number).padStart(12, "0")}`;
  return { ...facts, lastName: LAST_NAME, clientId, edge };
}
