import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the gateway answers in place of the service. */
export interface Refusal {
  readonly method?: string;
  /** What the path and query contain. */
  readonly address: RegExp;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | object;
}

/**
 * A gateway before a service: it refuses what it is told to, in the words of services of other
 * makes, and hands everything else on. The sandbox's own faults speak the sandbox's words only.
 */
export class RefusingGateway {
  private refusals: readonly Refusal[] = [];
  private readonly server = createServer((call, answer) => this.answer(call, answer));

  private constructor(private readonly service: string) {}

  static async start(service: string): Promise<RefusingGateway> {
    const gateway = new RefusingGateway(service);
    await new Promise<void>((resolve) => gateway.server.listen(0, "127.0.0.1", resolve));
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  refuse(...refusals: readonly Refusal[]): void {
    this.refusals = refusals;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(call: IncomingMessage, answer: ServerResponse): void {
    const { method = "", url = "" } = call;
    const refusal = this.refusals.find(
      (one) => (one.method ?? method) === method && one.address.test(url),
    );
    if (refusal === undefined) {
      this.handOn(call, answer);
      return;
    }
    const { status, headers, body } = refusal;
    const isText = typeof body === "string";
    call.resume();
    answer.writeHead(status, {
      "Content-Type": isText ? "text/plain" : "application/json",
      ...headers,
    });
    answer.end(isText ? body : JSON.stringify(body));
  }

  private handOn(call: IncomingMessage, answer: ServerResponse): void {
    const { method, headers } = call;
    const target = new URL(call.url ?? "/", this.service);
    const further = request(
      target,
      { method, headers: { ...headers, host: target.host } },
      (told) => {
        answer.writeHead(told.statusCode ?? 502, told.headers);
        told.pipe(answer);
      },
    );
    further.on("error", () => answer.destroy());
    call.pipe(further);
  }
}
