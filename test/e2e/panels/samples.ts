import type { ListView } from "../../../src/features/lists/messages/listMessages";
import type { ParameterField } from "../../../src/features/lists/messages/listQuery";
import { describePaging } from "../../../src/features/lists/messages/paging";

const FUNDS = ["Global Equity A", "UK Gilts All Stocks", "Property Income", "Cash Deposit"];
const PROVIDERS = ["Aviva", "Standard Life", "Royal London", "Scottish Widows & Sons"];

/** Text of a page of holdings as a service might send it; lexemes with trailing zeros. */
export function holdingsText(pageNumber: number, rows: number): string {
  const items = Array.from({ length: rows }, (_, index) => {
    const number = (pageNumber - 1) * 25 + index + 1;
    const owner = number % 3 === 0 ? "null" : '{"share": 0.50, "kind": "joint"}';
    const members = [
      `"holdingId": "00000000-0000-4000-8000-${String(number).padStart(12, "0")}"`,
      `"provider": "${PROVIDERS[number % 4]}"`,
      `"fund": "${FUNDS[number % 4]}"`,
      `"units": ${number * 1204}.3300`,
      `"value": ${number * 733}.10`,
      `"currency": "GBP"`,
      ...(number % 5 === 0 ? [] : [`"valuedOn": "2026-10-31"`]),
      `"ownership": ${owner}`,
      `"transactions": [1, 2, ${number}]`,
      `"note": "${number % 4 === 0 ? "" : "reviewed"}"`,
      `"isClosed": ${number % 7 === 0}`,
    ];
    return `{${members.join(", ")}}`;
  });
  return `{"items": [${items.join(",\n")}], "pageNumber": ${pageNumber}, "totalItems": 100}`;
}

/** The parameters of holdings and more, one of each kind. */
export const FIELDS: readonly ParameterField[] = [
  {
    ...{ name: "fields", kind: "list", value: ["owner"] },
    options: ["factors", "owner", "transactions"],
    description: "Adds data to the rows; without it the usual members come.",
  },
  {
    ...{ name: "questionnaireId", kind: "text", value: "", options: ["QN-1", "QN-2"] },
    description: "Only results of this questionnaire.",
  },
  { name: "isClosed", kind: "choice", value: "", options: ["true", "false"], description: "" },
];

/** Page 2 of 4 of the holdings, everything well. */
export function holdingsView(change: Partial<ListView> = {}): ListView {
  return {
    query: {
      ...{ connectionId: "sandbox", operationId: "listHoldings" },
      path: { clientId: "00000000-0000-4000-8000-000000000001" },
      ...{ subject: "Abernathy, Ruth", parameters: {} },
      ...{ pageNumber: 2, pageSize: 25, mode: "page", copy: 0 },
    },
    title: "Holdings · Abernathy, Ruth",
    connection: "",
    environment: { word: "Sandbox", icon: "beaker" },
    address: {
      method: "GET",
      url: "http://127.0.0.1:4010/finances/v1/clients/00000000-0000-4000-8000-000000000001/holdings?pageSize=25&pageNumber=2",
    },
    isLoading: false,
    isMasked: false,
    parameters: [],
    findings: [],
    paging: describePaging({
      pageNumber: 2,
      pageSize: 25,
      rows: 25,
      total: 100,
      isUnpaged: false,
    }),
    status: {
      status: 200,
      statusText: "OK",
      milliseconds: 84,
      bytes: 9318,
      attempts: 1,
      requestId: "7c1e55aa-9f10-4c1d-8f0e-3f6a7c1e77b2",
      traceId: "fpx-6f0b8a7d4c3e2f1a0b9c8d7e6f5a4b01",
      echo: "equal",
    },
    notes: [],
    ...change,
  };
}

/** That page with its rows. */
export function holdingsPage(change: Partial<ListView> = {}): {
  readonly view: ListView;
  readonly text: string;
} {
  return { view: holdingsView(change), text: holdingsText(2, 25) };
}
