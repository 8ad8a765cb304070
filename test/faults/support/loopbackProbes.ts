import { GENUINE_QUERY, GENUINE_STATE } from "./loopbackBench";

/** Bytes for the page, and the statuses that may answer them; 0 is none at all. */
export interface Probe {
  readonly name: string;
  readonly pieces: (authority: string) => readonly (string | Buffer)[];
  readonly statuses: readonly number[];
}

const GOOD = "state=someone-else-entirely&code=evil";
const FORM = "Content-Type: application/x-www-form-urlencoded";
const PREFLIGHT = [
  "Origin: https://evil.example",
  "Access-Control-Request-Method: POST",
  "Access-Control-Request-Private-Network: true",
];

/** What a program on this machine, or a page in its browser, might try. */
export const PROBES: readonly Probe[] = [
  ...hosts(),
  ...targets(),
  ...methods(),
  ...bodies(),
  ...sizes(),
  ...noise(),
];

function hosts(): Probe[] {
  const withHost = (host: string): string =>
    `GET /callback?${GENUINE_QUERY} HTTP/1.1\r\n${host}\r\n`;
  return [
    probe("another name in Host", withHost("Host: evil.example\r\n"), 400),
    probe(
      "a name that leads here in Host",
      (own) => withHost(`Host: ${own}.evil.example\r\n`),
      400,
    ),
    probe(
      "localhost in Host",
      (own) => withHost(`Host: ${own.replace(/^[^:]+/, "localhost")}\r\n`),
      400,
    ),
    probe("Host without the port", withHost("Host: 127.0.0.1\r\n"), 400),
    probe("Host with another port", withHost("Host: 127.0.0.1:1\r\n"), 400),
    probe(
      "Host in another spelling",
      (own) => withHost(`Host: ${own.replace("127.0.0.1", "127.1")}\r\n`),
      400,
    ),
    probe("no Host", withHost(""), 400),
    probe("no Host in HTTP/1.0", `GET /callback?${GENUINE_QUERY} HTTP/1.0\r\n\r\n`, 400),
    probe("two Hosts", (own) => withHost(`Host: ${own}\r\nHost: evil.example\r\n`), 400),
  ];
}

function targets(): Probe[] {
  const get = (target: (own: string) => string, status: number, name: string): Probe =>
    probe(name, (own) => request("GET", target(own), own), status);
  return [
    get((own) => `http://${own}/callback?${GENUINE_QUERY}`, 404, "absolute form"),
    get(
      () => `http://evil.example/callback?${GENUINE_QUERY}`,
      404,
      "absolute form of another host",
    ),
    get(() => "/", 404, "the root"),
    get(() => "/favicon.ico", 404, "an icon"),
    get(() => "/callback/", 404, "a slash more"),
    get(() => "/Callback", 404, "the path in capitals"),
    get(() => "//callback", 404, "two slashes"),
    get(() => "/callback/../../../../etc/passwd", 404, "traversal"),
    get(() => "/%2e%2e/%2e%2e/etc/passwd", 404, "encoded traversal"),
    get(() => "/callback%2f..%2fetc%2fpasswd", 404, "encoded slashes"),
    get(() => "/callback%00.html", 404, "an encoded zero"),
    get(() => "/..\\..\\windows\\win.ini", 404, "backslashes"),
    get(() => `/callback?${GENUINE_QUERY}#x`, 400, "a fragment in the request line"),
    get(() => `/callback?${GOOD}`, 400, "a callback of somebody else"),
    get(() => "/callback?error=access_denied", 400, "a refusal without a state"),
    get(() => `/callback?state=${GENUINE_STATE.slice(0, -1)}`, 400, "all of the state but the end"),
    get(() => "*", 404, "an asterisk"),
  ];
}

function methods(): Probe[] {
  return [
    ...["HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "PROPFIND"].map((method) =>
      probe(method, (own) => request(method, `/callback?${GENUINE_QUERY}`, own), 405),
    ),
    probe("CONNECT", (own) => request("CONNECT", "evil.example:443", own), 0),
    probe("a preflight", (own) => request("OPTIONS", "/callback", own, PREFLIGHT), 405),
    probe("a method that is none", (own) => request("SIGNIN", "/callback", own), 400),
  ];
}

function bodies(): Probe[] {
  const post = (name: string, headers: readonly string[], body: string, status = 400): Probe =>
    probe(
      name,
      (own) =>
        request("POST", "/callback", own, [...headers, `Content-Length: ${body.length}`]) + body,
      status,
    );
  const genuine = GENUINE_QUERY;
  return [
    post("a form as JSON", ["Content-Type: application/json"], genuine),
    post("a form as text", ["Content-Type: text/plain"], genuine),
    post("a form in parts", ["Content-Type: multipart/form-data; boundary=x"], genuine),
    post("a form of no type", [], genuine),
    post("two types", [FORM, "Content-Type: text/plain"], genuine),
    post("a form of another page", [FORM, "Origin: https://evil.example"], genuine),
    post("a form of a look-alike", [FORM, "Origin: https://login.example.evil.example"], genuine),
    post(
      "a fragment of another page",
      [FORM, "Origin: null", "X-Callback-From: fragment"],
      genuine,
    ),
    post("a fragment of no page", [FORM, "X-Callback-From: fragment"], genuine),
    post("a form of somebody else", [FORM, "Origin: https://login.example"], GOOD),
    post("an empty form", [FORM], ""),
    post("a form of zeros", [FORM], "\0\0\0\0"),
    post("a form sent by a script", [FORM, "Sec-Fetch-Mode: no-cors"], genuine),
    probe(
      "a callback asked for as an image",
      (own) => request("GET", `/callback?${genuine}`, own, ["Sec-Fetch-Mode: no-cors"]),
      400,
    ),
    probe(
      "a query with a body",
      (own) => `${request("GET", `/callback?${genuine}`, own, ["Content-Length: 3"])}abc`,
      400,
    ),
    probe(
      "length and chunks at once",
      (own) =>
        `${request("POST", "/callback", own, [FORM, "Content-Length: 5", "Transfer-Encoding: chunked"])}0\r\n\r\n`,
      400,
    ),
  ];
}

function sizes(): Probe[] {
  const long = "x".repeat(1_000_000);
  return [
    probe(
      "a header of 1 MB",
      (own) => request("GET", "/callback", own, [`X-Long: ${long}`]),
      400,
      0,
    ),
    probe("an address of 1 MB", (own) => request("GET", `/callback?${long}`, own), 400, 0),
    probe(
      "10,000 headers",
      (own) =>
        request(
          "GET",
          "/callback",
          own,
          Array.from({ length: 10_000 }, (_, index) => `X-${index}: 1`),
        ),
      400,
      0,
    ),
    probe(
      "a form of 1 MB",
      (own) => request("POST", "/callback", own, [FORM, "Content-Length: 1000000"]) + long,
      400,
      0,
    ),
    probe(
      "a form of 1 MB in chunks",
      (own) =>
        `${request("POST", "/callback", own, [FORM, "Transfer-Encoding: chunked"])}F4240\r\n${long}\r\n0\r\n\r\n`,
      400,
      0,
    ),
  ];
}

function noise(): Probe[] {
  return [
    probe("HTTP/0.9", "GET /callback\r\n", 400, 0),
    probe("HTTP/2 without warning", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, 0),
    probe("another version", (own) => `GET /callback HTTP/3.7\r\nHost: ${own}\r\n\r\n`, 400),
    raw("a TLS greeting", Buffer.from("16030100c8010000c40303", "hex"), 400, 0),
    raw("zeros", Buffer.alloc(4096), 400, 0),
    probe("SSH", "SSH-2.0-OpenSSH_9.2\r\n", 400),
    probe("line feeds alone", (own) => `GET /callback HTTP/1.1\nHost: ${own}\n\n`, 200, 400),
    probe(
      "a folded header",
      (own) => `GET /callback HTTP/1.1\r\nHost: ${own}\r\n evil.example\r\n\r\n`,
      400,
    ),
    probe(
      "two requests at once",
      (own) => request("GET", `/callback?${GOOD}`, own) + request("GET", "/callback?b=c", own),
      400,
    ),
    probe(
      "another request smuggled in a form",
      (own) =>
        `${request("POST", "/callback", own, [FORM, "Content-Length: 3"])}a=b${request("GET", `/callback?${GENUINE_QUERY}`, "evil.example")}`,
      400,
    ),
    probe(
      "an upgrade",
      (own) => request("GET", "/callback", own, ["Connection: Upgrade", "Upgrade: websocket"]),
      200,
    ),
  ];
}

function probe(
  name: string,
  bytes: string | ((authority: string) => string),
  ...statuses: readonly number[]
): Probe {
  return { name, statuses, pieces: (own) => [typeof bytes === "string" ? bytes : bytes(own)] };
}

function raw(name: string, bytes: Buffer, ...statuses: readonly number[]): Probe {
  return { name, statuses, pieces: () => [bytes] };
}

/** The head of a request as a program would write it. */
export function request(
  method: string,
  target: string,
  authority: string,
  headers: readonly string[] = [],
): string {
  return [`${method} ${target} HTTP/1.1`, `Host: ${authority}`, ...headers, "", ""].join("\r\n");
}
