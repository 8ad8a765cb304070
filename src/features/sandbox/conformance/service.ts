import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Answer, exchange, formRequest, type Request } from "./httpClient";
import { type Members, membersOf, parseBody, rowsIn } from "./json";
import { Deviation, expect, NotShown } from "./findings";
import { isInvalid, isSuccess, isTemporary } from "./statuses";
import type { Target } from "./target";
import { type LeftBehind, WrittenPensions } from "./writtenPensions";

/** A call; headers take the place of those that a correct one has, undefined leaves one out. */
export interface Call extends Omit<Request, "headers"> {
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** How often a call is sent again that is answered with a temporary status. */
const REPEATS = 3;
/** Page sizes that are asked for, one after another: which ones are taken is not shown. */
const PAGE_SIZES = [50, 20, 10, 5, 2, 1];
const LONGEST_WAIT = 60;
/** Headers that a service refuses a call for. */
const CREDENTIALS = ["Authorization", "Ocp-Apim-Subscription-Key"];
/** Part of its life after which a token is renewed. */
const RENEWED_AFTER = 0.9;

interface FirstPage {
  /** Of the query, behind the page. */
  readonly query?: string;
  readonly headers?: Call["headers"];
}

interface Token {
  readonly text: string;
  /** Milliseconds since the epoch; undefined where its life was not told. */
  readonly renewAt: number | undefined;
}

/** The service under test, with a token and a client to ask for. */
export class Service {
  private lastToken: Token | undefined;
  private tokenRequest: Promise<Token> | undefined;
  private foundClient: string | undefined;
  /** Addresses that the service took, by path and wanted size. */
  private readonly firstPages = new Map<string, string>();
  private readonly written = new WrittenPensions();
  private removal: Promise<readonly LeftBehind[]> | undefined;

  constructor(
    readonly target: Target,
    private readonly now: () => number = Date.now,
    private readonly wait: (milliseconds: number) => Promise<void> = (milliseconds) =>
      delay(milliseconds),
  ) {}

  /**
   * Sends a call that is correct but for what is changed, once more after each temporary status.
   * Throws `NotShown` where it stays at that.
   */
  async call(path: string, call: Call = {}): Promise<Answer> {
    const answer = await this.callPatiently(path, call);
    const isMeant = CREDENTIALS.some((name) => name in (call.headers ?? {}));
    if (answer.status !== 401 || isMeant || this.lastToken?.renewAt !== undefined) {
      return answer;
    }
    // Nobody told how long the token lives: it may have ended.
    this.lastToken = undefined;
    return this.callPatiently(path, call);
  }

  /** Sends a call once. */
  async callOnce(path: string, { headers, ...request }: Call = {}): Promise<Answer> {
    const { baseUrl, subscriptionKey } = this.target;
    const needsToken = headers === undefined || !("Authorization" in headers);
    const all: NonNullable<Call["headers"]> = {
      ...(needsToken && { Authorization: `Bearer ${await this.token()}` }),
      "Ocp-Apim-Subscription-Key": subscriptionKey,
      Accept: "application/json",
      ...(request.body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    };
    const sent = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const send = (): Promise<Answer> =>
      exchange(`${baseUrl}${path}`, { ...request, headers: Object.fromEntries(sent) });
    switch (request.method) {
      case "PUT":
        return this.write(path, send);
      case "DELETE":
        return this.remove(path, send);
      default:
        return send();
    }
  }

  /** Sends something once more after each temporary status. Throws `NotShown` where it stays so. */
  async patiently(what: string, send: () => Promise<Answer>): Promise<Answer> {
    for (let repeat = 0; ; repeat++) {
      const answer = await send();
      if (!isTemporary(answer)) {
        return answer;
      }
      if (repeat === REPEATS) {
        const times = REPEATS + 1;
        throw new NotShown(`${what} failed ${times} times, at last with ${answer.status}.`);
      }
      const wait = Number(answer.headers["retry-after"] ?? 1);
      await this.wait(1000 * Math.min(Number.isNaN(wait) ? 1 : wait, LONGEST_WAIT));
    }
  }

  /** The answer to a GET that has to succeed. */
  async get(path: string, headers?: Call["headers"]): Promise<Answer> {
    return this.checkFound(path, await this.call(path, headers && { headers }));
  }

  /** The rows of a list that has to be there. */
  async rows(path: string): Promise<readonly Members[]> {
    return this.rowsOf(path, await this.call(path));
  }

  /** The rows of a list; values of the query that a right service may refuse show nothing. */
  async rowsIfTaken(path: string): Promise<readonly Members[]> {
    const answer = await this.call(path);
    if (!this.target.isSandbox && isInvalid(answer)) {
      throw new NotShown(
        `GET ${path} was answered with ${answer.status}: which values it takes is not shown.`,
      );
    }
    return this.rowsOf(path, answer);
  }

  /** The first page of a list: of that size, or of another one where the service refuses it. */
  async firstRows(path: string, size: number, how: FirstPage = {}): Promise<readonly Members[]> {
    const { page, answer } = await this.askFirst(path, size, how);
    return this.rowsOf(page, answer);
  }

  /** The address of that page, once the service has shown that it does not refuse the size. */
  async firstPage(path: string, size: number): Promise<string> {
    const key = `${path} ${size}`;
    const page = this.firstPages.get(key) ?? (await this.askFirst(path, size)).page;
    this.firstPages.set(key, page);
    return page;
  }

  /** The first page of a list of which there have to be so many rows to show something. */
  async rowsToCompare(path: string, size: number, least: number): Promise<readonly Members[]> {
    const rows = await this.firstRows(path, size);
    if (rows.length < least) {
      throw new NotShown(`GET ${path} gives ${rows.length} rows; it takes ${least} to see this.`);
    }
    return rows;
  }

  /** Writes a pension whose id begins with `fp-conformance`; it is removed at the end. */
  async put(pensionId: string, body: string, headers?: Call["headers"]): Promise<Answer> {
    const path = await this.pension(pensionId);
    return this.call(path, { method: "PUT", body, ...(headers && { headers }) });
  }

  /** Removes what was written and gives what stays; nothing is written from then on. */
  removeWritten(): Promise<readonly LeftBehind[]> {
    this.removal ??= this.written.removeAll((path) => this.call(path, { method: "DELETE" }));
    return this.removal;
  }

  /** Whether what was written is being removed, or has been. */
  get isEnding(): boolean {
    return this.removal !== undefined;
  }

  /** An access token: the one that was given, or one for the service account. */
  async token(): Promise<string> {
    const known = this.lastToken;
    if (known !== undefined && this.now() < (known.renewAt ?? Infinity)) {
      return known.text;
    }
    // What fails is asked for again by the next call.
    this.tokenRequest ??= this.findToken().finally(() => {
      this.tokenRequest = undefined;
    });
    this.lastToken = await this.tokenRequest;
    return this.lastToken.text;
  }

  /** Asks the token address as the service account, with some fields changed. */
  async requestToken(change: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const { serviceAccount, authUrl } = this.target;
    if (serviceAccount === undefined) {
      throw new NotShown("No service account was given.");
    }
    const { id, secret, scopes } = serviceAccount;
    const form = formRequest({
      grant_type: "client_credentials",
      client_id: id,
      client_secret: secret,
      ...(scopes.length > 0 && { scope: scopes.join(" ") }),
      ...change,
    });
    return this.patiently("The token address", () => exchange(`${authUrl}${TOKEN_PATH}`, form));
  }

  /** Id of a client that there is. */
  async clientId(): Promise<string> {
    this.foundClient ??= await this.findClient();
    return this.foundClient;
  }

  get clients(): string {
    return `${this.target.prefixes.crm}/clients`;
  }

  async client(): Promise<string> {
    return `${this.clients}/${await this.clientId()}`;
  }

  async holdings(): Promise<string> {
    return `${this.target.prefixes.finances}/clients/${await this.clientId()}/holdings`;
  }

  async results(): Promise<string> {
    return `${this.target.prefixes.profiling}/clients/${await this.clientId()}/results`;
  }

  async pension(pensionId: string): Promise<string> {
    const { finances } = this.target.prefixes;
    const id = encodeURIComponent(pensionId);
    return `${finances}/clients/${await this.clientId()}/pensions/${id}`;
  }

  /** An id that no pension has yet. */
  newPensionId(): string {
    return `fp-conformance-${randomUUID()}`;
  }

  private async askFirst(
    path: string,
    size: number,
    { query = "", headers }: FirstPage = {},
  ): Promise<{ readonly page: string; readonly answer: Answer }> {
    for (const pageSize of sizesFor(size)) {
      const page = `${path}?pageSize=${pageSize}&pageNumber=${this.target.firstPage}${query}`;
      const answer = await this.call(page, headers && { headers });
      if (!isInvalid(answer)) {
        return { page, answer };
      }
    }
    throw new NotShown(`GET ${path} was refused with each page size.`);
  }

  private callPatiently(path: string, call: Call): Promise<Answer> {
    // A query may have a secret.
    const [place = ""] = path.split("?");
    return this.patiently(`${call.method ?? "GET"} ${place}`, () => this.callOnce(path, call));
  }

  private checkFound(path: string, answer: Answer): Answer {
    const isResults = path.split("?")[0]?.endsWith("/results") === true;
    if (answer.status === 404 && isResults && this.target.guessesResults === true) {
      throw new NotShown(
        "Results are not found, and the prefix of their path is not given: use --profiling-prefix.",
      );
    }
    expect(isSuccess(answer), `GET ${path} was answered with ${answer.status}.`);
    return answer;
  }

  private rowsOf(path: string, answer: Answer): readonly Members[] {
    const rows = rowsIn(parseBody(this.checkFound(path, answer)));
    expect(rows !== undefined, `GET ${path} was answered without a list.`);
    return rows;
  }

  private write(path: string, send: () => Promise<Answer>): Promise<Answer> {
    if (this.isEnding) {
      throw new NotShown("What was written is being removed.");
    }
    const answer = send();
    this.written.add(path, answer);
    return answer;
  }

  private async remove(path: string, send: () => Promise<Answer>): Promise<Answer> {
    const removal = send();
    const [end] = await Promise.allSettled([removal]);
    this.written.noteDelete(path, end);
    return removal;
  }

  private async findToken(): Promise<Token> {
    const { accessToken } = this.target;
    if (accessToken !== undefined) {
      return { text: accessToken, renewAt: Infinity };
    }
    const askedAt = this.now();
    const answer = await this.requestToken();
    const members = membersOf(parseBody(answer));
    const [text, seconds] = [members?.["access_token"], members?.["expires_in"]];
    if (!isSuccess(answer) || typeof text !== "string") {
      throw new Deviation(`The token address answered with ${answer.status} and no access token.`);
    }
    const renewAt =
      typeof seconds === "number" ? askedAt + 1000 * seconds * RENEWED_AFTER : undefined;
    return { text, renewAt };
  }

  private async findClient(): Promise<string> {
    if (this.target.knownClient !== undefined) {
      return this.target.knownClient;
    }
    const rows = await this.firstRows(this.clients, 20);
    const ids = rows.map((row) => row["clientId"]);
    const id = ids.find((one) => typeof one === "string" && one !== "");
    if (typeof id !== "string") {
      throw new NotShown("No row of the list of clients has a clientId: name a client.");
    }
    return id;
  }
}

/** That size, then smaller ones: they ask for less. Where none is taken, larger ones. */
function sizesFor(size: number): readonly number[] {
  const larger = PAGE_SIZES.filter((one) => one > size);
  return [...PAGE_SIZES.filter((one) => one <= size), ...larger.toReversed()];
}

export const AUTHORIZE_PATH = "/identity/connect/authorize";
export const TOKEN_PATH = "/identity/connect/token";
