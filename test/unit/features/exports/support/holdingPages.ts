import type { ServerResponse } from "node:http";
import type { Seen } from "../../../platform/http/support/servers";
import { askedPage } from "../../lists/support/sessions";

/** Pages of holdings as a service answers them; what a test changes of them while it runs. */
export class HoldingPages {
  readonly rows: string[];
  /** Page numbers as they were asked for. */
  readonly asked: number[] = [];
  /** Requests that were being answered at once, at most. */
  most = 0;
  /** A page that is answered only when another one was asked for. */
  late: { readonly page: number; readonly until: number } | undefined;
  private atOnce = 0;
  private lateAnswer: (() => void) | undefined;
  private held: (() => void)[] | undefined;
  /** In place of the text of a page. */
  body: (page: number, rows: readonly string[]) => string | Buffer = (_page, rows) =>
    `{"total":${String(this.rows.length)},"items":[${rows.join(",")}]}`;
  /** Headers of every page, beside its own. */
  headers: Readonly<Record<string, string>> = {};
  /** A status that a page is refused with, if it is. */
  refuse: (page: number) => number | undefined = () => undefined;
  /** What a refusal says. */
  refusal = "{}";
  /** Whether the connection is lost in the middle of a page. */
  isCut: (page: number) => boolean = () => false;

  constructor(count: number) {
    this.rows = Array.from({ length: count }, (_, index) => holding(index));
  }

  get lines(): string {
    return this.rows.map((row) => `${row}\n`).join("");
  }

  /** Answers wait until they are let go, the last one first. */
  hold(): void {
    this.held = [];
  }

  get waiting(): number {
    return this.held?.length ?? 0;
  }

  letGo(): void {
    for (const answer of (this.held ?? []).splice(0).reverse()) {
      answer();
    }
  }

  /** Lets go, and holds nothing back any more. */
  flow(): void {
    this.letGo();
    this.held = undefined;
  }

  readonly answer = (request: Seen, response: ServerResponse): void => {
    const [page, size] = askedPage(request.path);
    this.asked.push(page);
    this.most = Math.max(this.most, ++this.atOnce);
    const send = (): void => {
      this.atOnce--;
      const rows = this.rows.slice((page - 1) * size, page * size);
      response.statusCode = this.refuse(page) ?? 200;
      response.setHeader("content-type", "application/json");
      response.setHeader("x-dt-requestid", `r-${String(page)}`);
      Object.entries(this.headers).forEach(([name, value]) => response.setHeader(name, value));
      if (this.isCut(page)) {
        response.write("{", () => response.destroy());
        return;
      }
      response.end(response.statusCode === 200 ? this.body(page, rows) : this.refusal);
    };
    if (this.late?.until === page) {
      this.lateAnswer?.();
    }
    if (this.late?.page === page) {
      this.lateAnswer = send;
    } else if (this.held === undefined) {
      setImmediate(send);
    } else {
      this.held.push(send);
    }
  };
}

function holding(index: number): string {
  return `{"id":"h-${String(index)}","value":${String(index)}.10,"fund":"Zürich ü${String(index)}"}`;
}
