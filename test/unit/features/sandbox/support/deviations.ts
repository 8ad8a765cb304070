import type { Deviating, PassingAnswer, PassingCall } from "../../../support/deviatingProxy";

/** What a service may need to know to break a rule. */
export interface Known {
  readonly token: string;
  readonly expiredToken: string;
  readonly developmentKey: string;
  readonly serviceSecret: string;
  readonly redirectUri: string;
}

export interface NamedDeviation extends Deviating {
  /** What the service does otherwise. */
  readonly what: string;
  /** The rules that it breaks by that. */
  readonly breaks: readonly string[];
  /** Which of the two servers deviates. */
  readonly server?: "identity";
}

export type Row = Record<string, unknown>;

/** Services that keep all rules of the specification but those that are named. */
export function deviationsOf(known: () => Known): readonly NamedDeviation[] {
  const seen = new Map<string, number>();
  const count = (name: string): number => {
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return seen.get(name) ?? 0;
  };
  return [
    {
      what: "gives refusals no x-dt-requestid",
      breaks: [
        "4.2 x-dt-requestid on a refusal without a token",
        "4.2 x-dt-requestid on a refusal without a key",
        "4.2 x-dt-requestid on a resource that is not there",
        "4.2 x-dt-requestid on a path that is not there",
        "4.2 x-dt-requestid on a refused body",
        "4.2 x-dt-requestid on a temporary failure",
      ],
      answer: ({ status, headers }) => {
        if (status >= 400) {
          delete headers["x-dt-requestid"];
        }
      },
    },
    {
      what: "gives what succeeds no x-dt-requestid",
      breaks: [
        "4.2 x-dt-requestid on a list",
        "4.2 x-dt-requestid on a single resource",
        "4.2 x-dt-requestid on a page",
        "4.2 x-dt-requestid on an answer to a PUT",
      ],
      answer: ({ status, headers }) => {
        if (status < 400) {
          delete headers["x-dt-requestid"];
        }
      },
    },
    {
      what: "gives every answer the same x-dt-requestid",
      breaks: ["4.2 x-dt-requestid of each request"],
      answer: ({ headers }) => {
        headers["x-dt-requestid"] = "always-the-same";
      },
    },
    {
      what: "echoes an x-dt-requestid that it is sent",
      breaks: ["4.2 x-dt-requestid of the server"],
      answer: ({ headers }, call) => {
        headers["x-dt-requestid"] = call.headers["x-dt-requestid"] ?? headers["x-dt-requestid"];
      },
    },
    {
      what: "does not echo x-dt-traceid where it refuses",
      breaks: [
        "4.2 x-dt-traceid on a refusal without a token",
        "4.2 x-dt-traceid on a refusal without a key",
        "4.2 x-dt-traceid on a resource that is not there",
        "4.2 x-dt-traceid on a path that is not there",
        "4.2 x-dt-traceid on a refused body",
        "4.2 x-dt-traceid on a temporary failure",
      ],
      answer: ({ status, headers }) => {
        if (status >= 400) {
          delete headers["x-dt-traceid"];
        }
      },
    },
    {
      what: "cuts x-dt-traceid at a slash",
      breaks: [
        "4.2 x-dt-traceid on a list",
        "4.2 x-dt-traceid on a single resource",
        "4.2 x-dt-traceid on a page",
        "4.2 x-dt-traceid on an answer to a PUT",
      ],
      answer: ({ headers }) => {
        headers["x-dt-traceid"] = headers["x-dt-traceid"]?.split("/")[0];
      },
    },
    {
      what: "makes up an x-dt-traceid",
      breaks: ["4.2 no x-dt-traceid of its own"],
      answer: ({ headers }) => {
        headers["x-dt-traceid"] ??= "made-up";
      },
    },
    {
      what: "demands an x-dt-traceid",
      breaks: ["4.2 x-dt-traceid is optional"],
      call: ({ headers }) => (headers["x-dt-traceid"] === undefined ? answerOf(400) : undefined),
    },
    {
      what: "demands Accept",
      breaks: ["4.2 Accept is not required"],
      call: ({ headers }) => (headers["accept"] === undefined ? answerOf(406) : undefined),
    },
    {
      what: "demands Content-Type of every request",
      breaks: ["4.2 Content-Type without a body"],
      call: ({ headers }) => (headers["content-type"] === undefined ? answerOf(415) : undefined),
    },
    {
      what: "takes a body without Content-Type",
      breaks: ["4.2 a body without Content-Type"],
      call: passing(({ headers }) => (headers["content-type"] ??= "application/json")),
    },
    {
      what: "refuses a Content-Type with a parameter",
      breaks: ["4.2 Content-Type of a body"],
      call: ({ headers }) =>
        headers["content-type"]?.includes(";") === true ? answerOf(415) : undefined,
    },
    {
      what: "needs no token",
      breaks: ["1.2 token on every request"],
      call: passing(({ headers }) => (headers["authorization"] ??= `Bearer ${known().token}`)),
    },
    {
      what: "takes a token of any scheme",
      breaks: ["4.2 Authorization is a bearer token"],
      call: passing(({ headers }) => {
        headers["authorization"] = `Bearer ${headers["authorization"]?.split(" ").at(-1) ?? ""}`;
      }),
    },
    {
      what: "takes any token",
      breaks: ["5 a token that was not issued"],
      call: passing(({ headers }) => (headers["authorization"] = `Bearer ${known().token}`)),
    },
    {
      what: "takes expired tokens",
      breaks: ["7 expired access token"],
      call: passing(({ headers }) => {
        if (headers["authorization"] === `Bearer ${known().expiredToken}`) {
          headers["authorization"] = `Bearer ${known().token}`;
        }
      }),
    },
    {
      what: "needs no key",
      breaks: ["1.2 key on every request"],
      call: passing(({ headers }) => (headers[KEY] ??= known().developmentKey)),
    },
    {
      what: "needs neither key nor token for lists",
      breaks: ["7 missing required headers"],
      call: passing(({ headers }) => {
        headers[KEY] ??= known().developmentKey;
        headers["authorization"] ??= `Bearer ${known().token}`;
      }),
    },
    {
      what: "takes any key",
      breaks: [
        "5 a key that was not issued",
        "1.1 key decides the environment",
        "1.1 environments are apart",
      ],
      call: passing(({ headers }) => {
        headers[KEY] &&= known().developmentKey;
      }),
    },
    {
      what: "has one environment only",
      breaks: ["1.1 one base URL"],
      call: ({ headers }) => (headers[KEY] === known().developmentKey ? undefined : answerOf(401)),
    },
    {
      what: "takes a key in the query",
      breaks: ["4.2 the key is in its header"],
      call: passing(({ headers, url }) => {
        headers[KEY] ??= url.searchParams.get("subscription-key") ?? undefined;
      }),
    },
    {
      what: "ignores what a token was granted for",
      breaks: ["5 permissions"],
      call: passing(({ headers, url }) => {
        if (url.pathname.includes("/holdings") && headers["authorization"] !== undefined) {
          headers["authorization"] = `Bearer ${known().token}`;
        }
      }),
    },
    {
      what: "sends JSON as text",
      breaks: ["1.3 bodies are JSON", "4.2 Accept takes JSON"],
      answer: ({ headers }) => {
        headers["content-type"] = "text/plain";
      },
    },
    {
      what: "has errors for people that say they are JSON",
      breaks: ["1.3 errors that say they are JSON"],
      answer: (answer) => {
        if (answer.status >= 400) {
          answer.body = "<h1>Not here</h1>";
        }
      },
    },
    {
      what: "takes a body that is no JSON",
      breaks: ["1.3 a body that is no JSON"],
      call: passing((call) => {
        call.body &&= isJson(call.body) ? call.body : "{}";
      }),
    },
    {
      what: "refuses unknown fields",
      breaks: ["1.4 unknown fields are ignored"],
      call: ({ body }) => (body.includes("Unknown") ? answerOf(400) : undefined),
    },
    {
      what: "keeps unknown fields",
      breaks: ["1.4 unknown fields are not kept"],
      answer: onBody(
        ({ method }) => method === "PUT",
        (pension, call) => ({
          ...pension,
          ...(JSON.parse(call.body) as Row),
        }),
      ),
    },
    {
      what: "has ids of clients without hyphens",
      breaks: ["2 clientId"],
      answer: onRows("/clients", (row) => ({
        ...row,
        clientId: String(row["clientId"]).replaceAll("-", ""),
      })),
    },
    {
      what: "has names as one text",
      breaks: ["2 name", "2 name.firstName", "2 name.lastName"],
      answer: onRows("/clients", (row) => ({ ...row, name: "Ruth Abernathy" })),
    },
    {
      what: "writes days as in Britain",
      breaks: ["2 dateOfBirth"],
      answer: onRows("/clients", (row) => ({
        ...row,
        dateOfBirth: String(row["dateOfBirth"]).split("-").reverse().join("/"),
      })),
    },
    {
      what: "changes a client that is read",
      breaks: ["4.1 GET is safe", "4.1 GET is idempotent"],
      answer: onBody(isClient, (client) => ({ ...client, reads: count("reads") })),
    },
    {
      what: "does not create by PUT",
      breaks: ["4.1 PUT creates"],
      answer: (answer) => {
        if (answer.status === 201) {
          answer.status = 404;
        }
      },
    },
    {
      what: "does not update by PUT",
      breaks: ["4.1 PUT updates"],
      answer: (answer, { method }) => {
        if (method === "PUT" && answer.status === 200) {
          answer.status = 409;
        }
      },
    },
    {
      what: "counts how often a pension was put",
      breaks: ["4.1 PUT is idempotent"],
      answer: onBody(
        ({ method }) => method === "PUT",
        (pension, { url }) => ({
          ...pension,
          puts: count(url.pathname),
        }),
      ),
    },
    {
      what: "removes nothing",
      breaks: ["4.1 DELETE removes"],
      call: ({ method }) => (method === "DELETE" ? answerOf(204) : undefined),
    },
    {
      what: "fails where what is to be removed is gone",
      breaks: ["4.1 DELETE may be repeated"],
      call: ({ method, url }) =>
        method === "DELETE" && count(`removed ${url.pathname}`) > 1 ? answerOf(409) : undefined,
    },
    {
      what: "answers a PUT without the pension",
      breaks: ["4.4 the pension"],
      answer: (answer, { method }) => {
        if (method === "PUT" && answer.status < 300) {
          Object.assign(answer, { status: 204, body: "" });
        }
      },
    },
    {
      what: "answers with another client",
      breaks: ["4.4 a single client"],
      answer: onBody(isClient, (client) => ({
        ...client,
        clientId: "11111111-1111-4111-8111-111111111111",
      })),
    },
    {
      what: "answers for clients that nobody is",
      breaks: ["4.4 a clientId that nobody has", "4.4 a clientId that is no UUID"],
      answer: (answer, call) => {
        if (isClient(call) && answer.status >= 400) {
          Object.assign(answer, { status: 200, body: "{}" });
        }
      },
    },
    {
      what: "does not decode pension ids",
      breaks: ["4.4 pensionId"],
      answer: onBody(
        ({ method }) => method === "PUT",
        (pension, { url }) => ({
          ...pension,
          pensionId: url.pathname.split("/").at(-1),
        }),
      ),
    },
    ...["/crm/v1", "/finances/v1", "/profiling/v1"].map((prefix, index) => ({
      what: `has nothing at ${prefix}`,
      breaks: [
        ["1 domain of client records", "4.4 list of clients"],
        ["1 domain of finances", "4.4 page of holdings"],
        ["1 domain of risk profiling", "4.4 page of results"],
      ][index]!,
      call: ({ url, headers }: PassingCall) =>
        url.pathname.startsWith(prefix) && headers["authorization"] !== undefined
          ? answerOf(404)
          : undefined,
    })),
    {
      what: "ignores pageSize",
      breaks: ["clients", "holdings", "results"].map((list) => `4.3 pageSize of ${list}`),
      call: passing(({ url }) => url.searchParams.delete("pageSize")),
    },
    {
      what: "ignores pageNumber",
      breaks: [
        ...["clients", "holdings", "results"].flatMap((list) => [
          `4.3 pageNumber of ${list}`,
          `8 ${list} are paginated`,
          `8 the end of ${list}`,
        ]),
      ],
      call: passing(({ url }) => url.searchParams.delete("pageNumber")),
    },
    {
      what: "repeats the last row of a page on the next one",
      breaks: ["8 clients are paginated"],
      answer: onBody(
        ({ url }) => Number(url.searchParams.get("pageNumber")) > 1,
        (page) => ({
          ...page,
          items: [{ again: true }, ...(page["items"] as Row[])],
        }),
      ),
    },
    ...["pageSize", "pageNumber"].map((name) => ({
      what: `takes any text for ${name}`,
      breaks: [`4.3 ${name} is an integer`],
      call: passing(({ url }: PassingCall) => {
        if (!/^\d+$/.test(url.searchParams.get(name) ?? "")) {
          url.searchParams.delete(name);
        }
      }),
    })),
    {
      what: "ignores fields",
      breaks: ["4.3 fields", "4.3 fields are one comma-separated value"],
      call: passing(({ url }) => url.searchParams.delete("fields")),
    },
    {
      what: "takes an encoded comma for a letter",
      breaks: ["4.3 an encoded comma"],
      call: passing(({ url }) => {
        url.search = url.search.replace("%2C", "x");
      }),
    },
    {
      what: "takes the last of parameters that are sent twice",
      breaks: ["4.3 an array that is sent twice"],
      call: passing(({ url }) => {
        for (const name of ["fields", "unions"]) {
          const [value] = url.searchParams.getAll(name);
          if (value !== undefined) {
            url.searchParams.set(name, value);
          }
        }
      }),
    },
    {
      what: "does not filter",
      breaks: ["4.3 questionnaireId"],
      call: passing(({ url }) => url.searchParams.delete("questionnaireId")),
    },
    {
      what: "filters by no union",
      breaks: ["4.3 unions"],
      call: passing(({ url }) => {
        if (url.searchParams.has("unions")) {
          url.searchParams.set("unions", "none");
        }
      }),
    },
    {
      what: "filters by the first union",
      breaks: ["4.3 several unions"],
      call: passing(({ url }) => {
        const [first] = (url.searchParams.get("unions") ?? "").split(",");
        if (first) {
          url.searchParams.set("unions", first);
        }
      }),
    },
    {
      what: "has a second version",
      breaks: ["9 current version"],
      call: passing(({ url }) => {
        url.pathname = url.pathname.replace("/v2/", "/v1/");
      }),
    },
    {
      what: "takes paths without a version",
      breaks: ["9 version in the path"],
      call: passing(({ url }) => {
        url.pathname = url.pathname.replace(/^\/(\w+)\/(?!v\d)/, "/$1/v1/");
      }),
    },
    {
      what: "never recovers",
      breaks: ["7 429 is temporary", "7 500 is temporary", "7 503 is temporary"],
      answer: (answer, { url }) => {
        if ([429, 500, 503].includes(answer.status)) {
          seen.set("failed", answer.status);
        } else if (seen.has("failed") && url.pathname.endsWith("/clients")) {
          answer.status = seen.get("failed") ?? 0;
          seen.delete("failed");
        }
      },
    },
    {
      what: "has no token address",
      server: "identity",
      breaks: ["5.3 token address", "5.1 client credentials"],
      call: ({ url }) => (url.pathname.endsWith("/token") ? answerOf(404) : undefined),
    },
    {
      what: "calls its tokens something else",
      server: "identity",
      breaks: ["5.4 access_token", "5.4 code exchange"],
      answer: onBody(
        ({ url }) => url.pathname.endsWith("/token"),
        ({ access_token, ...others }) => ({
          ...others,
          token: access_token,
        }),
      ),
    },
    {
      what: "takes any client secret",
      server: "identity",
      breaks: ["5.2 client secret"],
      call: onForm((form) => form.set("client_secret", known().serviceSecret)),
    },
    {
      what: "grants scopes that nobody issued",
      server: "identity",
      breaks: ["5.2 scopes"],
      answer: onBody(
        ({ url }) => url.pathname.endsWith("/token"),
        (tokens, { body }) => ({
          ...tokens,
          scope: new URLSearchParams(body).get("scope"),
        }),
      ),
    },
    {
      what: "takes any redirect_uri where a code is exchanged",
      server: "identity",
      breaks: ["5.4 redirect_uri of the exchange"],
      call: onForm((form) => form.has("code") && form.set("redirect_uri", known().redirectUri)),
    },
    {
      what: "redirects to any address",
      server: "identity",
      breaks: ["5.4 an unregistered redirect_uri", "5.4 a mismatched redirect_uri"],
      call: ({ url }) => {
        const callback = url.searchParams.get("redirect_uri");
        return callback === null
          ? undefined
          : { ...answerOf(302), headers: { location: `${callback}?error=access_denied` } };
      },
    },
    {
      what: "knows no authorise address",
      server: "identity",
      breaks: ["5.3 authorise address"],
      call: ({ url }) => (url.pathname.endsWith("/authorize") ? answerOf(404) : undefined),
    },
    {
      what: "loses the state",
      server: "identity",
      breaks: ["5.4 state that was sent"],
      answer: onRedirect((back) => back.searchParams.delete("state")),
    },
    {
      what: "sends a state of its own",
      server: "identity",
      breaks: ["5.4 state is optional"],
      answer: onRedirect((back) => back.searchParams.set("state", "own")),
    },
    {
      what: "sends no code",
      server: "identity",
      breaks: ["5.4 code"],
      answer: onRedirect((back) => back.searchParams.delete("code")),
    },
    {
      what: "sends no ID token with the code",
      server: "identity",
      breaks: ["5.1 hybrid flow"],
      answer: onRedirect((back) => {
        back.hash = back.hash.replace("id_token", "other");
      }),
    },
  ];
}

export const KEY = "ocp-apim-subscription-key";

export function answerOf(status: number): PassingAnswer {
  return { status, headers: { "content-type": "application/json" }, body: "{}" };
}

/** Changes a call and lets the sandbox answer it. */
export function passing(change: (call: PassingCall) => unknown): NonNullable<Deviating["call"]> {
  return (call) => {
    change(call);
    return undefined;
  };
}

function onForm(change: (form: URLSearchParams) => unknown): NonNullable<Deviating["call"]> {
  return passing((call) => {
    if (call.url.pathname.endsWith("/token")) {
      const form = new URLSearchParams(call.body);
      change(form);
      call.body = form.toString();
    }
  });
}

function onRedirect(change: (back: URL) => void): NonNullable<Deviating["answer"]> {
  return ({ headers }) => {
    const { location } = headers;
    if (location?.startsWith("http://127.0.0.1/callback") === true) {
      const back = new URL(location);
      change(back);
      headers["location"] = back.href;
    }
  };
}

export function isClient({ method, url }: PassingCall): boolean {
  return method === "GET" && /\/clients\/[^/]+$/.test(url.pathname);
}

/** Changes objects that are answered to some calls. */
export function onBody(
  isMeant: (call: PassingCall) => boolean,
  change: (body: Row, call: PassingCall) => Row,
): NonNullable<Deviating["answer"]> {
  return (answer, call) => {
    if (answer.status < 300 && isMeant(call)) {
      answer.body = JSON.stringify(change(JSON.parse(answer.body) as Row, call));
    }
  };
}

export function onRows(end: string, change: (row: Row) => Row): NonNullable<Deviating["answer"]> {
  return onBody(
    ({ url }) => url.pathname.endsWith(end),
    (page) => ({ ...page, items: (page["items"] as Row[]).map(change) }),
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
