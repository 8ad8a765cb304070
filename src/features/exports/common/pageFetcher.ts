import type { ListQuery } from "../../lists/messages/listQuery";
import { AppError, isCanceled } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import { findHeader } from "../../../platform/http/headers";
import { untilAborted } from "../../../platform/base/scope";
import type { Action } from "../../../platform/base/action";
import type { ServiceAnswer, ServiceClient } from "../../../platform/service/client";
import { pagingHeaders } from "../../lists/common/headerEnvelope";
import { requestIdOf, withAnswer } from "../../lists/common/pageLoad";
import {
  actionTitle,
  listCall,
  type ListEndpoint,
  missingParameters,
} from "../../lists/common/listEndpoint";
import type { LinesCalls, TakenPage } from "./exportMessages";
import { PageBytes } from "./pageBytes";
import type { ExportSource } from "./exports";
import type { LinesPort } from "./exportThread";
import type { Backoff, WalkWait } from "./backoff";
import type { ExportQuery } from "./export";

/** Which list is walked: as of an export, but for what says whose it is. */
type WalkedQuery = Pick<
  ExportQuery,
  "connectionId" | "operationId" | "pathTemplate" | "path" | "parameters" | "pageSize" | "rules"
>;

export interface PageAskingOptions {
  readonly query: WalkedQuery;
  readonly source: Pick<ExportSource, "client" | "endpoint" | "translate">;
  /** Where the rows go; open. */
  readonly lines: LinesPort;
  readonly clock: Clock;
  readonly onChange: () => void;
}

/** An answer that came whole, not read yet. */
interface CameBody {
  readonly body: PageBytes;
  readonly answer: ServiceAnswer;
}

/** A page whose lines were taken. */
export interface ArrivedPage extends TakenPage {
  readonly pageNumber: number;
  readonly requestId?: string | undefined;
}

const LONGEST_SPARE = 131_072;
const MOST_SPARES = 32;

/** Asks for pages, and again after temporary trouble, under one trace id for each client. */
export class PageFetcher {
  readonly traceIds: string[] = [];
  private current: { readonly client: ServiceClient; readonly action: Action } | undefined;
  /** Bytes of the page that came last. */
  private expected = 0;
  /** Memory of pages that were taken. */
  private readonly spares: Uint8Array<ArrayBuffer>[] = [];
  private wait: WalkWait | undefined;

  constructor(
    private readonly options: PageAskingOptions,
    private readonly backoff: Backoff,
  ) {}

  /** The last wait of the transport, while it lasts. */
  get waiting(): WalkWait | undefined {
    return this.wait;
  }

  /** Bytes of a page as they were last. */
  get pageBytes(): number {
    return this.expected;
  }

  /** Throws `AppError`: what no other try would mend, or what lasted too long. */
  async fetch(pageNumber: number, signal: AbortSignal): Promise<CameBody> {
    for (;;) {
      await this.backoff.waitWhileBusy(signal);
      const client = await untilAborted(this.options.source.client(), signal);
      try {
        const came = await this.ask(client, pageNumber, signal);
        this.backoff.reset();
        return came;
      } catch (error) {
        const isClosed = isCanceled(error) && !signal.aborted;
        // A client that was closed ends its calls; where there is another one, that is asked.
        if (!isClosed || client === (await this.options.source.client())) {
          await this.backoff.waitOrThrow(error, signal);
        }
      } finally {
        this.wait = undefined;
      }
    }
  }

  private async ask(
    client: ServiceClient,
    pageNumber: number,
    signal: AbortSignal,
  ): Promise<CameBody> {
    const { query, source, onChange } = this.options;
    const endpoint = await untilAborted(source.endpoint(), signal);
    checkCall(endpoint, query);
    const asked = pageQuery(query, pageNumber);
    const body = new PageBytes(this.expected, this.spares.pop());
    const answer = await client.send(listCall(endpoint, asked, query.rules), {
      action: this.actionOf(client, endpoint, asked),
      ...{ signal, priority: "background", isStepOfWalk: true },
      onWait: (wait) => {
        this.wait = wait;
        onChange();
      },
      onBody: (chunk) => body.add(chunk),
    });
    this.expected = body.length;
    return { body, answer };
  }

  /** Hands a page over to the thread, which writes its rows in their turn. */
  async write(
    pageNumber: number,
    { body: { bytes, length }, answer }: CameBody,
    signal: AbortSignal,
  ): Promise<ArrivedPage> {
    const { query, lines, clock } = this.options;
    const requestId = requestIdOf(answer);
    const parameters: LinesCalls["page"]["parameters"] = {
      ...{ page: pageNumber, bytes, length, requestId },
      contentType: findHeader(answer.headers, "content-type"),
      headers: pagingHeaders(answer.headers),
      asked: { pageNumber, pageSize: query.pageSize },
      at: new Date(clock.now()).toISOString(),
    };
    try {
      const { spare, ...taken } = await untilAborted(lines.ask("page", parameters), signal);
      this.keep(spare);
      return { ...taken, pageNumber, requestId };
    } catch (error) {
      throw withAnswer(error, answer, length);
    }
  }

  /** Of long pages few come at once, and some are much longer than others. */
  private keep(spare: Uint8Array<ArrayBuffer> | undefined): void {
    if (spare !== undefined && spare.length <= LONGEST_SPARE && this.spares.length < MOST_SPARES) {
      this.spares.push(spare);
    }
  }

  /** One trace id for all pages, as long as their client is the same. */
  private actionOf(client: ServiceClient, endpoint: ListEndpoint, query: ListQuery): Action {
    if (this.current?.client !== client) {
      const action = client.startAction(
        actionTitle(endpoint, query, this.options.source.translate),
      );
      this.current = { client, action };
      this.noteTrace(action.traceId);
    }
    return this.current.action;
  }

  private noteTrace(traceId: string | undefined): void {
    if (traceId !== undefined) {
      this.traceIds.push(traceId);
      const at = new Date(this.options.clock.now()).toISOString();
      // Where it fails the next call of the thread fails too, and is heard.
      void this.options.lines.ask("note", { entry: { traceId, at } }).catch(() => undefined);
    }
  }
}

function pageQuery(query: WalkedQuery, pageNumber: number): ListQuery {
  const { connectionId, operationId, path, parameters, pageSize } = query;
  return {
    ...{ connectionId, operationId, path, parameters, pageSize },
    ...{ pageNumber, mode: "all", copy: 0 },
  };
}

/** Another definition may ask otherwise: its rows would not be those of the same list. */
function checkCall(endpoint: ListEndpoint, query: WalkedQuery): void {
  const isSame = endpoint.operationId === query.operationId && endpoint.path === query.pathTemplate;
  if (!isSame || missingParameters(endpoint, query.parameters).length > 0) {
    throw new AppError("input", "exports/definitionChanged");
  }
}
