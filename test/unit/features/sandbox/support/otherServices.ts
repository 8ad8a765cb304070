import type { Target } from "../../../../../src/features/sandbox/conformance/target";
import type { Deviating, PassingAnswer, PassingCall } from "../../../support/deviatingProxy";
import { answerOf, isClient, KEY, onBody, onRows, passing, type Row } from "./deviations";

/** A service of which nothing is known but the specification. */
export interface OtherService extends Deviating {
  /** What the service does. */
  readonly what: string;
  /** What these rules find: skipped is what the specification leaves open. */
  readonly outcome: "kept" | "skipped" | "broken";
  readonly rules: readonly string[];
  /** Which of the two servers does it. */
  readonly server?: "identity";
  /** What the program is told of it. */
  readonly told?: Partial<Target>;
}

/** Services that do what the specification leaves open, and those beside them that break a rule. */
export function otherServices(keyOf: () => string): readonly OtherService[] {
  return [
    ...ofPensions(),
    ...ofFilters(),
    ...ofPages(),
    ...ofEnvironments(keyOf),
    ...ofSignIn(),
    ...ofReads(),
    ...ofPaths(),
  ];
}

const WRITES = [
  "1.4 unknown fields are ignored",
  "1.4 unknown fields are not kept",
  "4.1 DELETE may be repeated",
  "4.1 PUT creates",
  "4.1 PUT is idempotent",
  "4.1 PUT updates",
  "4.2 Content-Type of a body",
  "4.4 the pension",
];

function ofPensions(): readonly OtherService[] {
  const demandPlanNumber: NonNullable<Deviating["call"]> = ({ method, body }) =>
    method === "PUT" && !body.includes('"planNumber"') ? answerOf(422) : undefined;
  return [
    {
      what: "demands a field of pensions that is not shown",
      outcome: "skipped",
      rules: WRITES,
      call: demandPlanNumber,
    },
    {
      what: "demands a field that the pension has that it was told of",
      outcome: "kept",
      rules: WRITES,
      told: { pensionBody: { planNumber: "GPP-1204558" } },
      call: demandPlanNumber,
    },
    {
      what: "refuses the pension that it was told of",
      outcome: "broken",
      rules: [
        "4.1 PUT creates",
        "4.1 PUT is idempotent",
        "4.2 Content-Type of a body",
        "4.4 the pension",
      ],
      told: { pensionBody: { provider: "Aviva" } },
      call: demandPlanNumber,
    },
    {
      what: "lets the token only read",
      outcome: "skipped",
      rules: ["1.3 a body that is no JSON", ...WRITES],
      call: ({ method }) => (method === "PUT" ? answerOf(403) : undefined),
    },
    {
      what: "takes no parameter of Content-Type",
      outcome: "kept",
      rules: ["4.2 Content-Type of a body"],
      call: ({ headers }) =>
        headers["content-type"]?.includes(";") === true ? answerOf(415) : undefined,
    },
    {
      what: "answers a PUT without a body",
      outcome: "skipped",
      rules: ["1.4 unknown fields are not kept"],
      answer: (answer, { method }) => {
        if (method === "PUT" && answer.status < 300) {
          Object.assign(answer, { status: 204, body: "" });
        }
      },
    },
  ];
}

const FILTERS = ["4.3 questionnaireId", "4.3 unions"];

const RESULTS: readonly Row[] = Array.from({ length: 120 }, (_item, index) => ({
  resultId: index,
  questionnaireId: index % 2 === 0 ? "risk" : "loss",
  union: index % 3 === 0 ? "joint" : "single",
}));

function ofFilters(): readonly OtherService[] {
  return [
    {
      what: "has more results than one page holds",
      outcome: "kept",
      rules: FILTERS,
      call: pagesOf((query) => filtered(RESULTS, query)),
    },
    {
      what: "orders results otherwise where it filters them",
      outcome: "kept",
      rules: FILTERS,
      call: pagesOf((query) => {
        const rows = filtered(RESULTS, query);
        return isFiltered(query) ? rows.toReversed() : rows;
      }),
    },
    {
      what: "has many results and does not filter them",
      outcome: "broken",
      rules: FILTERS,
      call: pagesOf(() => RESULTS),
    },
    {
      what: "loses a result that it filters",
      outcome: "broken",
      rules: FILTERS,
      call: pagesOf((query) => {
        const rows = filtered(RESULTS.slice(0, 9), query);
        return isFiltered(query) ? rows.slice(1) : rows;
      }),
    },
    {
      what: "has others in the place of results that it filters",
      outcome: "broken",
      rules: FILTERS,
      call: pagesOf((query) => {
        const rows = filtered(RESULTS.slice(0, 9), query);
        return isFiltered(query) ? rows.map((row) => ({ ...row, resultId: "another" })) : rows;
      }),
    },
    {
      what: "has results of one questionnaire and one union",
      outcome: "skipped",
      rules: FILTERS,
      call: pagesOf(() => RESULTS.filter((_row, index) => index % 6 === 0)),
    },
    {
      what: "refuses the values of its filters",
      outcome: "skipped",
      rules: FILTERS,
      call: ({ url }) => (isFiltered(url.searchParams) ? answerOf(400) : undefined),
    },
  ];
}

function isFiltered(query: URLSearchParams): boolean {
  return query.has("questionnaireId") || query.has("unions");
}

function filtered(rows: readonly Row[], query: URLSearchParams): readonly Row[] {
  const [questionnaireId, union] = [query.get("questionnaireId"), query.get("unions")];
  return rows
    .filter((row) => questionnaireId === null || row["questionnaireId"] === questionnaireId)
    .filter((row) => union === null || row["union"] === union);
}

/** Answers with pages of these results. */
function pagesOf(
  rowsOf: (query: URLSearchParams) => readonly Row[],
): NonNullable<Deviating["call"]> {
  return ({ url }) => {
    const { pathname, searchParams } = url;
    if (!pathname.endsWith("/results")) {
      return undefined;
    }
    const size = Number(searchParams.get("pageSize"));
    const from = size * (Number(searchParams.get("pageNumber")) - 1);
    const items = rowsOf(searchParams).slice(from, from + size);
    return { ...answerOf(200), body: JSON.stringify({ items }) };
  };
}

const LISTS = ["clients", "holdings", "results"].flatMap((list) => [
  `4.3 pageNumber of ${list}`,
  `4.3 pageSize of ${list}`,
  `8 ${list} are paginated`,
]);
const FIELDS = ["4.3 fields", "4.3 fields are one comma-separated value"];
/** Rules that look at a page of no particular size. */
const PAGES = [
  "1 domain of client records",
  "1 domain of finances",
  "1 domain of risk profiling",
  "1.2 key on every request",
  "1.2 token on every request",
  "1.3 bodies are JSON",
  "4.1 GET is idempotent",
  "4.1 GET is safe",
  "4.2 no x-dt-traceid of its own",
  "4.2 x-dt-requestid of each request",
  "4.2 x-dt-requestid on a page",
  "4.2 x-dt-traceid on a page",
  ...FIELDS,
  "4.4 page of holdings",
  "4.4 page of results",
];

function ofPages(): readonly OtherService[] {
  return [
    {
      what: "refuses pages of more than ten",
      outcome: "kept",
      rules: ["1.1 key decides the environment", "2 name", "4.4 a single client", ...LISTS],
      call: ({ url }) =>
        Number(url.searchParams.get("pageSize") ?? 0) > 10 ? answerOf(400) : undefined,
    },
    {
      what: "refuses pages of less than ten",
      outcome: "kept",
      rules: ["2 name", "4.4 a single client", ...PAGES],
      call: ({ url }) =>
        Number(url.searchParams.get("pageSize") ?? 10) < 10 ? answerOf(400) : undefined,
    },
    {
      what: "refuses pages of less than fifty",
      outcome: "kept",
      rules: ["1.1 key decides the environment", "4.4 a single client", ...PAGES],
      call: ({ url }) =>
        Number(url.searchParams.get("pageSize") ?? 50) < 50 ? answerOf(422) : undefined,
    },
    {
      what: "refuses each page size",
      outcome: "skipped",
      rules: [...LISTS, ...PAGES],
      call: ({ url }) => (url.searchParams.has("pageSize") ? answerOf(400) : undefined),
    },
    {
      what: "has links before the rows of a page",
      outcome: "kept",
      rules: LISTS,
      answer: onBody(
        ({ url }) => /\/(clients|holdings|results)$/.test(url.pathname),
        (page) => ({ links: [{ rel: "self", href: "/" }], ...page }),
      ),
    },
    {
      what: "refuses fields that it does not know",
      outcome: "skipped",
      rules: FIELDS,
      call: refuseFields,
    },
    {
      what: "has a page of results, and refuses fields that it does not know",
      outcome: "kept",
      rules: ["4.4 page of results"],
      call: refuseFields,
    },
    {
      what: "ignores fields that it does not know",
      outcome: "skipped",
      rules: FIELDS,
      call: passing(({ url }) => url.searchParams.delete("fields")),
    },
  ];
}

function refuseFields({ url }: PassingCall): PassingAnswer | undefined {
  return url.searchParams.has("fields") ? answerOf(400) : undefined;
}

const ENVIRONMENTS = ["1.1 environments are apart", "1.1 key decides the environment"];

function ofEnvironments(keyOf: () => string): readonly OtherService[] {
  return [
    {
      what: "has the same clients in both environments",
      outcome: "skipped",
      rules: ENVIRONMENTS,
      call: passing(({ headers }) => (headers[KEY] &&= keyOf())),
    },
    {
      what: "takes a token in one environment only",
      outcome: "skipped",
      rules: ["1.1 one base URL", ...ENVIRONMENTS],
      call: ({ headers }) => (headers[KEY] === keyOf() ? undefined : answerOf(401)),
    },
  ];
}

const REJECTIONS = ["5.4 a mismatched redirect_uri", "5.4 an unregistered redirect_uri"];

function ofSignIn(): readonly OtherService[] {
  const redirectUri = "https://application.example";
  const comesBackTo = (address: string): Partial<Target> => ({
    userClient: { id: "a", secret: "b", scopes: [], redirectUri },
    signIn: () => Promise.resolve(address),
  });
  return [
    {
      what: "rejects on a page with 200",
      server: "identity",
      outcome: "skipped",
      rules: REJECTIONS,
      call: () => ({ status: 200, headers: { "content-type": "text/html" }, body: "<h1>No</h1>" }),
    },
    {
      what: "lets anybody go on to sign in",
      server: "identity",
      outcome: "broken",
      rules: REJECTIONS,
      call: () => ({ ...answerOf(302), headers: { location: "/sign-in" } }),
    },
    {
      what: "does not have the scopes of the example",
      server: "identity",
      outcome: "skipped",
      rules: ["5.3 authorise address"],
      call: sendBack("invalid_scope"),
    },
    {
      what: "takes the example for a wrong request",
      server: "identity",
      outcome: "broken",
      rules: ["5.3 authorise address"],
      call: sendBack("invalid_request"),
    },
    {
      what: "sends the browser to the callback as browsers write it",
      outcome: "kept",
      rules: ["5.4 code"],
      told: comesBackTo(`${redirectUri}/?code=a`),
    },
    {
      what: "sends the browser to another page of the callback's server",
      outcome: "broken",
      rules: ["5.4 code"],
      told: comesBackTo(`${redirectUri}/other?code=a`),
    },
  ];
}

function sendBack(error: string): NonNullable<Deviating["call"]> {
  return ({ url }) => {
    const location = `${url.searchParams.get("redirect_uri") ?? ""}?error=${error}`;
    return { ...answerOf(302), headers: { location } };
  };
}

function ofReads(): readonly OtherService[] {
  return [
    ...["4.1 GET is safe", "4.1 GET is idempotent"].map((rule) => {
      let reads = 0;
      return {
        what: `has a client that somebody else changes while "${rule}" is checked`,
        outcome: "kept" as const,
        rules: [rule],
        answer: onBody(isClient, (client) => ({ ...client, change: Math.min(++reads, 2) })),
      };
    }),
    {
      what: "tells when it answered",
      outcome: "kept",
      rules: ["4.1 GET is idempotent"],
      answer: onBody(isClient, (client) => ({ ...client, ...nextAnswer() })),
    },
    {
      what: "has names as one text",
      outcome: "skipped",
      rules: ["2 name"],
      answer: onRows("/clients", (row) => ({ ...row, name: "Ruth Abernathy" })),
    },
    {
      what: "sends JSON of a kind of its own",
      outcome: "kept",
      rules: ["1.3 bodies are JSON", "4.2 Accept takes JSON"],
      answer: ({ headers }) => {
        headers["content-type"] = "application/hal+json";
      },
    },
    {
      what: "has errors for people",
      outcome: "skipped",
      rules: ["1.3 errors that say they are JSON"],
      answer: (answer) => {
        if (answer.status >= 400) {
          answer.headers["content-type"] = "text/html";
          answer.body = "<h1>Not here</h1>";
        }
      },
    },
  ];
}

let lastAnswer = 1_700_000_000_000;

function nextAnswer(): Row {
  lastAnswer++;
  return { answeredAt: lastAnswer, told: `2025-01-01 ${lastAnswer}` };
}

function ofPaths(): readonly OtherService[] {
  const hasNoResults: NonNullable<Deviating["call"]> = ({ url }) =>
    url.pathname.startsWith("/profiling/") ? answerOf(404) : undefined;
  const rules = ["1 domain of risk profiling", "4.4 page of results"];
  return [
    {
      what: "has results where nobody said",
      outcome: "skipped",
      rules,
      told: { guessesResults: true },
      call: hasNoResults,
    },
    {
      what: "has no results where it was said",
      outcome: "broken",
      rules,
      call: hasNoResults,
    },
    {
      what: "is a sandbox with a prefix without a version",
      outcome: "kept",
      rules: ["9 version in the path"],
      told: {
        isSandbox: true,
        prefixes: { crm: "/crm/v1", finances: "/finances/v1", profiling: "/results" },
      },
      call: passing(({ url }) => {
        url.pathname = url.pathname.replace(/^\/results\//, "/profiling/v1/");
      }),
    },
  ];
}
