import { sendJson, serve, type Seen, type TestServer } from "../unit/platform/http/support/servers";
import { type ManyRows, pageOfRows } from "./manyRows";

/** A service with long lists that costs no memory, and its identity provider, at one address. */
export interface ManyRowsServer {
  readonly origin: string;
  /** Pages that were answered. */
  pages(): number;
  /** Tokens that were given out. */
  tokens(): number;
  close(): Promise<void>;
}

export interface ManyRowsOptions {
  readonly holdings: ManyRows;
  readonly clients: ManyRows;
  /** How many pages a token is good for; any number where nothing is said. */
  readonly pagesPerToken?: number;
  /** Answers in place of a page; the number counts requests of pages from 1. */
  readonly instead?: (number: number) => Refusal | undefined;
  /** Called before a page is answered, and waited for. */
  readonly before?: (number: number) => Promise<void>;
}

export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts it; tokens that were not given out or are used up are refused with 401. */
export async function serveManyRows(options: ManyRowsOptions): Promise<ManyRowsServer> {
  const tokens = new Tokens(options.pagesPerToken ?? Infinity);
  let asked = 0;
  let answered = 0;
  const server: TestServer = await serve((request, response) => {
    // Who asks thousands of times is not to be remembered.
    server.seen.length = 0;
    if (request.path.startsWith("/identity/")) {
      const isToken = request.path === "/identity/connect/token";
      sendJson(response, isToken ? 200 : 404, isToken ? tokens.grant() : {});
      return;
    }
    if (!tokens.use(request)) {
      sendJson(response, 401, {}, { "www-authenticate": 'Bearer error="invalid_token"' });
      return;
    }
    const number = ++asked;
    const refusal = options.instead?.(number);
    if (refusal !== undefined) {
      sendJson(response, refusal.status, {}, refusal.headers);
      return;
    }
    const page = Buffer.from(pageOf(options, request.path));
    void Promise.resolve(options.before?.(number)).then(() => {
      answered++;
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": page.byteLength,
        "x-dt-requestid": `page-${number}`,
      });
      response.end(page);
    });
  });
  return {
    origin: server.origin,
    pages: () => answered,
    tokens: () => tokens.count,
    close: () => server.close(),
  };
}

function pageOf({ holdings, clients }: ManyRowsOptions, path: string): string {
  const { pathname, searchParams } = new URL(path, "http://127.0.0.1");
  const place = {
    pageNumber: Number(searchParams.get("pageNumber") ?? 1),
    pageSize: Number(searchParams.get("pageSize") ?? 25),
  };
  return pageOfRows(pathname.endsWith("/holdings") ? holdings : clients, place);
}

class Tokens {
  count = 0;
  private readonly left = new Map<string, number>();

  constructor(private readonly pages: number) {}

  grant(): object {
    const token = `token-${++this.count}`;
    this.left.set(`Bearer ${token}`, this.pages);
    return { access_token: token, token_type: "Bearer", expires_in: 3600 };
  }

  /** Once more. */
  use({ headers }: Seen): boolean {
    const key = headers.authorization ?? "";
    const left = this.left.get(key) ?? 0;
    this.left.set(key, left - 1);
    return left > 0;
  }
}
